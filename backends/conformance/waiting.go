package conformance

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/request"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// checkAsync checks that a started run ends, that Wait and the callback report the end, and that
// the error of the run can be read repeatedly.
func checkAsync(s *suite) {
	r, want := s.request(nil)
	s.ok(r.Wait(background())) // returns at once, since there was no run
	reported := make(chan error, 1)
	s.ok(r.OnDone(func(err error) { reported <- err }))
	for range 50 {
		s.ok(r.Start(background()))
		s.ok(r.Wait(background()))
		select {
		case err := <-reported:
			s.ok(err)
		default:
			s.Fatal("Wait returned before the callback was called")
		}
	}
	s.gave(r, want)
	if _, err := r.WaitFor(-1); err == nil {
		s.Error("waiting for a negative time is not an error")
	}
	if ended, err := r.WaitFor(time.Second); !ended || err != nil {
		s.Errorf("WaitFor after the end of the run: ended %v, %v", ended, err)
	}
	ctx, cancel := context.WithCancel(background())
	cancel()
	s.ok(r.Start(ctx))
	for range 2 {
		if err := r.Wait(background()); !errors.Is(err, context.Canceled) {
			s.Errorf("a run whose context had ended returned %v", err)
		}
	}
	if err := <-reported; !errors.Is(err, context.Canceled) {
		s.Errorf("the callback received %v", err)
	}
	_, err := r.Output(0)
	s.says(err, "the last run failed")
}

// busyCalls returns a call of each request method that must fail during a run, by method name.
func busyCalls(t *tensor.Tensor, rows []*tensor.Tensor) map[string]func(r *request.Request) error {
	one := func(v any, err error) error { return err }
	return map[string]func(r *request.Request) error{
		"SetInput":    func(r *request.Request) error { return r.SetInput(0, t) },
		"SetOutput":   func(r *request.Request) error { return r.SetOutput(1, t) },
		"SetTensor":   func(r *request.Request) error { return r.SetTensor("x", t) },
		"SetTensors":  func(r *request.Request) error { return r.SetTensors("x", rows) },
		"SetVariable": func(r *request.Request) error { return r.SetVariable("acc", t) },
		"Output":      func(r *request.Request) error { return one(r.Output(1)) },
		"Tensor":      func(r *request.Request) error { return one(r.Tensor("x")) },
		"Variable":    func(r *request.Request) error { return one(r.Variable("acc")) },
		"Profile":     func(r *request.Request) error { return one(r.Profile()) },
		"Reset":       func(r *request.Request) error { return r.Reset() },
		"OnDone":      func(r *request.Request) error { return r.OnDone(nil) },
		"Do":          func(r *request.Request) error { return r.Do(background()) },
		"Start":       func(r *request.Request) error { return r.Start(background()) },
	}
}

// checkBusy checks the methods of a request during a run. Wait and WaitFor must work. Every other
// method except Cancel, Close and Variables must return ErrBusy and change nothing.
func checkBusy(s *suite) {
	p := s.compile(s.open(), counter, nil)
	optional[backends.Stateful](s, p, "state")
	optional[backends.Named](s, p, "names")
	r := request.New(p)
	defer r.Close()
	x := chainInputs(2)[0]
	s.ok(r.SetInput(0, x))
	h := hold()
	defer h.release(nil)
	ended := make(chan error, 1)
	go func() { ended <- r.Do(h) }()
	<-h.at
	row := func() *tensor.Tensor { return tensor.New(tensor.F32, 1, 3) }
	calls := busyCalls(chainInputs(1)[0], []*tensor.Tensor{row(), row()})
	methods := reflect.TypeFor[*request.Request]()
	for i := range methods.NumMethod() {
		name := methods.Method(i).Name
		if slices.Contains([]string{"Wait", "WaitFor", "Cancel", "Close", "Variables"}, name) {
			continue
		}
		if call := calls[name]; call != nil {
			s.is(call(r), backends.ErrBusy, name+" while a run is under way")
		} else {
			s.Errorf("method %s is neither in busyCalls nor among the methods that are allowed during a run", name)
		}
	}
	if over, err := r.WaitFor(0); over || err != nil {
		s.Errorf("WaitFor(0) during a run: ended %v, %v", over, err)
	}
	ctx, cancel := context.WithCancel(background())
	cancel()
	if err := r.Wait(ctx); !errors.Is(err, context.Canceled) {
		s.Errorf("Wait with a context that had ended returned %v", err)
	}
	h.release(nil)
	s.ok(<-ended)
	double, err := r.Output(1)
	s.ok(err)
	for i, v := range tensor.Slice[float32](x) {
		if got := tensor.Slice[float32](double)[i]; got != 2*(1+v) {
			s.Fatalf("element %d is %v, expected %v", i, got, 2*(1+v))
		}
	}
}

// countdown is a context that ends after a number of calls of Err.
type countdown struct {
	context.Context
	left atomic.Int64
}

// Err implements context.Context.
func (c *countdown) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// ones returns inputs of the constant "chain" in which y is 1, so that products with y change
// nothing.
func ones(seed int) []*tensor.Tensor {
	in := chainInputs(seed)
	for i := range tensor.Slice[float32](in[1]) {
		tensor.Slice[float32](in[1])[i] = 1
	}
	return in
}

