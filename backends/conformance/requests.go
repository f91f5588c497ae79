package conformance

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/host"
	"github.com/lathe-ir/lathe/backends/request"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// request returns a request of the program in the constant "chain", with inputs set.
func (s *suite) request(properties map[string]any) (*request.Request, []*tensor.Tensor) {
	s.Helper()
	r := request.New(s.compile(s.open(), chain, properties))
	s.Cleanup(func() { s.ok(r.Close()) })
	in := chainInputs(5)
	for i, t := range in {
		s.ok(r.SetInput(i, t))
	}
	return r, chainWants(in)
}

// The method "gave" fails the check unless the outputs of r equal the expected tensors.
func (s *suite) gave(r *request.Request, want []*tensor.Tensor) {
	s.Helper()
	var got []*tensor.Tensor
	for i := range want {
		out, err := r.Output(i)
		s.ok(err)
		got = append(got, out)
	}
	s.equal(got, want)
}

// portsOf checks the types and names of the inputs and outputs of p, a program of the constant
// "chain".
func (s *suite) portsOf(p backends.Program) {
	s.Helper()
	for _, list := range [][]string{typesOf(p.Inputs()), typesOf(p.Outputs())} {
		if !slices.Equal(list, []string{"tensor<2x3xf32>", "tensor<2x3xf32>"}) {
			s.Errorf("the types are %v", list)
		}
	}
	if n, ok := p.(backends.Named); ok && !slices.Equal(append(slices.Clone(n.InputNames()), n.OutputNames()...), []string{"x", "y", "out", "sum"}) {
		s.Errorf("the names are %v and %v", n.InputNames(), n.OutputNames())
	}
}

func typesOf[T fmt.Stringer](ts []T) []string {
	var out []string
	for _, t := range ts {
		out = append(out, t.String())
	}
	return out
}

// checkPorts checks that the inputs and outputs of a program are the inputs and outputs of the
// function, in order, even if operations were fused. Later changes of the module must not affect
// the program.
func checkPorts(s *suite) {
	b := s.open()
	for _, values := range []map[string]any{nil, {backends.DisableProperty: "fusion"}, {backends.EnableProperty: "cse"}} {
		s.portsOf(s.compile(b, chain, values))
	}
	m := s.module(chain)
	p, err := b.Compile(background(), m, backends.CompileOptions{})
	s.usable(err)
	defer p.Close()
	f, err := fn.Entry(m, "")
	s.ok(err)
	f.Op.SetAttr("arg_attrs", ir.Attr{})
	f.Op.SetAttr("res_attrs", ir.Attr{})
	s.portsOf(p)
	s.runs(p, 3)
}

// checkConcurrent checks that concurrent runs give the same results as sequential runs, also while
// another run is blocked.
func checkConcurrent(s *suite) {
	p := s.compile(s.open(), chain, map[string]any{backends.ThreadsProperty: 2})
	s.runs(p, 1)
	h := hold()
	defer h.release(nil)
	h.skip.Store(1) // blocks in the second call of Err, after the run has begun
	var out []*tensor.Tensor
	ended := make(chan error, 1)
	go func() { var err error; out, err = p.Run(h, chainInputs(2)); ended <- err }()
	select {
	case <-h.at:
		s.runs(p, 3)
		h.release(nil)
		s.ok(<-ended)
	case err := <-ended: // the run checks its context only once
		s.ok(err)
	}
	s.equal(out, chainWants(chainInputs(2)))
	s.concurrently(64, func(n int) { s.computes(p, n) })
}

// checkInputs checks that inputs of the wrong number, kind or shape, and missing inputs, are
// errors. The errors must name the input, and the expected and the actual value. A run without a
// context is an error too. A run must not change its inputs.
func checkInputs(s *suite) {
	p := s.compile(s.open(), chain, nil)
	good := chainInputs(1)
	short := &tensor.Tensor{Kind: tensor.F32, Shape: []int64{2, 3}, Data: make([]byte, 8)}
	for _, test := range []struct {
		in   []*tensor.Tensor
		says []string
	}{
		{good[:1], []string{"2 inputs", "got 1"}},
		{[]*tensor.Tensor{good[0], nil}, []string{"input #1", "tensor<2x3xf32>", "missing"}},
		{[]*tensor.Tensor{good[0], tensor.New(tensor.F32, 3, 2)}, []string{"input #1", "tensor<2x3xf32>", "tensor<3x2xf32>"}},
		{[]*tensor.Tensor{tensor.New(tensor.F64, 2, 3), good[1]}, []string{"input #0", "tensor<2x3xf32>", "tensor<2x3xf64>"}},
		{[]*tensor.Tensor{short, good[1]}, []string{"input #0", "8 bytes"}},
	} {
		_, err := p.Run(background(), test.in)
		s.says(err, test.says...)
		if into, ok := p.(backends.IntoRunner); ok {
			s.says(into.RunInto(background(), test.in, []*tensor.Tensor{tensor.New(tensor.F32, 2, 3), tensor.New(tensor.F32, 2, 3)}), test.says...)
		}
	}
	if into, ok := p.(backends.IntoRunner); ok {
		s.says(into.RunInto(background(), good, []*tensor.Tensor{tensor.New(tensor.F32, 2, 3), tensor.New(tensor.F32, 2, 2)}), "output #1", "tensor<2x2xf32>")
		s.says(into.RunInto(background(), good, []*tensor.Tensor{tensor.New(tensor.F32, 2, 3)}), "2 outputs", "tensors for 1")
		s.says(into.RunInto(background(), good, []*tensor.Tensor{nil, tensor.New(tensor.F32, 2, 3)}), "output #0", "missing")
	}
	var none context.Context
	_, err := p.Run(none, good)
	s.says(err, "context")
	s.runs(p, 1)
	_, err = p.Run(background(), good)
	s.ok(err)
	s.equal(good, chainInputs(1))
}

