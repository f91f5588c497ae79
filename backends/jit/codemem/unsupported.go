//go:build !((amd64 && (linux || darwin || freebsd)) || (arm64 && linux))

package codemem

import "unsafe"

func seal([]byte) ([]byte, error) { return nil, ErrUnsupported }

func unmap([]byte) error { return nil }

func enter(uintptr, unsafe.Pointer) { panic("codemem: BUG: called on a platform without code") }

func synchronize(unsafe.Pointer, uintptr) {}
