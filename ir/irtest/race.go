//go:build race

package irtest

const raceEnabled = true
