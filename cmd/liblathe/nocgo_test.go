//go:build !cgo

package main

import "testing"

// TestLibrary is skipped with the reason that there is no C library without cgo.
func TestLibrary(t *testing.T) {
	t.Skip("without cgo, and so without a C compiler, there is no C library")
}
