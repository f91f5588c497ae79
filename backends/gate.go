package backends

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/lathe-ir/lathe/ir/diag"
)

// gate limits the concurrent runs of a program. Each run occupies one of the program's streams.
type gate struct {
	streams   chan struct{} // nil: any number
	exclusive *turns        // nil: not exclusive
	priority  int           // if runs are exclusive; the highest priority runs first
}

func newGate(streams int) *gate {
	g := &gate{}
	if streams > 0 {
		g.streams = make(chan struct{}, streams)
	}
	return g
}

// enter waits for a stream and then, if runs are exclusive, for the device.
func (g *gate) enter(ctx context.Context) error {
	if err := acquire(ctx, g.streams); err != nil {
		return err
	}
	if g.exclusive == nil {
		return nil
	}
	if err := g.exclusive.acquire(ctx, g.priority); err != nil {
		release(g.streams)
		return err
	}
	return nil
}

func (g *gate) leave() {
	if g.exclusive != nil {
		g.exclusive.release()
	}
	release(g.streams)
}

// acquire puts a token into the channel. A nil channel has no limit.
func acquire(ctx context.Context, tokens chan struct{}) error {
	if tokens == nil {
		return nil
	}
	select {
	case tokens <- struct{}{}:
		return nil
	default:
	}
	select {
	case tokens <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func release(tokens chan struct{}) {
	if tokens != nil {
		<-tokens
	}
}

// Exclusion prevents overlapping exclusive runs on a device, even if different registries opened
// its backends; see [Factory]. The zero value is ready to use.
type Exclusion struct {
	mu      sync.Mutex
	devices map[string]*turns
}

func (e *Exclusion) device(name string) *turns {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.devices == nil {
		e.devices = map[string]*turns{}
	}
	if e.devices[name] == nil {
		e.devices[name] = &turns{}
	}
	return e.devices[name]
}

// turns admits one run at a time. It selects the waiting run with the highest priority and, among
// these, the run that has waited longest.
type turns struct {
	mu      sync.Mutex
	busy    bool
	waiting []*turn // by descending priority; runs of equal priority in order of arrival
}

type turn struct {
	priority int
	begins   chan struct{} // closed when the run may begin
}

func (t *turns) acquire(ctx context.Context, priority int) error {
	t.mu.Lock()
	if !t.busy {
		t.busy = true
		t.mu.Unlock()
		return nil
	}
	own := &turn{priority, make(chan struct{})}
	at := slices.IndexFunc(t.waiting, func(o *turn) bool { return o.priority < priority })
	if at < 0 {
		at = len(t.waiting)
	}
	t.waiting = slices.Insert(t.waiting, at, own)
	t.mu.Unlock()
	select {
	case <-own.begins:
		return nil
	case <-ctx.Done():
	}
	t.mu.Lock()
	at = slices.Index(t.waiting, own)
	if at >= 0 {
		t.waiting = slices.Delete(t.waiting, at, at+1)
	}
	t.mu.Unlock()
	if at < 0 {
		t.release() // the run was admitted meanwhile
	}
	return ctx.Err()
}

func (t *turns) release() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.waiting) == 0 {
		t.busy = false
		return
	}
	close(t.waiting[0].begins)
	t.waiting = slices.Delete(t.waiting, 0, 1)
}

// lifetime keeps a program open while it runs.
type lifetime struct {
	state atomic.Int64 // the number of runs in progress, and closedBit
	mu    sync.Mutex
	idle  sync.Cond // signaled when the last run of a closed program ends; its lock is mu
	ended bool      // close has returned; guarded by mu
}

const closedBit = 1 << 62

// heldKey is the context key of the program that is held open for a run.
type heldKey struct{}

// held is the context of a run for which a program is held open.
type held struct {
	context.Context
	life *lifetime
}

// Value implements context.Context.
func (h *held) Value(key any) any {
	if key == (heldKey{}) {
		return h.life
	}
	return h.Context.Value(key)
}

// enter begins a run. After close, it fails, except for a run for which the program is held open.
func (l *lifetime) enter(ctx context.Context) error {
	if l.state.Add(1)&closedBit == 0 {
		return nil
	}
	// The count of runs cannot show whether the program is held open for this run, since it also
	// counts calls of Hold for other runs.
	l.leave()
	if ctx.Err() == nil && ctx.Value(heldKey{}) == l && l.enterHeld() {
		return nil
	}
	return diag.OfKind(ErrClosed, diag.Errorf(diag.Span{}, "the program is closed"))
}

// enterHeld begins a run for which the program is held open, or returns false after close.
func (l *lifetime) enterHeld() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ended {
		return false
	}
	l.state.Add(1)
	return true
}

// leave ends a run. It has no effect if no run is in progress.
func (l *lifetime) leave() {
	for {
		n := l.state.Load()
		if n&^closedBit == 0 {
			return
		}
		if !l.state.CompareAndSwap(n, n-1) {
			continue
		}
		if n-1 == closedBit {
			l.mu.Lock()
			defer l.mu.Unlock()
			l.idle.Broadcast()
		}
		return
	}
}

// close prevents new runs and waits for the runs in progress. A second call returns false.
func (l *lifetime) close() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.idle.L = &l.mu
	first := l.state.Or(closedBit)&closedBit == 0
	for l.state.Load() != closedBit {
		l.idle.Wait()
	}
	l.ended = true
	return first
}
