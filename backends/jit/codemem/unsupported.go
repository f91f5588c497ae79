//go:build !((amd64 && (linux || darwin || freebsd)) || (arm64 && linux))

package codemem

import "unsafe"

func seal([]byte) ([]byte, error) { return nil, ErrUnsupported }

func unmap([]byte) error { return nil }

func enter(uintptr, unsafe.Pointer) { panic("codemem: BUG: called on an unsupported platform") }

func enterLong(code uintptr, block unsafe.Pointer) { enter(code, block) }

func synchronize(unsafe.Pointer, uintptr) {}
