package graphapi

import (
	"sync"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/ir/diag"
)

// runs counts the calls that use the memory of a graph, so that Graph.Close can wait for them. The
// zero value is ready to use.
type runs struct {
	mu      sync.Mutex
	current int
	closed  bool
	idle    sync.Cond // signaled when the last call of a closed graph ends; its lock is mu
}

// enter begins a call. It fails after close. If it succeeds, the caller must call leave.
func (r *runs) enter() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return diag.OfKind(backends.ErrClosed, diag.Errorf(diag.Span{}, "the graph is closed"))
	}
	r.current++
	return nil
}

func (r *runs) leave() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.current--; r.current == 0 && r.closed {
		r.idle.Broadcast()
	}
}

// close makes later calls of enter fail, and waits for the calls in progress.
func (r *runs) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed, r.idle.L = true, &r.mu
	for r.current > 0 {
		r.idle.Wait()
	}
}
