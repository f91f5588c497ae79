// Package kerneltest provides devices whose kernel calls fail, for tests.
package kerneltest

import (
	"errors"
	"sync"
	"unsafe"

	"github.com/lathe-ir/lathe/backends"
)

// ErrLost is the error of the calls that Faults makes fail.
var ErrLost = errors.New("the device is lost")

// Faults makes the calls of one kernel of a device fail. It is safe for concurrent use.
type Faults struct {
	mu    sync.Mutex
	lost  int
	calls int
}

// NewFaults returns faults that make calls of the kernel with the given index fail; -1 means none.
func NewFaults(kernel int) *Faults { return &Faults{lost: kernel} }

// Lose makes later calls of the kernel with the given index fail, and restarts the count of calls.
// The index -1 means no kernel.
func (f *Faults) Lose(kernel int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.lost, f.calls = kernel, 0
}

// Calls returns the number of calls of all kernels since the last call of Lose or NewFaults.
func (f *Faults) Calls() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.calls
}

// Of returns a factory like b, but with the given name. The kernels of its programs have the
// faults.
func (f *Faults) Of(b backends.Factory, name string) backends.Factory {
	open := b.Open
	b.Name, b.Open = name, func(cfg backends.Config) (backends.Backend, error) {
		cfg.Wrap = func(ks backends.Kernels) backends.Kernels { return kernels{ks, f} }
		return open(cfg)
	}
	return b
}

// kernels adds the faults to the kernels of a program.
type kernels struct {
	backends.Kernels
	faults *Faults
}

// TryCall implements backends.FallibleKernels.
func (k kernels) TryCall(n int, buffers []unsafe.Pointer, lo, hi int64) error {
	k.faults.mu.Lock()
	k.faults.calls++
	lost := k.faults.lost == n
	k.faults.mu.Unlock()
	if lost {
		return ErrLost
	}
	k.Call(n, buffers, lo, hi)
	return nil
}
