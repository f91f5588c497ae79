package backends_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"sync"
	"syscall"
	"testing"
	"unsafe"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// fence is memory between two guard pages. An access to a guard page is a fault.
type fence struct{ room []byte }

func newFence(t testing.TB, size int) fence {
	page := os.Getpagesize()
	size = (size + page - 1) / page * page
	all, err := syscall.Mmap(-1, 0, size+2*page, syscall.PROT_NONE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { syscall.Munmap(all) })
	return fence{all[page : page+size : page+size]}
}

// fenced are kernels that run on copies of their buffers between guard pages. Buffers that a kernel
// only reads are write-protected. A buffer is at the end of its fence if late is set, otherwise at
// the start.
type fenced struct {
	backends.Kernels
	ctx    context.Context
	ks     []*kernel.Kernel
	fences []fence
	late   bool
	mu     sync.Mutex
}

// TryCall implements backends.FallibleKernels.
func (f *fenced) TryCall(k int, buffers []unsafe.Pointer, lo, hi int64) (err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if what := recover(); what != nil {
			err = fmt.Errorf("%w: kernel %q: %v", errFault, f.ks[k].Name, what)
		}
	}()
	ps := f.ks[k].Params
	at := make([][]byte, len(ps))
	moved := slices.Clone(buffers) // long kernels have an additional argument, which is not copied
	for i, p := range ps {
		room, size := f.fences[i].room, tensor.NumElements(p.Shape)*p.Kind.Size()
		if p.InPlace >= 0 && p.InPlace < i && buffers[i] == buffers[p.InPlace] {
			at[i], moved[i] = at[p.InPlace], moved[p.InPlace]
			protect(f.fences[p.InPlace].room, syscall.PROT_READ|syscall.PROT_WRITE)
			continue
		}
		protect(room, syscall.PROT_READ|syscall.PROT_WRITE)
		at[i] = room[:size]
		if f.late {
			at[i] = room[len(room)-size:]
		}
		copy(at[i], unsafe.Slice((*byte)(buffers[i]), size))
		moved[i] = unsafe.Pointer(unsafe.SliceData(at[i]))
		if !p.Written {
			protect(room, syscall.PROT_READ)
		}
	}
	if c, ok := f.Kernels.(backends.ContextKernels); ok {
		c.CallContext(f.ctx, k, moved, lo, hi)
	} else {
		f.Call(k, moved, lo, hi)
	}
	for i, p := range ps {
		if p.Written {
			copy(unsafe.Slice((*byte)(buffers[i]), len(at[i])), at[i])
		}
	}
	return nil
}

var errFault = errors.New("a kernel accessed memory outside its buffers")

func protect(b []byte, how int) {
	if err := syscall.Mprotect(b, how); err != nil {
		panic(err)
	}
}
