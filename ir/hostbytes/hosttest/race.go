//go:build race

package hosttest

// Raced reports whether the race detector is on, which needs additional memory and time.
const Raced = true
