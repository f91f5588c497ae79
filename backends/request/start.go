package request

import (
	"context"
	"github.com/lathe-ir/lathe/backends"
)

// Start begins a run and returns. Wait returns the error of the run. Start fails with ErrBusy
// during a run. It also fails if an input is missing, or if an output shares memory with an input
// or another output.
func (r *Request) Start(ctx context.Context) error {
	if ctx == nil {
		return backends.NoContext("a run")
	}
	ctx, cancel := context.WithCancel(ctx)
	if err := r.begin(background{ctx, cancel, make(chan struct{})}); err != nil {
		cancel()
		return err
	}
	go r.perform()
	return nil
}

// performStarted executes the run that Start began.
func (r *Request) performStarted() {
	r.mu.Lock()
	ctx, cancel := r.started, r.cancel
	r.mu.Unlock()
	err := r.run(ctx)
	cancel()
	if r.holder != nil {
		r.holder.Release() // before the call of end, since the callback may close the program
	}
	r.end(err)
}

// hold keeps the program open for a run with ctx.
func (r *Request) hold(ctx context.Context) (context.Context, error) {
	if r.holder == nil {
		return ctx, nil
	}
	return r.holder.Hold(ctx)
}
