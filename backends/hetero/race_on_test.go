//go:build race

package hetero_test

// raceDetector says that pools forget at random, so that allocations can't be counted.
const raceDetector = true
