package host

import (
	"context"
	"runtime"
	"runtime/pprof"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/lathe-ir/lathe/backends"
)

const (
	// sliceTime is the target duration of a slice, a range of iterations of a grid. It is short,
	// since cancellation and the garbage collector must wait for the end of a slice.
	sliceTime = 50 * time.Microsecond
	// shareTime is the minimum duration of work for which a waiting worker is woken, since waking
	// takes time. spinShareTime is the minimum for sharing the work with a worker that spins.
	shareTime     = 40 * time.Microsecond
	spinShareTime = 4 * time.Microsecond
	// tinyTime is the duration below which a grid is rarely timed.
	tinyTime = 5 * time.Microsecond
)

// grid is the grid of one step: n independent iterations of a kernel.
type grid struct {
	n     int64
	most  int64           // maximum iterations of a slice
	label pprof.LabelSet  // label of its kernel, for CPU profiles
	alone context.Context // a context that has only this label
	nanos atomic.Int64    // per 1024 iterations, as last timed; 0: not known
}

func (g *grid) learn(count int64, d time.Duration) {
	g.nanos.Store(max(1, int64(d)*1024/count))
}

func (g *grid) named(kernel string) {
	g.label = pprof.Labels("kernel", kernel)
	g.alone = pprof.WithLabels(context.Background(), g.label)
}

// labeled returns a context with the labels of ctx and the label of the kernel.
func (g *grid) labeled(ctx context.Context) context.Context {
	others := false
	pprof.ForLabels(ctx, func(string, string) bool {
		others = true
		return false
	})
	if others {
		return pprof.WithLabels(ctx, g.label)
	}
	return g.alone
}

// estimate returns the time of the whole grid on one processor, judging by the last timed slice.
func (g *grid) estimate() time.Duration { return time.Duration(g.n * g.nanos.Load() / 1024) }

// workers is a program's pool of goroutines. They start with the first step whose grid is large
// enough to be shared.
type workers struct {
	start   sync.Once
	helpers []helper
}

// helper is a goroutine of the pool. After a job, it spins for a short time, since the next kernel
// often follows immediately. If no job arrives, it blocks.
type helper struct {
	state atomic.Int32
	job   atomic.Pointer[job] // valid if the state is hasJob
	wake  chan struct{}
}

// The states of a helper.
const (
	starting int32 = iota
	spinning
	waiting
	taken // it runs a job, or a run is assigning a job to it or retracting one
	hasJob
	ended
)

// spinTime is how long a helper without a job spins before it blocks. It is longer than sliceTime,
// so a helper usually still spins when the next kernel begins. Waking a blocked helper takes longer
// than many kernels. The caller of workers.run also spins this long while it waits for helpers.
const spinTime = 100 * time.Microsecond

func newWorkers(threads int) *workers {
	if threads <= 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	return &workers{helpers: make([]helper, threads-1)}
}

// job is a grid that is being divided into slices. Results don't depend on which worker runs which
// slice, since iterations are independent. A job is reused after it is done.
type job struct {
	kernels  backends.Kernels
	fallible backends.FallibleKernels // nil: kernels can't fail
	timed    backends.ContextKernels  // nil: calls don't end early
	kernel   int
	args     []unsafe.Pointer
	ctx      context.Context
	grid     *grid
	parts    []part // by worker; a single part if the grid is not shared
	share    int64  // maximum iterations of a slice, so that every worker gets iterations
	busy     atomic.Int64
	profiled bool   // whether busy is read by the caller
	untimed  uint32 // number of whole grids shorter than tinyTime; every 32nd is timed
	fault    atomic.Pointer[error]
	pending  atomic.Int32   // number of helpers that have this job
	left     sync.WaitGroup // the same number; wait blocks on it
}

// part is a range of adjacent iterations. Each worker begins with its own part, since its caches
// often have the data of this part from the preceding kernel. A worker whose part is empty takes
// slices from other parts.
type part struct {
	next atomic.Int64
	end  int64
	_    [48]byte // the rest of a cache line
}

