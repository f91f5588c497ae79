package conformance

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/request"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// checkTensors checks that a request's tensors can be set and read by name. An unknown name, an
// output before a run, and a wrong tensor are errors.
func checkTensors(s *suite) {
	p := s.compile(s.open(), chain, nil)
	optional[backends.Named](s, p, "names")
	r := request.New(p)
	defer r.Close()
	in := chainInputs(7)
	s.says(r.SetTensor("z", in[0]), "'z'", "x, y, out, sum")
	_, err := r.Tensor("outt")
	s.says(err, "'outt'")
	s.says(r.Do(background()), "input #0 ('x')", "missing")
	s.ok(r.SetTensor("x", in[0]))
	s.says(r.SetTensor("y", tensor.New(tensor.F32, 2, 2)), "input #1 ('y')", "tensor<2x2xf32>")
	s.ok(r.SetTensor("y", in[1]))
	_, err = r.Tensor("out")
	s.says(err, "has not run")
	mine := tensor.New(tensor.F32, 2, 3)
	s.ok(r.SetTensor("out", mine))
	s.ok(r.Do(background()))
	s.gave(r, chainWants(in))
	if got, err := r.Tensor("out"); err != nil || got != mine {
		s.Errorf("the result is not in the tensor that was set as the output (%v)", err)
	}
}

// checkBatchLayout checks that a batch can be set for an input even without the attribute
// lathe.name. The first dimension is always the batch. OpenVINO needs a layout that says which
// dimension is the batch.
func checkBatchLayout(s *suite) {
	plain := strings.NewReplacer(` {lathe.name = "x"}`, "", ` {lathe.name = "y"}`, "").Replace(chain)
	p := s.compile(s.open(), plain, nil)
	names := optional[backends.Named](s, p, "names").InputNames()
	r := request.New(p)
	defer r.Close()
	in := chainInputs(4)
	for i, name := range names {
		var rows []*tensor.Tensor
		for k := range 2 {
			rows = append(rows, tensor.FromSlice([]int64{1, 3}, tensor.Slice[float32](in[i])[3*k:3*k+3]))
		}
		s.ok(r.SetTensors(name, rows))
	}
	s.ok(r.Do(background()))
	s.gave(r, chainWants(in))
}

// checkBatch checks that a batch for an input has one tensor for each index of the input's first
// dimension. The first dimension of each tensor must be 1.
func checkBatch(s *suite) {
	p := s.compile(s.open(), chain, nil)
	optional[backends.Named](s, p, "names")
	r := request.New(p)
	defer r.Close()
	in := chainInputs(3)
	x := tensor.Slice[float32](in[0])
	rows := []*tensor.Tensor{tensor.FromSlice([]int64{1, 3}, x[:3]), tensor.FromSlice([]int64{1, 3}, x[3:])}
	s.says(r.SetTensors("x", rows[:1]), "input #0 ('x')", "1 tensors")
	s.says(r.SetTensors("x", []*tensor.Tensor{rows[0], in[0]}), "tensor 1 of input #0", "tensor<1x3xf32>")
	s.says(r.SetTensors("x", []*tensor.Tensor{rows[0], nil}), "tensor 1 of input #0", "missing")
	s.says(r.SetTensors("x", nil), "input #0 ('x')", "0 tensors")
	s.says(r.SetTensors("z", rows), "'z'", "x, y, out, sum")
	s.says(r.SetTensors("out", rows), "'out' is an output")
	s.ok(r.SetTensors("x", rows))
	s.ok(r.SetInput(1, in[1]))
	s.ok(r.Do(background()))
	s.gave(r, chainWants(in))
}

// checkState checks that a variable keeps its value between the runs of a request, belongs to
// that request, and has its initial value after Reset.
func checkState(s *suite) { s.accumulates(s.compile(s.open(), counter, nil)) }

// The method "accumulates" fails the check unless the variable of p, a program of the constant
// "counter", keeps its value between runs.
func (s *suite) accumulates(p backends.Program) {
	s.Helper()
	optional[backends.Stateful](s, p, "state")
	r, other := request.New(p), request.New(p)
	defer r.Close()
	defer other.Close()
	x := chainInputs(2)[0]
	s.says(r.SetInput(1, x), "'acc'")
	s.ok(r.SetInput(0, x))
	s.ok(other.SetInput(0, x))
	expect := func(r *request.Request, times, initial float32) {
		s.Helper()
		acc, err := r.Variable("acc")
		s.ok(err)
		double, err := r.Output(1)
		s.ok(err)
		for i, v := range tensor.Slice[float32](x) {
			want := initial + times*v
			if got, twice := tensor.Slice[float32](acc)[i], tensor.Slice[float32](double)[i]; got != want || twice != 2*want {
				s.Fatalf("acc[%d] is %v and the output, twice this value, is %v; expected acc to be %v", i, got, twice, want)
			}
		}
	}
	s.ok(r.Do(background()))
	s.ok(r.Do(background()))
	expect(r, 2, 1)
	s.ok(other.Do(background()))
	expect(other, 1, 1)
	s.ok(r.Reset())
	s.ok(r.Do(background()))
	expect(r, 1, 1)
	s.ok(r.SetVariable("acc", tensor.New(tensor.F32, 2, 3)))
	s.ok(r.Do(background()))
	expect(r, 1, 0)
	s.variablesOf(r)
	ctx, cancel := context.WithCancel(background())
	cancel()
	if err := r.Do(ctx); !errors.Is(err, context.Canceled) {
		s.Errorf("a run whose context had ended returned %v", err)
	}
	s.ok(r.Do(background())) // continues from the value before the failed run
	expect(r, 2, 0)
}

// variablesOf fails unless "acc" is the only variable of r.
func (s *suite) variablesOf(r *request.Request) {
	s.Helper()
	s.says(r.SetVariable("acc", tensor.New(tensor.F32, 2)), "'acc'")
	_, err := r.Variable("none")
	s.says(err, "'none'")
	if names := r.Variables(); !slices.Equal(names, []string{"acc"}) {
		s.Errorf("the variables are %v", names)
	}
}
