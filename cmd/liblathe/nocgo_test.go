//go:build !cgo

package main

import "testing"

func TestLibrary(t *testing.T) {
	t.Skip("without cgo, and so without a C compiler, there is no C library")
}
