package conformance

import (
	"sync"
	"unsafe"

	"github.com/lathe-ir/lathe/backends"
)

// wrapped wraps the kernels of a program and can make one kernel call fail.
type wrapped struct {
	mu    sync.Mutex
	fails int // number of the kernel call whose first slice fails, counted from 0; -1: none
	calls int // number of kernel calls so far; each call has one or several slices
}

func (w *wrapped) set(fails int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.fails, w.calls = fails, 0
}

func (w *wrapped) called() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.calls
}

func (w *wrapped) wrap(ks backends.Kernels) backends.Kernels { return wrappedKernels{ks, w} }

type wrappedKernels struct {
	backends.Kernels
	*wrapped
}

// TryCall implements backends.FallibleKernels.
func (k wrappedKernels) TryCall(n int, buffers []unsafe.Pointer, lo, hi int64) error {
	k.mu.Lock()
	if lo == 0 {
		k.calls++
	}
	fails := lo == 0 && k.calls-1 == k.fails
	k.mu.Unlock()
	if fails {
		return errFault
	}
	if inner, ok := k.Kernels.(backends.FallibleKernels); ok {
		return inner.TryCall(n, buffers, lo, hi)
	}
	k.Call(n, buffers, lo, hi)
	return nil
}