// sharesInputs fails unless p accepts inputs that share memory and outputs that are adjacent in
// memory.
func (s *suite) sharesInputs(p backends.IntoRunner, out []*tensor.Tensor) {
	s.Helper()
	in := chainInputs(1)
	in[1] = in[0]
	s.ok(p.RunInto(background(), in, out))
	s.equal(out, chainWants(in))
}

// checkSharedMemory checks that it is an error if outputs share memory with each other or with an
// input. The error must name both tensors, and nothing may be written. Inputs may share memory.
func checkSharedMemory(s *suite) {
	p := s.compile(s.open(), chain, nil)
	into := optional[backends.IntoRunner](s, p, "run-into")
	whole := tensor.New(tensor.F32, 4, 3)
	at := func(row int) *tensor.Tensor {
		return &tensor.Tensor{Kind: tensor.F32, Shape: []int64{2, 3}, Data: whole.Data[12*row : 12*row+24]}
	}
	good := chainInputs(1)
	apart := tensor.New(tensor.F32, 2, 3)
	for _, test := range []struct {
		in, out []*tensor.Tensor
		says    string
	}{
		{good, []*tensor.Tensor{apart, apart}, "outputs #0 and #1 share memory"},
		{good, []*tensor.Tensor{at(0), at(1)}, "outputs #0 and #1 share memory"},
		{good, []*tensor.Tensor{apart, good[0]}, "output #1 shares memory with input #0"},
		{[]*tensor.Tensor{good[0], at(1)}, []*tensor.Tensor{at(2), apart}, "output #0 shares memory with input #1"},
	} {
		s.says(into.RunInto(background(), test.in, test.out), test.says)
		r := request.New(p)
		for i := range good {
			s.ok(r.SetInput(i, test.in[i]))
			s.ok(r.SetOutput(i, test.out[i]))
		}
		s.says(r.Do(background()), test.says)
		s.says(r.Start(background()), test.says)
		s.ok(r.Close())
	}
	s.equal(good, chainInputs(1))
	s.sharesInputs(into, []*tensor.Tensor{at(0), at(2)})
	if m, ok := p.(backends.BufferRunner); ok {
		of := host.Memory(s.device())
		x, _ := host.WrapTensor(of, good[0])
		y, _ := host.WrapTensor(of, good[1])
		if err := m.RunBuffers(background(), []backends.Buffer{x, y}, []backends.Buffer{x, y}); !errors.Is(err, backends.ErrForeignBuffer) {
			s.says(err, "output #0 shares memory with input #0")
		}
	}
}

// checkAlignment checks that a misaligned input or output is an error, in a run and in a request.
// The error must name the input or output. The copy that tensor.Wrap makes must be accepted.
func checkAlignment(s *suite) {
	p := s.compile(s.open(), chain, nil)
	odd := &tensor.Tensor{Kind: tensor.F32, Shape: []int64{2, 3}, Data: tensor.New(tensor.I8, 32).Data[1:25]}
	good, apart := chainInputs(1), []*tensor.Tensor{tensor.New(tensor.F32, 2, 3), tensor.New(tensor.F32, 2, 3)}
	_, err := p.Run(background(), []*tensor.Tensor{good[0], odd})
	s.says(err, "input #1", "multiple of 4 bytes")
	if into, ok := p.(backends.IntoRunner); ok {
		s.says(into.RunInto(background(), []*tensor.Tensor{odd, good[1]}, apart), "input #0", "multiple of 4 bytes")
		s.says(into.RunInto(background(), good, []*tensor.Tensor{apart[0], odd}), "output #1", "multiple of 4 bytes")
	}
	r := request.New(p)
	defer r.Close()
	s.says(r.SetInput(0, odd), "input #0", "multiple of 4 bytes")
	wrapped, err := tensor.Wrap(odd.Kind, odd.Shape, odd.Data)
	s.ok(err)
	s.ok(r.SetInput(0, wrapped))
	s.ok(r.SetInput(1, wrapped))
	s.ok(r.Do(background()))
}

