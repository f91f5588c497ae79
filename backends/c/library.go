package c

import (
	"fmt"
	"os"
	"runtime"
	"sync/atomic"
	"unsafe"

	"github.com/ebitengine/purego"
)

// library is a loaded shared object, which the programs compiled into it share.
type library struct {
	handle uintptr
	users  atomic.Int32
}

// load opens the shared object at path; the file is removed where it is not part of
// a cache.
func load(path string, cached bool) (*library, error) {
	handle, err := purego.Dlopen(path, purego.RTLD_NOW|purego.RTLD_LOCAL)
	if !cached {
		os.Remove(path)
	}
	if err != nil {
		return nil, fmt.Errorf("compiled kernels don't load: %w", err)
	}
	return &library{handle: handle}, nil
}

// kernels returns the functions called names.
func (l *library) kernels(names []string) (*kernels, error) {
	ks := &kernels{library: l, functions: make([]uintptr, len(names))}
	for i, n := range names {
		f, err := purego.Dlsym(l.handle, n)
		if err != nil {
			return nil, fmt.Errorf("compiled kernels: %w", err)
		}
		ks.functions[i] = f
	}
	l.users.Add(1)
	return ks, nil
}

// close unloads the object when its last user is gone.
func (l *library) close() error {
	if l.users.Add(-1) > 0 {
		return nil
	}
	return purego.Dlclose(l.handle)
}

// kernels are one program's functions in a library.
type kernels struct {
	library   *library
	functions []uintptr
}

// Call implements backends.Kernels.
func (k *kernels) Call(n int, buffers []unsafe.Pointer, lo, hi int64) {
	purego.SyscallN(k.functions[n], uintptr(unsafe.Pointer(unsafe.SliceData(buffers))), uintptr(lo), uintptr(hi))
	runtime.KeepAlive(buffers)
}

// Close implements backends.Kernels.
func (k *kernels) Close() error { return k.library.close() }
