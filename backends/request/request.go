package request

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Request runs a program, one run at a time, with tensors and variables that persist between runs.
// A program can have any number of requests, which can run concurrently. The methods are safe for
// concurrent use. During a run, all methods except Wait, WaitFor, Cancel, Variables and Close fail
// with ErrBusy.
type Request struct {
	program backends.Program
	into    backends.IntoRunner // nil if the program doesn't implement it
	takes   []ir.Type
	gives   []ir.Type
	keep    bool // whether runs keep a profile

	mu        sync.Mutex
	state     requestState
	inputs    []*tensor.Tensor
	outputs   []*tensor.Tensor
	given     []bool // outputs that the caller set
	variables []variable
	profile   backends.Profile
	err       error // error of the last run
	lacks     error // the error if the host lacked memory for the variables
	ran       bool
	holder    backends.Holder    // nil: the program can't be held open
	started   context.Context    // context of the run that Start began
	cancel    context.CancelFunc // cancels the context started
	perform   func()             // executes the started run; created once to avoid allocations
	done      chan struct{}      // closed after the run and its OnDone callback; created by Start, Wait or end
	ended     sync.Cond          // signaled when a run ends
	notify    func(error)
}

// requestState says whether a request runs.
type requestState uint8

const (
	idle requestState = iota
	busy
	stopped // the request is closed
)

// New returns a request for runs of p; if p is nil, the runs fail.
func New(p backends.Program) *Request {
	if backends.Absent(p) {
		p = noProgram{}
	}
	r := &Request{
		program: p, takes: slices.Clone(p.Inputs()), gives: slices.Clone(p.Outputs()),
	}
	r.inputs, r.outputs, r.given = make([]*tensor.Tensor, len(r.takes)), make([]*tensor.Tensor, len(r.gives)), make([]bool, len(r.gives))
	r.ended.L = &r.mu
	r.into, _ = p.(backends.IntoRunner)
	r.holder, _ = p.(backends.Holder)
	r.perform = r.performStarted
	if c, ok := p.(backends.Configured); ok {
		v, err := c.Properties().Get(backends.ProfilingProperty)
		r.keep, _ = v.(bool)
		r.keep = r.keep && err == nil
	}
	if s, ok := p.(backends.Stateful); ok {
		r.lacks = r.begins(s.States())
	}
	return r
}

// made fails if r is nil, or was not returned by New.
func (r *Request) made() error {
	if r == nil || r.program == nil {
		return diag.Errorf(diag.Span{}, "there is no program to run: request.New did not return this request")
	}
	return nil
}

// change calls f, which may change the request. It fails if the request is running or closed.
func (r *Request) change(f func() error) error {
	if err := r.lock(); err != nil {
		return err
	}
	defer r.mu.Unlock()
	return f()
}

// lock locks r.mu. It fails if the request is running or closed.
func (r *Request) lock() error {
	if err := r.made(); err != nil {
		return err
	}
	r.mu.Lock()
	var err error
	switch r.state {
	case idle:
		return nil
	case busy:
		err = diag.OfKind(backends.ErrBusy, diag.Errorf(diag.Span{}, "the request is running").WithHelp("wait for it, or use another request"))
	case stopped:
		err = diag.OfKind(backends.ErrClosed, diag.Errorf(diag.Span{}, "the request is closed"))
	}
	r.mu.Unlock()
	return err
}

// SetInput sets input i to t. The request keeps a reference to t. SetInput fails if t does not have
// the input's type, or if the input is a variable.
func (r *Request) SetInput(i int, t *tensor.Tensor) error {
	return r.change(func() error {
		if i < 0 || i >= len(r.inputs) {
			return diag.Errorf(diag.Span{}, "there is no input #%d: the function has %d", i, len(r.inputs))
		}
		for _, v := range r.variables {
			if v.Input == i {
				return diag.Errorf(diag.Span{}, "input #%d is the variable '%s'", i, v.Name).WithHelp("set it with SetVariable")
			}
		}
		if !backends.Fits(t, r.takes[i]) {
			return backends.Misfit(r.port(true, i), r.takes[i], t)
		}
		r.inputs[i] = t
		return nil
	})
}