func (j *job) divide(lo int64, n int) {
	if cap(j.parts) < n {
		j.parts = make([]part, n)
	}
	j.parts = j.parts[:n]
	rest := j.grid.n - lo
	for i := range j.parts {
		p := &j.parts[i]
		p.next.Store(lo + rest/int64(n)*int64(i) + min(int64(i), rest%int64(n)))
		p.end = lo + rest/int64(n)*int64(i+1) + min(int64(i+1), rest%int64(n))
	}
}

// run executes the grid of j. It fails if ctx is done or a slice fails. No slice runs afterwards.
func (w *workers) run(ctx context.Context, j *job) error {
	g := j.grid
	j.ctx, j.share = ctx, g.most
	j.busy.Store(0)
	j.fault.Store(nil)
	defer j.forget()
	if len(w.helpers) == 0 || g.n == 1 {
		j.divide(0, 1)
		return j.work(0)
	}
	done := int64(0)
	if g.nanos.Load() == 0 && g.n > 0 {
		j.slice(0, 1)
		done = 1
	}
	shared := false
	if rest := time.Duration((g.n - done) * g.nanos.Load() / 1024); rest >= spinShareTime {
		w.start.Do(w.spawn)
		workers := len(w.helpers) + 1
		j.share = min(g.most, max(1, g.n/int64(4*workers)))
		j.divide(done, workers)
		shared = w.offer(j, rest >= shareTime)
	}
	if !shared {
		j.share = g.most
		j.divide(done, 1)
	}
	err := j.work(0)
	if shared {
		w.retract(j)
		j.wait()
	}
	if f := j.fault.Load(); f != nil {
		return *f
	}
	// If ctx was done during the last slice of a helper, the kernel may have ended early.
	if err == nil {
		err = contextError(ctx)
	}
	return err
}

// contextError returns the error of ctx, or context.DeadlineExceeded if its deadline has passed. If
// all processors are busy, timers are late, so ctx.Err() can be nil after the deadline.
func contextError(ctx context.Context) error {
	if deadline, ok := ctx.Deadline(); ok && ctx.Err() == nil && time.Now().After(deadline) {
		return context.DeadlineExceeded
	}
	return ctx.Err()
}

// forget removes the references to the run that used j.
func (j *job) forget() { j.ctx, j.kernels, j.fallible, j.timed = nil, nil, nil, nil }

// offer assigns j to helpers that spin and, if wake is true, to helpers that wait. It reports
// whether a helper has got j.
func (w *workers) offer(j *job, wake bool) (shared bool) {
	for i := range w.helpers {
		h := &w.helpers[i]
		spins := h.state.CompareAndSwap(spinning, taken)
		// A helper that was waiting above may spin now.
		if !spins && !(wake && h.state.CompareAndSwap(waiting, taken)) && !h.state.CompareAndSwap(spinning, taken) {
			continue
		}
		shared = true
		j.pending.Add(1)
		j.left.Add(1)
		h.job.Store(j)
		h.state.Store(hasJob)
		if !spins {
			h.signal()
		}
	}
	return shared
}

// retract takes j back from helpers that have not begun it, since they may take longer to wake up
// than j takes. These helpers then wait, even if they spun before.
func (w *workers) retract(j *job) {
	for i := range w.helpers {
		h := &w.helpers[i]
		switch {
		case h.job.Load() != j || !h.state.CompareAndSwap(hasJob, taken):
		case h.job.CompareAndSwap(j, nil):
			h.state.Store(waiting)
			j.leave()
		default: // the helper has finished j meanwhile, and has another job
			h.state.Store(hasJob)
		}
	}
}

// leave records that one helper fewer has j.
func (j *job) leave() {
	j.left.Done()
	j.pending.Add(-1)
}

// wait waits until no helper has j. It spins first, since helpers usually finish at about the same
// time as the caller, and a blocked goroutine takes long to wake.
func (j *job) wait() {
	for begin := time.Now(); j.pending.Load() > 0 && time.Since(begin) < spinTime; {
	}
	j.left.Wait()
}

// signal wakes a helper that waits. A superfluous signal makes the helper spin once more.
func (h *helper) signal() {
	select {
	case h.wake <- struct{}{}:
	default:
	}
}

