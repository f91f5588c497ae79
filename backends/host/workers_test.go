package host

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"
)

// cutKernels has one kernel, whose last iteration ends early because its context is done. At that
// time, the other worker has no work left.
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
		time.Sleep(time.Millisecond) // long enough that the helper takes slices too
	case k.last:
		close(k.began)
		time.Sleep(5 * time.Millisecond)
		k.cancel()
	default:
		<-k.began
	}
}

// TestCutSlice checks that a run fails if the context ends while a [helper] runs the last slice.
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

type countKernels struct{ runs []atomic.Int32 }

func (k *countKernels) Close() error { return nil }
func (k *countKernels) Call(_ int, _ []unsafe.Pointer, lo, hi int64) {
	for i := lo; i < hi; i++ {
		k.runs[i].Add(1)
	}
	for begin := time.Now(); time.Since(begin) < 5*time.Microsecond; { // so that helpers join
	}
}

// TestParts checks that each iteration of a grid runs once with 1 to 5 workers, even if workers
// take slices from the parts of others, and if several runs share the workers.
func TestParts(t *testing.T) {
	for workers := 1; workers <= 5; workers++ {
		w := newWorkers(workers)
		var runs sync.WaitGroup
		for range 3 {
			runs.Go(func() {
				j := &job{}
				for n := int64(0); n < 400; n++ {
					countRuns(t, w, j, n%40)
				}
			})
		}
		runs.Wait()
		w.close()
	}
}

// countRuns checks that each of n iterations runs once.
func countRuns(t *testing.T, w *workers, j *job, n int64) {
	k := &countKernels{make([]atomic.Int32, n)}
	j.kernels, j.grid = k, &grid{n: n, most: 1 + n%7}
	// 1 ms per iteration, long enough that the grid is shared with the helpers.
	j.grid.nanos.Store(int64(time.Millisecond) * 1024)
	if err := w.run(t.Context(), j); err != nil {
		t.Error(err)
	}
	for i := range k.runs {
		if got := k.runs[i].Load(); got != 1 {
			t.Errorf("iteration %d of %d ran %d times with %d workers", i, n, got, len(w.helpers)+1)
		}
	}
}

// TestRetract checks that a run does not wait for a helper that does not begin.
func TestRetract(t *testing.T) {
	w := newWorkers(2)
	w.start.Do(func() {}) // the helper has no goroutine
	h := &w.helpers[0]
	h.wake = make(chan struct{}, 1)
	h.state.Store(waiting)
	countRuns(t, w, &job{}, 20)
	if h.state.Load() != waiting || h.job.Load() != nil {
		t.Errorf("the helper has state %d, expected %d (waiting); it has a job: %t, expected false", h.state.Load(), waiting, h.job.Load() != nil)
	}
}

// lateContext is a context whose deadline has passed, but whose timer is late.
type lateContext struct{ context.Context }

func (lateContext) Deadline() (time.Time, bool) { return time.Now().Add(-time.Second), true }

// TestLateTimer checks that a run ends after its deadline even if the context's timer is late.
func TestLateTimer(t *testing.T) {
	w := newWorkers(1)
	defer w.close()
	k := &countKernels{make([]atomic.Int32, 100)}
	j := &job{kernels: k, grid: &grid{n: 100, most: 1}}
	if err := w.run(lateContext{t.Context()}, j); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("expected an error about the deadline, but got %v", err)
	}
	if k.runs[99].Load() > 0 {
		t.Error("the run continued after its deadline")
	}
}
