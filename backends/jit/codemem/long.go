//go:build (amd64 && (linux || darwin || freebsd)) || (arm64 && linux)

package codemem

import "unsafe"

// enterLong is enter in the state of a system call. Between the two calls of the runtime, only code
// that needs no more stack may run.
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