// checkCancel checks that a run ends with the context's error if its context ends during the run,
// or if the request is canceled. The next run must succeed.
func checkCancel(s *suite) {
	b := s.open()
	// The program is the constant "chain" with more operations, because a backend may check the
	// context of the run only after several operations.
	products := "  %p0 = stablehlo.multiply %1, %y : tensor<2x3xf32>\n"
	for i := range 40 {
		products += fmt.Sprintf("  %%p%d = stablehlo.multiply %%p%d, %%y : tensor<2x3xf32>\n", i+1, i)
	}
	text := strings.Replace(chain, "  %2 = stablehlo.add %1, %x", products+"  %2 = stablehlo.add %p40, %x", 1)
	p := s.compile(b, text, nil)
	runs := func(seed int) {
		in := ones(seed)
		out, err := p.Run(background(), in)
		s.ok(err)
		s.equal(out, chainWants(in))
	}
	runs(2)
	for n := int64(0); ; n++ {
		c := &countdown{Context: background()}
		c.left.Store(n)
		_, err := p.Run(c, ones(1))
		if c.left.Load() >= 0 { // the run checked its context at most n times
			s.ok(err)
			if n < 2 {
				s.Error("a run checked its context fewer than two times, so it cannot be canceled after it has begun")
			}
			break
		}
		if !errors.Is(err, context.Canceled) {
			s.Fatalf("a run whose context ended after %d checks returned %v", n, err)
		}
		runs(int(n))
	}
	ctx, cancel := context.WithTimeout(background(), -1)
	defer cancel()
	if _, err := p.Run(ctx, ones(1)); !errors.Is(err, context.DeadlineExceeded) {
		s.Errorf("a run whose deadline passed ended with %v", err)
	}
	s.cancels(s.compile(b, chain, map[string]any{backends.StreamsProperty: 1}))
}

// The method "cancels" fails the check unless a request of p can be canceled while another run
// occupies the only stream of p.
func (s *suite) cancels(p backends.Program) {
	s.Helper()
	r := request.New(p)
	defer r.Close()
	for i, t := range chainInputs(5) {
		s.ok(r.SetInput(i, t))
	}
	r.Cancel() // has no effect, since there is no run
	h := hold()
	defer h.release(nil)
	ended := make(chan error, 1)
	go func() { _, err := p.Run(h, chainInputs(1)); ended <- err }()
	<-h.at
	s.ok(r.Start(background()))
	r.Cancel()
	if over, err := r.WaitFor(10 * time.Second); !over || !errors.Is(err, context.Canceled) {
		s.Errorf("WaitFor for a canceled run: ended %v, %v", over, err)
	}
	h.release(nil)
	s.ok(<-ended)
	s.ok(r.Do(background()))
	s.gave(r, chainWants(chainInputs(5)))
}

// blocked fails the check unless a run of p waits until its deadline, because another run is in
// progress.
func (s *suite) blocked(p backends.Program, why string) {
	s.Helper()
	ctx, cancel := context.WithTimeout(background(), 20*time.Millisecond)
	defer cancel()
	if _, err := p.Run(ctx, chainInputs(1)); !errors.Is(err, context.DeadlineExceeded) {
		s.Errorf("%s: a run that must wait returned %v", why, err)
	}
}

// checkExclusive checks that the runs of two programs with the property "exclusive" never overlap.
// A program without that property can run meanwhile.
func checkExclusive(s *suite) {
	b := s.open()
	only := map[string]any{backends.ExclusiveProperty: true}
	p, q, free := s.compile(b, chain, only), s.compile(b, chain, only), s.compile(b, chain, nil)
	h := hold()
	defer h.release(nil)
	ended := make(chan error, 1)
	go func() { _, err := p.Run(h, chainInputs(1)); ended <- err }()
	<-h.at
	s.blocked(q, "while another exclusive program runs")
	s.runs(free, 2)
	h.release(nil)
	s.ok(<-ended)
	s.runs(q, 3)
}

// checkPriority makes two exclusive runs wait for the device. The run with the higher priority must
// begin first, although it began to wait later.
func checkPriority(s *suite) {
	b := s.open()
	with := func(priority string) backends.Program {
		return s.compile(b, chain, map[string]any{backends.ExclusiveProperty: true, backends.PriorityProperty: priority})
	}
	low, high := with(backends.PriorityLow), with(backends.PriorityHigh)
	for range 5 { // repeated, since on a busy machine the runs may be too late to wait
		if s.beginsFirst(high, low) {
			return
		}
	}
	s.Error("a run of low priority began before one of high priority")
}

// beginsFirst reports whether a run of p begins before a run of q if both wait for the device, and
// the run of q began to wait first.
func (s *suite) beginsFirst(p, q backends.Program) bool {
	s.Helper()
	ended := make(chan error, 3)
	begin := func(r backends.Program) *held {
		h := hold()
		go func() { _, err := r.Run(h, chainInputs(1)); ended <- err }()
		return h
	}
	now := begin(q)
	<-now.at
	second := begin(q)
	time.Sleep(30 * time.Millisecond)
	first := begin(p)
	time.Sleep(30 * time.Millisecond)
	now.release(nil)
	var before bool
	select {
	case <-first.at:
		before = true
		first.release(nil)
		<-second.at
		second.release(nil)
	case <-second.at:
		second.release(nil)
		<-first.at
		first.release(nil)
	}
	for range 3 {
		s.ok(<-ended)
	}
	return before
}
