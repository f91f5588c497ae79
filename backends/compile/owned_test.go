package compile_test

import (
	"context"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/backends/host"
	"github.com/lathe-ir/lathe/backends/ref"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

const absolute = `func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.abs %x : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}`

// TestResultsAreTheCallers changes the shape of a result, and the slices that Inputs and Outputs
// return. The shapes of the inputs that the program accepts must not change.
func TestResultsAreTheCallers(t *testing.T) {
	for _, p := range places("vm.0", "vm.1") {
		e := p.compiled(t, absolute)
		for _, w := range ways() {
			out, err := w.run(t.Context(), e, []*tensor.Tensor{tensor.New(tensor.F32, 2, 3)})
			if err != nil {
				t.Fatalf("%s, %s: %v", p.name, w.name, err)
			}
			out[0].Shape[0], out[0].Shape[1] = 3, 2
			e.Inputs()[0], e.Outputs()[0] = ir.F64(), ir.F64()
		}
		if _, err := e.Run(t.Context(), tensor.New(tensor.F32, 3, 2)); err == nil {
			t.Errorf("%s: the program accepts an input with the shape that the test gave to a result", p.name)
		}
		if _, err := e.Run(t.Context(), tensor.New(tensor.F32, 2, 3)); err != nil {
			t.Errorf("%s: %v", p.name, err)
		}
	}
}

// functions is a backend whose programs call a Go function.
type functions struct {
	backends.Backend
	call func(in []*tensor.Tensor) []*tensor.Tensor
	none bool // Compile returns a nil *host.Function
}

func (b functions) Compile(_ context.Context, m ir.Module, o backends.CompileOptions) (backends.Program, error) {
	if b.none {
		var f *host.Function
		return f, nil
	}
	f, err := fn.Entry(m, o.Entry)
	if err != nil {
		return nil, err
	}
	core, err := backends.NewCore(backends.Config{Device: "functions"}, backends.Info{Name: "functions", Version: "1"}, nil)
	if err != nil {
		return nil, err
	}
	s, err := core.Settings(nil)
	if err != nil {
		return nil, err
	}
	return host.NewFunction(f, s, func(_ context.Context, in []*tensor.Tensor) ([]*tensor.Tensor, error) { return b.call(in), nil })
}

func (functions) Info() backends.Info {
	return backends.Info{Name: "functions", Device: "functions", Version: "1"}
}

// function compiles text with the backend b.
func function(t *testing.T, b functions, text string) (*compile.Executable, error) {
	t.Helper()
	f := backends.Factory{Name: "functions", Open: func(cfg backends.Config) (_ backends.Backend, err error) {
		b.Backend, err = ref.Factory().Open(cfg)
		return b, err
	}}
	e, err := compile.Module(t.Context(), parseText(t, text), compile.Options{Backend: "functions", Backends: []backends.Factory{f}})
	if err == nil {
		t.Cleanup(func() { e.Close() })
	}
	return e, err
}

// TestFunctionsKeepApart checks a backend's function that writes to the shapes of its inputs and
// returns the same tensor in each run. The caller's input and the returned tensor must not change.
func TestFunctionsKeepApart(t *testing.T) {
	kept := tensor.New(tensor.F32, 2, 3)
	e, err := function(t, functions{call: func(in []*tensor.Tensor) []*tensor.Tensor {
		in[0].Shape[0] = 77
		return []*tensor.Tensor{kept}
	}}, absolute)
	if err != nil {
		t.Fatal(err)
	}
	x := tensor.New(tensor.F32, 2, 3)
	for range 2 {
		out, err := e.Run(t.Context(), x)
		if err != nil {
			t.Fatal(err)
		}
		out[0].Shape[0] = 5
	}
	if x.Shape[0] != 2 || kept.Shape[0] != 2 {
		t.Errorf("the input has the shape %v, and the backend's tensor has the shape %v, expected 2x3", x.Shape, kept.Shape)
	}
}

// TestResultsThatAreNotNew checks that each way to run a backend's function fails if the results
// share memory with an input or with each other. A nil *host.Function must be a compilation error.
func TestResultsThatAreNotNew(t *testing.T) {
	const two = `func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  return %x, %y : tensor<4xf32>, tensor<4xf32>
}`
	for want, call := range map[string]func(in []*tensor.Tensor) []*tensor.Tensor{
		"output #1 shares memory with input #0": func(in []*tensor.Tensor) []*tensor.Tensor {
			return []*tensor.Tensor{tensor.New(tensor.F32, 4), in[0]}
		},
		"outputs #0 and #1 share memory": func([]*tensor.Tensor) []*tensor.Tensor {
			one := tensor.New(tensor.F32, 4)
			return []*tensor.Tensor{one, one}
		},
	} {
		e, err := function(t, functions{call: call}, two)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range ways() {
			_, err := w.run(t.Context(), e, []*tensor.Tensor{tensor.New(tensor.F32, 4), tensor.New(tensor.F32, 4)})
			if err == nil || !strings.Contains(err.Error(), "backend 'functions' returned results that share memory: "+want) {
				t.Errorf("%s: got %v, want %q", w.name, err, want)
			}
		}
	}
	if _, err := function(t, functions{none: true}, two); err == nil || !strings.Contains(err.Error(), "neither a program nor an error") {
		t.Errorf("got %v", err)
	}
}
