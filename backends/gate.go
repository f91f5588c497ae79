package backends

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/lathe-ir/lathe/ir/diag"
)

// gate lets runs of a program through.
type gate struct {
	streams   chan struct{} // nil: any number
	exclusive chan struct{} // nil: not exclusive
}

func newGate(streams int) *gate {
	g := &gate{}
	if streams > 0 {
		g.streams = make(chan struct{}, streams)
	}
	return g
}

// enter waits for a stream and then, where runs are exclusive, for the device.
func (g *gate) enter(ctx context.Context) error {
	if err := acquire(ctx, g.streams); err != nil {
		return err
	}
	if err := acquire(ctx, g.exclusive); err != nil {
		release(g.streams)
		return err
	}
	return nil
}

func (g *gate) leave() {
	release(g.exclusive)
	release(g.streams)
}

// acquire puts a token in; a nil channel has room for any number.
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

// Exclusion keeps exclusive runs on a device apart, of all backends that share it: those that
// one Factory opens, in however many registries. The zero value is ready.
type Exclusion struct {
	mu      sync.Mutex
	devices map[string]chan struct{} // each holds a token while an exclusive run is under way
}

func (e *Exclusion) device(name string) chan struct{} {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.devices == nil {
		e.devices = map[string]chan struct{}{}
	}
	if e.devices[name] == nil {
		e.devices[name] = make(chan struct{}, 1)
	}
	return e.devices[name]
}

// lifetime keeps a program open while it runs.
type lifetime struct {
	state atomic.Int64 // how many runs are under way, and closedBit
	mu    sync.Mutex
	idle  sync.Cond // signalled when the last run of a closed program ends; of mu
}

// closedBit is set in lifetime.state after close.
const closedBit = 1 << 62

// heldKey is the key of a context's value that says which program is held open for it.
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

// enter begins a run; it fails as soon as close was called, unless the program is held open
// for the run.
func (l *lifetime) enter(ctx context.Context) error {
	if l.state.Add(1)&closedBit == 0 {
		return nil
	}
	l.leave() // Hold counts as well, so a count above 0 does not mean that the program is open
	if ctx.Err() != nil || ctx.Value(heldKey{}) != l {
		return diag.OfKind(ErrClosed, diag.Errorf(diag.Span{}, "the program is closed"))
	}
	l.state.Add(1)
	return nil
}

// leave ends a run; it has no effect where none is under way.
func (l *lifetime) leave() {
	switch n := l.state.Add(-1); {
	case n == closedBit:
		l.mu.Lock()
		defer l.mu.Unlock()
		l.idle.Broadcast()
	case n < 0 || n == closedBit-1:
		l.state.Add(1) // there was no run to end
	}
}

// close lets no run begin any more and waits for those under way; false if it was called
// before.
func (l *lifetime) close() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.idle.L = &l.mu
	first := l.state.Or(closedBit)&closedBit == 0
	for l.state.Load() != closedBit {
		l.idle.Wait()
	}
	return first
}
