//go:build race

package hetero_test

// raceDetector reports whether the race detector is on. The race detector drops items of sync.Pool
// at random, so allocations can't be counted.
const raceDetector = true