// SetOutput makes later runs write output i to t. It fails if t does not have the output's type, or
// if the output is the new value of a variable.
func (r *Request) SetOutput(i int, t *tensor.Tensor) error {
	return r.change(func() error {
		if i < 0 || i >= len(r.outputs) {
			return diag.Errorf(diag.Span{}, "there is no output #%d: the function has %d", i, len(r.outputs))
		}
		for _, v := range r.variables {
			if v.Output == i {
				return diag.Errorf(diag.Span{}, "output #%d is the variable '%s'", i, v.Name).WithHelp("read it with Variable")
			}
		}
		if !backends.Fits(t, r.gives[i]) {
			return backends.Misfit(r.port(false, i), r.gives[i], t)
		}
		r.outputs[i], r.given[i] = t, true
		return nil
	})
}

// Output returns output i of the last run. It fails if there was no run, or if the last run failed.
// The next run changes the tensor.
func (r *Request) Output(i int) (*tensor.Tensor, error) {
	if err := r.lock(); err != nil {
		return nil, err
	}
	defer r.mu.Unlock()
	switch {
	case i < 0 || i >= len(r.outputs):
		return nil, diag.Errorf(diag.Span{}, "there is no output #%d: the function has %d", i, len(r.outputs))
	case !r.ran:
		return nil, diag.Errorf(diag.Span{}, "%s has no value: the request has not run", r.port(false, i))
	case r.err != nil:
		return nil, diag.Errorf(diag.Span{}, "%s has no value: the last run failed: %v", r.port(false, i), r.err)
	}
	for k := range r.variables {
		if r.variables[k].Output == i {
			return r.variables[k].value, nil
		}
	}
	return r.outputs[i], nil
}

// Do runs the program and returns when it is done.
func (r *Request) Do(ctx context.Context) error {
	if err := r.begin(background{}); err != nil {
		return err
	}
	err := errPanicked
	defer func() { r.end(err) }()
	err = r.run(ctx)
	return err
}

// errPanicked is the error that callers of Wait receive after a run panicked.
var errPanicked = errors.New("the run panicked")

// begin makes the request busy. It fails if the request is running or closed, if an input is
// missing, or if an output shares memory with another tensor. For a run that Start began, begin
// also holds the program open.
func (r *Request) begin(run background) error {
	if err := r.lock(); err != nil {
		return err
	}
	defer r.mu.Unlock()
	if r.lacks != nil {
		return r.lacks
	}
	for _, v := range r.variables {
		r.inputs[v.Input], r.outputs[v.Output] = v.value, v.next
	}
	for i, in := range r.inputs {
		if in == nil {
			return backends.Misfit(r.port(true, i), r.takes[i], nil)
		}
	}
	if err := backends.CheckApart(r.outputs, r.inputs); err != nil {
		return err
	}
	if run.ctx != nil {
		var err error
		if run.ctx, err = r.hold(run.ctx); err != nil {
			return err
		}
	}
	r.state, r.started, r.cancel, r.done = busy, run.ctx, run.cancel, run.done
	return nil
}

// background is a run that Start began; Do uses the zero value.
type background struct {
	ctx    context.Context
	cancel context.CancelFunc
	done   chan struct{}
}

// run executes the program. The request must be busy.
func (r *Request) run(ctx context.Context) error {
	if r.into != nil && !r.keep && r.allocate() {
		return r.into.RunInto(ctx, r.inputs, r.outputs)
	}
	outs, err := r.results(ctx)
	if err != nil {
		return err
	}
	if err := backends.CheckResults("", r.gives, outs, r.inputs); err != nil {
		return err
	}
	for i, out := range outs {
		if !r.given[i] && !r.isVariable(i) {
			r.outputs[i] = out
			continue
		}
		if !backends.Fits(r.outputs[i], backends.TypeOf(out)) {
			return backends.Misfit(r.port(false, i), backends.TypeOf(out), r.outputs[i])
		}
		copy(r.outputs[i].Data, out.Data)
	}
	return nil
}

func (r *Request) results(ctx context.Context) ([]*tensor.Tensor, error) {
	if p, ok := r.program.(backends.Profiled); ok && r.keep {
		r.profile = backends.Profile{Records: r.profile.Records[:0]}
		return p.RunProfiled(ctx, r.inputs, &r.profile)
	}
	return r.program.Run(ctx, r.inputs)
}