func (w *workers) spawn() {
	for i := range w.helpers {
		h := &w.helpers[i]
		h.wake = make(chan struct{}, 1)
		h.state.Store(waiting)
		go h.loop(i + 1)
	}
}

// loop works on jobs until the pool is closed. "worker" is the index of the part with which the
// helper begins each job.
func (h *helper) loop(worker int) {
	for {
		switch h.state.Load() {
		case waiting:
			<-h.wake
			h.state.CompareAndSwap(waiting, spinning) // another job may follow a retracted job soon
		case spinning:
			h.spin()
		case hasJob:
			if h.state.CompareAndSwap(hasJob, taken) { // the job was not retracted
				j := h.job.Swap(nil)
				j.work(worker) // the owner of the job reports errors
				h.state.Store(spinning)
				j.leave()
			}
		case ended:
			return
		default:
			runtime.Gosched()
		}
	}
}

// spin waits a short time for a job. If no job arrives, the state of the helper becomes waiting.
func (h *helper) spin() {
	begin := time.Now()
	for i := 1; time.Since(begin) < spinTime; i++ {
		if h.state.Load() != spinning {
			return
		}
		if i%16 == 0 {
			runtime.Gosched() // lets other goroutines and timers run
		}
	}
	h.state.CompareAndSwap(spinning, waiting)
}

// close ends the helpers. No run may be in progress.
func (w *workers) close() {
	w.start.Do(func() {}) // helpers must not start later
	for i := range w.helpers {
		h := &w.helpers[i]
		for h.wake != nil {
			if h.state.CompareAndSwap(spinning, ended) {
				break
			}
			if h.state.CompareAndSwap(waiting, ended) {
				h.signal()
				break
			}
			runtime.Gosched()
		}
	}
}

// work takes slices until no slice is left, a slice has failed, or the context is done. It begins
// with the part of the given worker.
func (j *job) work(worker int) error {
	for i := range j.parts {
		p := &j.parts[(worker+i)%len(j.parts)]
		for {
			if err := j.ctx.Err(); err != nil {
				return err
			}
			if f := j.fault.Load(); f != nil {
				return *f
			}
			count := j.count()
			lo := p.next.Add(count) - count
			if lo >= p.end {
				break
			}
			j.slice(lo, lo+min(count, p.end-lo))
		}
	}
	return nil
}

func (j *job) count() int64 {
	per := j.grid.nanos.Load()
	if per == 0 {
		return 1
	}
	return max(1, min(j.share, int64(sliceTime)*1024/per))
}

// slice runs the iterations lo to hi, hi excluded, and records how long they take. Reading the
// clock takes as long as a small kernel, so small grids are timed only in some runs. A timed slice
// has the profiler label "kernel", since CPU profiles cannot name functions of generated code.
func (j *job) slice(lo, hi int64) {
	if hi-lo == j.grid.n && !j.profiled && j.grid.nanos.Load() != 0 && j.grid.estimate() < tinyTime {
		if j.untimed++; j.untimed%32 != 0 {
			j.call(lo, hi)
			return
		}
	}
	if j.grid.alone != nil {
		pprof.SetGoroutineLabels(j.grid.labeled(j.ctx))
		defer pprof.SetGoroutineLabels(j.ctx)
	}
	begin := time.Now()
	j.call(lo, hi)
	took := time.Since(begin)
	j.busy.Add(int64(took))
	j.grid.learn(hi-lo, took)
	if deadline, ok := j.ctx.Deadline(); ok && begin.Add(took).After(deadline) {
		late := error(context.DeadlineExceeded)
		j.fault.CompareAndSwap(nil, &late)
	}
}

func (j *job) call(lo, hi int64) {
	switch {
	case j.fallible != nil:
		if err := j.fallible.TryCall(j.kernel, j.args, lo, hi); err != nil {
			failed := err // only this copy escapes, so calls that succeed don't allocate
			j.fault.CompareAndSwap(nil, &failed)
		}
	case j.timed != nil:
		j.timed.CallContext(j.ctx, j.kernel, j.args, lo, hi)
	default:
		j.kernels.Call(j.kernel, j.args, lo, hi)
	}
}