// checkShapeError checks that an input of a wrong shape is an error, with one and with several
// threads, in a run and in a request. After the error, the request must have no results.
func checkShapeError(s *suite) {
	wrong := tensor.New(tensor.F32, 3, 3)
	for _, values := range []map[string]any{{backends.ThreadsProperty: 1}, {backends.ThreadsProperty: 2}, {backends.StreamsProperty: 1}} {
		p := s.compile(s.open(), chain, values)
		s.runs(p, 1)
		in := chainInputs(2)
		out, err := p.Run(background(), []*tensor.Tensor{in[0], wrong})
		s.says(err, "input #1", "tensor<3x3xf32>")
		if out != nil {
			s.Error("a failed run has results")
		}
		r := request.New(p)
		s.ok(r.SetInput(0, in[0]))
		s.ok(r.SetInput(1, in[1]))
		s.ok(r.Do(background()))
		s.says(r.SetInput(1, wrong), "input #1", "tensor<3x3xf32>")
		was := in[1].Shape
		in[1].Shape = []int64{3, 2} // after the request received this input
		s.says(r.Do(background()), "input #1", "tensor<3x2xf32>")
		if _, err := r.Output(0); err == nil {
			s.Error("after a failed run, the request still has the result of an earlier run")
		}
		in[1].Shape = was
		s.ok(r.Do(background()))
		s.gave(r, chainWants(in))
		s.ok(r.Close())
	}
}

// checkRecovery checks that a run succeeds after a run with a missing input, and after a run of a
// request whose context had ended.
func checkRecovery(s *suite) {
	for _, threads := range []int{1, 2} {
		s.recovers(s.compile(s.open(), chain, map[string]any{backends.ThreadsProperty: threads}))
	}
}

func (s *suite) recovers(p backends.Program) {
	r := request.New(p)
	defer r.Close()
	for i, t := range chainInputs(5) {
		s.ok(r.SetInput(i, t))
	}
	for n := range 8 {
		if _, err := p.Run(background(), chainInputs(n)[:1]); err == nil {
			s.Fatal("a run with a missing input returned no error")
		}
		s.runs(p, n)
		ctx, cancel := context.WithCancel(background())
		cancel()
		if err := r.Do(ctx); !errors.Is(err, context.Canceled) {
			s.Fatalf("a run whose context had ended returned %v", err)
		}
		if _, err := r.Output(0); err == nil {
			s.Fatal("after a failed run, the request has a result")
		}
		s.ok(r.Do(background()))
		s.gave(r, chainWants(chainInputs(5)))
	}
}

// checkTrim checks that runs are correct after Trim. Consecutive runs share scratch memory. The
// first run after Trim must allocate this memory again.
func checkTrim(s *suite) {
	p := s.compile(s.open(), chain, nil)
	trim := optional[backends.Trimmer](s, p, "trim")
	for n := range 3 {
		s.runs(p, n)
		trim.Trim()
	}
	into := optional[backends.IntoRunner](s, p, "run-into")
	in, out := chainInputs(2), chainInputs(0)
	run := func() { s.ok(into.RunInto(background(), in, out)) }
	steady, trimmed := testing.AllocsPerRun(20, run), testing.AllocsPerRun(20, func() { trim.Trim(); run() })
	if trimmed <= steady {
		s.Errorf("Trim freed nothing: each run needs %v allocations, and %v after Trim", steady, trimmed)
	}
	s.equal(out, chainWants(in))
}

// checkClose checks that Close waits for runs and prevents later runs, and that closing twice is
// not an error. A closed request must report that it is closed.
func checkClose(s *suite) {
	p := s.compile(s.open(), chain, nil)
	h := hold()
	defer h.release(nil)
	ran, closed := make(chan error, 1), make(chan error, 1)
	go func() { _, err := p.Run(h, chainInputs(1)); ran <- err }()
	<-h.at
	go func() { closed <- p.Close() }()
	select {
	case <-closed:
		s.Fatal("Close did not wait for the run")
	case <-time.After(10 * time.Millisecond):
	}
	h.release(nil)
	s.ok(<-ran)
	s.ok(<-closed)
	_, err := p.Run(background(), chainInputs(1))
	s.is(err, backends.ErrClosed, "a run after Close")
	r, _ := s.request(nil)
	s.ok(r.Close())
	s.is(r.Do(background()), backends.ErrClosed, "a request after Close")
}