// allocate allocates the outputs that the caller did not set. It returns false if a shape is not
// known or the host lacks memory. The request then calls the program's method Run, whose error
// names the operation that lacks memory.
func (r *Request) allocate() bool {
	for i, t := range r.gives {
		if r.outputs[i] != nil && (r.given[i] || r.isVariable(i) || backends.Fits(r.outputs[i], t)) {
			continue // the output has a tensor; the run checks whether it fits
		}
		if !t.HasStaticShape() {
			return false
		}
		shape, _ := t.Shape()
		one, err := tensor.TryNew(t.Kind(), shape...)
		if err != nil {
			return false
		}
		r.outputs[i] = one
	}
	return true
}

// end makes the request idle, wakes the callers of Close, and calls the OnDone callback.
func (r *Request) end(err error) {
	r.mu.Lock()
	r.state, r.err, r.ran = idle, err, true
	if err == nil {
		for i := range r.variables {
			v := &r.variables[i]
			v.value, v.next = v.next, v.value
		}
	}
	if r.notify != nil && r.done == nil {
		r.done = make(chan struct{}) // for calls of Wait during the callback
	}
	done, notify := r.done, r.notify
	r.started, r.cancel = nil, nil
	r.ended.Broadcast()
	r.mu.Unlock()
	if done == nil {
		return
	}
	defer r.finish(done) // even if the callback panics
	if notify != nil {
		notify(err)
	}
}

// finish ends the calls of Wait that wait for the given channel.
func (r *Request) finish(done chan struct{}) {
	r.mu.Lock()
	if r.done == done { // otherwise the callback began another run
		r.done = nil
	}
	r.mu.Unlock()
	close(done)
}

// Wait waits for the run in progress, if there is one, and for its OnDone callback. It returns the
// error of the last run. If ctx is done first, Wait returns the error of ctx, and the run
// continues.
func (r *Request) Wait(ctx context.Context) error {
	if ctx == nil {
		return backends.NoContext("a run")
	}
	if err := r.made(); err != nil {
		return err
	}
	r.mu.Lock()
	if r.state == busy && r.done == nil {
		r.done = make(chan struct{}) // Do does not create the channel, since it must not allocate
	}
	done := r.done
	r.mu.Unlock()
	if done != nil {
		select {
		case <-done:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.err
}

// WaitFor waits at most d for the run in progress, if there is one. The result "ended" is false if
// this run has not ended. Otherwise err is the error of the last run. A negative d is an error.
func (r *Request) WaitFor(d time.Duration) (ended bool, err error) {
	if d < 0 {
		return false, diag.Errorf(diag.Span{}, "can't wait for %v", d)
	}
	if err := r.made(); err != nil {
		return false, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), d)
	defer cancel()
	r.Wait(ctx)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.state == busy {
		return false, nil
	}
	return true, r.err
}

// Cancel cancels the run that Start began. Wait then returns context.Canceled. If there is no such
// run, Cancel does nothing.
func (r *Request) Cancel() {
	if r.made() != nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.cancel != nil {
		r.cancel()
	}
}

// OnDone makes the request call f with the error of each run, after the run and before Wait
// returns. f may use the request and begin its next run, but must not call Wait or WaitFor, which
// would wait for f. A nil f removes the callback.
func (r *Request) OnDone(f func(error)) error {
	return r.change(func() error { r.notify = f; return nil })
}

// Profile returns the profile of the last run. The profile is empty if the program was compiled
// without the property "profiling".
func (r *Request) Profile() (*backends.Profile, error) {
	if err := r.made(); err != nil {
		return nil, err
	}
	err := r.change(func() error { return nil })
	return &r.profile, err
}

// Close waits for the run in progress. Later runs fail with ErrClosed. The program stays open.
func (r *Request) Close() error {
	if r.made() != nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.state == busy {
		r.ended.Wait()
	}
	r.state = stopped
	return nil
}

// port returns the name of an input or output for errors.
func (r *Request) port(input bool, i int) string {
	what := "output"
	if input {
		what = "input"
	}
	if names := portNames(r.program, input); names != nil {
		return fmt.Sprintf("%s #%d ('%s')", what, i, names[i])
	}
	return fmt.Sprintf("%s #%d", what, i)
}
