//go:build linux || darwin || freebsd

package codemem

import "unsafe"

const memfdCreate = 319 // the system call's number

// enter calls the machine code at an address, and passes the address of the arguments in RDI.
//
//go:noescape
func enter(code uintptr, block unsafe.Pointer)

// synchronize does nothing, since the processor keeps the instruction cache coherent.
func synchronize(unsafe.Pointer, uintptr) {}
