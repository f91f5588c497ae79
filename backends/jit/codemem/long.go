//go:build (amd64 && (linux || darwin || freebsd)) || (arm64 && linux)

package codemem

import "unsafe"

// enterLong calls the function enter in the state that the runtime uses for system calls. Between
// the two calls of the runtime, no code may run that could grow the stack.
//
//go:nosplit
//go:norace
func enterLong(code uintptr, block unsafe.Pointer) {
	entersyscall()
	enter(code, block)
	exitsyscall()
}

//go:linkname entersyscall runtime.entersyscall
func entersyscall()

//go:linkname exitsyscall runtime.exitsyscall
func exitsyscall()
