//go:build !race

package hosttest

// Raced reports whether the race detector is on, which takes memory and time of its own.
const Raced = false
