//go:build linux

package codemem

import "unsafe"

const memfdCreate = 279 // the system call's number

// enter calls the machine code at an address, and passes the address of the arguments in R0.
//
//go:noescape
func enter(code uintptr, block unsafe.Pointer)

// synchronize makes the n bytes of code, which were just written, visible to the instruction cache.
//
//go:noescape
func synchronize(code unsafe.Pointer, n uintptr)
