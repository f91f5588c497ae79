// Package dylib loads shared objects without cgo. Whoever imports it becomes a
// dynamic binary, which is why nothing but cmd/lathe does.
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
	args   sync.Pool // of *[3]uintptr: those of a call, which escape
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

// Call calls a kernel: void f(void *const *buffers, int64_t lo, int64_t hi).
func (l *Library) Call(function uintptr, buffers []unsafe.Pointer, lo, hi int64) {
	args, ok := l.args.Get().(*[3]uintptr)
	if !ok {
		args = new([3]uintptr)
	}
	*args = [3]uintptr{uintptr(unsafe.Pointer(unsafe.SliceData(buffers))), uintptr(lo), uintptr(hi)}
	purego.SyscallN(function, args[:]...)
	l.args.Put(args)
	runtime.KeepAlive(buffers)
}

// Close closes the object; none of its functions is running or called later.
func (l *Library) Close() error { return purego.Dlclose(l.handle) }
