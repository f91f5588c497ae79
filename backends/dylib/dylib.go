// Package dylib loads shared objects without cgo. A program that imports this package is linked
// dynamically, so of the tools in cmd, only lathe imports it.
package dylib

import (
	"runtime"
	"sync"
	"unsafe"

	"github.com/ebitengine/purego"
)

// Library is an open shared object.
type Library struct {
	handle uintptr
	calls  sync.Pool // of *[3]uintptr: arguments of calls, to avoid an allocation for each call
}

// Open opens the shared object at path.
func Open(path string) (*Library, error) {
	handle, err := purego.Dlopen(path, purego.RTLD_NOW|purego.RTLD_LOCAL)
	if err != nil {
		return nil, err
	}
	return &Library{handle: handle}, nil
}

// Symbol returns the address of a function.
func (l *Library) Symbol(name string) (uintptr, error) { return purego.Dlsym(l.handle, name) }

// Call calls a kernel: void f(void *const *buffers, int64_t lo, int64_t hi). buffers must
// be on the heap, since their address is kept as an integer during the call.
func (l *Library) Call(function uintptr, buffers []unsafe.Pointer, lo, hi int64) {
	args, ok := l.calls.Get().(*[3]uintptr)
	if !ok {
		args = new([3]uintptr)
	}
	*args = [3]uintptr{uintptr(unsafe.Pointer(unsafe.SliceData(buffers))), uintptr(lo), uintptr(hi)}
	purego.SyscallN(function, args[:]...)
	runtime.KeepAlive(buffers)
	l.calls.Put(args)
}

// Close closes the object. None of its functions may be running or be called later.
func (l *Library) Close() error { return purego.Dlclose(l.handle) }
