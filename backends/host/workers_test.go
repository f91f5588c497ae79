package host

import (
	"context"
	"errors"
	"testing"
	"time"
	"unsafe"
)

// cutKernels has one kernel, whose last iteration ends early because its context is done. By then,
// the worker of the other iterations has no work left.
type cutKernels struct {
	began  chan struct{} // closed when the last iteration has begun
	cancel func()
	last   int64
}

func (k *cutKernels) Call(int, []unsafe.Pointer, int64, int64) {}
func (k *cutKernels) Close() error                             { return nil }

// CallContext implements backends.ContextKernels.
func (k *cutKernels) CallContext(_ context.Context, _ int, _ []unsafe.Pointer, lo, _ int64) {
	switch lo {
	case 0:
		time.Sleep(time.Millisecond) // long enough that the grid is shared
	case k.last:
		close(k.began)
		time.Sleep(5 * time.Millisecond)
		k.cancel()
	default:
		<-k.began
	}
}

// TestCutSlice checks that a run whose last slice was cut short in a helper fails.
func TestCutSlice(t *testing.T) {
	w := newWorkers(2)
	defer w.close()
	for range 10 {
		ctx, cancel := context.WithCancel(t.Context())
		k := &cutKernels{began: make(chan struct{}), cancel: cancel, last: 2}
		j := &job{kernels: k, timed: k, grid: &grid{n: 3, most: 3}}
		if err := w.run(ctx, j); !errors.Is(err, context.Canceled) {
			t.Fatalf("a run that was cut short returned %v", err)
		}
	}
}
