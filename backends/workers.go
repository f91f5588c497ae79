package backends

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"
)

const (
	// sliceTime is how long a slice of a grid should take, so that neither
	// cancellation nor the garbage collector waits long.
	sliceTime = 50 * time.Microsecond
	// shareTime is how much work is worth waking another worker for.
	shareTime = 40 * time.Microsecond
)

// grid is the grid of one step, with how long an iteration took last time.
type grid struct {
	n     int64
	nanos atomic.Int64 // per 1024 iterations; 0: not known
}

// learn records that count iterations took d.
func (g *grid) learn(count int64, d time.Duration) {
	g.nanos.Store(max(1, int64(d)*1024/count))
}

// estimate is how long the grid took last time, on one processor.
func (g *grid) estimate() time.Duration { return time.Duration(g.n * g.nanos.Load() / 1024) }

// workers is a program's pool of goroutines. They are started when a step first
// has work to share, and live until close.
type workers struct {
	helpers int
	start   sync.Once
	jobs    chan *job
}

func newWorkers(threads int) *workers {
	if threads <= 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	return &workers{helpers: threads - 1, jobs: make(chan *job)}
}

// job is a grid that is being cut into slices. Iterations are independent of each
// other, so results don't depend on who takes which slice. A job is used again when it
// is done.
type job struct {
	kernels  Kernels
	fallible FallibleKernels // nil: kernels can't fail
	timed    ContextKernels  // nil: calls don't end early
	kernel   int
	args     []unsafe.Pointer
	ctx      context.Context
	grid     *grid
	next     atomic.Int64
	share    int64 // iterations a worker takes at most at once, so that all have some
	busy     atomic.Int64
	fault    atomic.Pointer[error]
	left     sync.WaitGroup
}

// run executes the whole grid of j, cut into slices. It fails if ctx is done or a slice
// fails; no slice is running any more when it returns.
func (w *workers) run(ctx context.Context, j *job) error {
	g := j.grid
	j.ctx, j.share = ctx, g.n
	j.next.Store(0)
	j.busy.Store(0)
	j.fault.Store(nil)
	defer j.forget()
	if w.helpers == 0 || g.n == 1 {
		return j.work()
	}
	if g.nanos.Load() == 0 && g.n > 0 {
		j.slice(0, 1)
		j.next.Store(1)
	}
	if rest := time.Duration((g.n - j.next.Load()) * g.nanos.Load() / 1024); rest >= shareTime {
		w.start.Do(w.spawn)
		j.share = max(1, g.n/int64(4*(w.helpers+1)))
		w.offer(j)
	}
	err := j.work()
	j.left.Wait()
	if f := j.fault.Load(); f != nil {
		return *f
	}
	return err
}

// forget drops what belongs to one run.
func (j *job) forget() { j.ctx, j.kernels, j.fallible, j.timed = nil, nil, nil, nil }

// offer hands j to the helpers that are idle.
func (w *workers) offer(j *job) {
	for range w.helpers {
		j.left.Add(1)
		select {
		case w.jobs <- j:
		default:
			j.left.Done()
		}
	}
}

func (w *workers) spawn() {
	for range w.helpers {
		go func() {
			for j := range w.jobs {
				j.work() // an error is the context's, which the owner sees too
				j.left.Done()
			}
		}()
	}
}

func (w *workers) close() { close(w.jobs) }

// work takes slices until none is left or one has failed.
func (j *job) work() error {
	for {
		if err := j.ctx.Err(); err != nil {
			return err
		}
		if f := j.fault.Load(); f != nil {
			return *f
		}
		count := j.count()
		lo := j.next.Add(count) - count
		if lo >= j.grid.n {
			return nil
		}
		j.slice(lo, min(lo+count, j.grid.n))
	}
}

// count is how many iterations the next slice has.
func (j *job) count() int64 {
	per := j.grid.nanos.Load()
	if per == 0 {
		return 1
	}
	return max(1, min(j.share, int64(sliceTime)*1024/per))
}

func (j *job) slice(lo, hi int64) {
	begin := time.Now()
	switch {
	case j.fallible != nil:
		if err := j.fallible.TryCall(j.kernel, j.args, lo, hi); err != nil {
			j.fault.CompareAndSwap(nil, &err)
		}
	case j.timed != nil:
		j.timed.CallContext(j.ctx, j.kernel, j.args, lo, hi)
	default:
		j.kernels.Call(j.kernel, j.args, lo, hi)
	}
	took := time.Since(begin)
	j.busy.Add(int64(took))
	j.grid.learn(hi-lo, took)
}
