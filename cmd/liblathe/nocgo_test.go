//go:build !cgo

package main

import "testing"

// TestLibrary says why nothing is tested.
func TestLibrary(t *testing.T) {
	t.Skip("without cgo, and so without a C compiler, there is no C library")
}
