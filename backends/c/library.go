package c

import (
	"fmt"
	"os"
	"sync/atomic"
	"unsafe"
)

// Loader opens a shared object. It comes from outside, since what loads makes a
// binary dynamic.
type Loader func(path string) (Library, error)

// Library is an open shared object.
type Library interface {
	// Symbol returns the address of a function.
	Symbol(name string) (uintptr, error)
	// Call calls a kernel.
	Call(function uintptr, buffers []unsafe.Pointer, lo, hi int64)
	Close() error
}

// shared is a library that several programs use.
type shared struct {
	Library
	users atomic.Int32
}

// load opens the shared object at path; the file is removed where it is not part of
// a cache.
func load(open Loader, path string, cached bool) (*shared, error) {
	lib, err := open(path)
	if !cached {
		os.Remove(path)
	}
	if err != nil {
		return nil, fmt.Errorf("compiled kernels don't load: %w", err)
	}
	return &shared{Library: lib}, nil
}

// kernels returns the functions called names.
func (l *shared) kernels(names []string) (*kernels, error) {
	ks := &kernels{library: l, functions: make([]uintptr, len(names))}
	for i, n := range names {
		f, err := l.Symbol(n)
		if err != nil {
			return nil, fmt.Errorf("compiled kernels: %w", err)
		}
		ks.functions[i] = f
	}
	l.users.Add(1)
	return ks, nil
}

// kernels are one program's functions in a library.
type kernels struct {
	library   *shared
	functions []uintptr
}

// Call implements backends.Kernels.
func (k *kernels) Call(n int, buffers []unsafe.Pointer, lo, hi int64) {
	k.library.Call(k.functions[n], buffers, lo, hi)
}

// Close implements backends.Kernels. The last user closes the library.
func (k *kernels) Close() error {
	if k.library.users.Add(-1) > 0 {
		return nil
	}
	return k.library.Close()
}
