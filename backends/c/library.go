package c

import (
	"errors"
	"fmt"
	"os"
	"sync/atomic"
	"unsafe"

	"github.com/lathe-ir/lathe/backends/sealed"
	"github.com/lathe-ir/lathe/ir/diag"
)

// Loader opens a shared object. The caller provides it, because importing a package that loads
// libraries makes a binary dynamically linked.
type Loader func(path string) (Library, error)

// Library is an open shared object.
type Library interface {
	// Symbol returns the address of a function.
	Symbol(name string) (uintptr, error)
	// Call runs the iterations lo to hi, hi excluded, of a kernel.
	Call(function uintptr, buffers []unsafe.Pointer, lo, hi int64)
	Close() error
}

// shared is a library that several programs use.
type shared struct {
	Library
	object []byte // the bytes of the file, for exported programs
	users  atomic.Int32
}

// load writes a shared object to a temporary file, opens it, and removes the file.
func load(open Loader, object []byte) (*shared, error) {
	w, err := newWork()
	if err != nil {
		return nil, err
	}
	defer w.close()
	file := w.path("kernels.so")
	if err := os.WriteFile(file, object, 0o700); err != nil {
		return nil, err
	}
	lib, err := open(file)
	if err != nil {
		return nil, diag.Errorf(diag.Span{}, "compiled kernels cannot be loaded from '%s': %v", os.TempDir(), err).
			WithHelp("if that folder is mounted with noexec, set TMPDIR to another folder, or use --backend=vm")
	}
	return &shared{Library: lib, object: object}, nil
}

// kernels returns the functions of l with the given names. If it fails, it closes the library.
func (l *shared) kernels(names []string) (*kernels, error) {
	ks := &kernels{library: l, names: names, functions: make([]uintptr, len(names))}
	for i, n := range names {
		f, err := l.Symbol(n)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("compiled kernels: %w", err), l.Close())
		}
		ks.functions[i] = f
	}
	l.users.Add(1)
	return ks, nil
}

// kernels are the functions of one program in a library.
type kernels struct {
	library   *shared
	names     []string
	functions []uintptr
}

// Call implements backends.Kernels.
func (k *kernels) Call(n int, buffers []unsafe.Pointer, lo, hi int64) {
	k.library.Call(k.functions[n], buffers, lo, hi)
}

// Close implements backends.Kernels. It closes the library if no other program uses it.
func (k *kernels) Close() error {
	if k.library.users.Add(-1) > 0 {
		return nil
	}
	return k.library.Close()
}

// ExportKernels implements backends.KernelsExporter. It returns the names of the functions and the
// shared object.
func (k *kernels) ExportKernels() ([]byte, error) {
	var e sealed.Encoder
	e.Strings(k.names)
	e.Blob(k.library.object)
	return e.Bytes(), nil
}

// linkExported opens the shared object of an exported program. The parameter "made" is the result
// of ExportKernels. It must have "count" kernels.
func linkExported(open Loader, count int, made []byte) (*kernels, error) {
	d := sealed.NewDecoder(made)
	names, object := d.Strings(), d.Blob()
	if d.Err() != nil || len(names) != count || len(object) == 0 {
		return nil, sealed.Bad("has no kernels for backend c")
	}
	lib, err := load(open, object)
	if err != nil {
		return nil, err
	}
	return lib.kernels(names)
}
