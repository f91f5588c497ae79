//go:build linux || darwin || freebsd

package codemem

import "unsafe"

// enter calls code with block in RDI.
//
//go:noescape
func enter(code uintptr, block unsafe.Pointer)
