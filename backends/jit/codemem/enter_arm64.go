//go:build linux

package codemem

import "unsafe"

const memfdCreate = 279 // the system call's number

// enter calls the machine code at the address in the parameter "code". It passes the parameter
// "block", the address of the arguments, in R0.
//
//go:noescape
func enter(code uintptr, block unsafe.Pointer)

// synchronize makes the n bytes of code, which were just written, visible to the instruction cache.
//
//go:noescape
func synchronize(code unsafe.Pointer, n uintptr)
