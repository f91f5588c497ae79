//go:build !race

package hosttest

// raced: the race detector maps memory of its own.
const raced = false
