package compile_test

import (
	"context"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/backends/hetero"
	"github.com/lathe-ir/lathe/backends/host"
	"github.com/lathe-ir/lathe/backends/ref"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// careless is a backend whose programs return the results of the function "gives", even if they are
// invalid. If the function is nil, Compile returns no program.
type careless struct {
	backends.Backend
	gives func() []*tensor.Tensor
	own   bool // the programs are of type carelessProgram instead of *host.Function
}

func (c careless) Compile(ctx context.Context, m ir.Module, o backends.CompileOptions) (backends.Program, error) {
	switch {
	case c.gives == nil && c.own:
		return (*host.Function)(nil), nil
	case c.gives == nil:
		return nil, nil
	}
	p, err := c.Backend.Compile(ctx, m, o)
	if err != nil || c.own {
		return carelessProgram{p, c.gives}, err
	}
	f, err := fn.Entry(m, o.Entry)
	if err != nil {
		return nil, err
	}
	s, err := c.Backend.(interface {
		Settings(map[string]any) (*backends.Settings, error)
	}).Settings(nil)
	if err != nil {
		return nil, err
	}
	return host.NewFunction(f, s, func(context.Context, []*tensor.Tensor) ([]*tensor.Tensor, error) { return c.gives(), nil })
}

// carelessProgram is a program without optional interfaces.
type carelessProgram struct {
	backends.Program
	gives func() []*tensor.Tensor
}

func (p carelessProgram) Run(context.Context, []*tensor.Tensor) ([]*tensor.Tensor, error) {
	return p.gives(), nil
}

// TestCareless checks the errors for missing programs and invalid results. They name the backend,
// except in requests, and the partition if the program is divided.
func TestCareless(t *testing.T) {
	for what, test := range map[string]struct {
		gives func() []*tensor.Tensor
		says  string
	}{
		"no program": {nil, "neither a program nor an error"},
		"nothing":    {func() []*tensor.Tensor { return nil }, "returned a wrong number of results: expected 2, but got 0"},
		"too few":    {func() []*tensor.Tensor { return []*tensor.Tensor{tensor.New(tensor.F32, 4)} }, "returned a wrong number of results: expected 2, but got 1"},
		"nil":        {func() []*tensor.Tensor { return make([]*tensor.Tensor, 2) }, "returned nil as result #0"},
		"a kind": {func() []*tensor.Tensor { return []*tensor.Tensor{tensor.New(tensor.F32, 4), tensor.New(tensor.F64, 4)} },
			"result #1 must be 'tensor<4xf32>', but got 'tensor<4xf64>'"},
		"a shape": {func() []*tensor.Tensor {
			return []*tensor.Tensor{tensor.New(tensor.F32, 2, 2), tensor.New(tensor.F32, 4)}
		},
			"result #0 must be 'tensor<4xf32>', but got 'tensor<2x2xf32>'"},
	} {
		for _, own := range []bool{false, true} {
			factory := backends.Factory{Name: "careless", Open: func(cfg backends.Config) (backends.Backend, error) {
				b, err := ref.Factory().Open(cfg)
				return careless{b, test.gives, own}, err
			}}
			for _, o := range []compile.Options{
				{Backend: "careless"}, {Backend: "careless", CacheDir: t.TempDir()}, {Devices: []string{"careless"}}, {Devices: []string{"careless"}, Properties: map[string]any{hetero.ModeProperty: hetero.Asynchronous}},
			} {
				o.Backends = []backends.Factory{factory, hetero.Factory()}
				for how, err := range carelessRuns(t, o) {
					if err == nil || !strings.Contains(err.Error(), test.says) || how != "request" && !strings.Contains(err.Error(), "backend '") {
						t.Errorf("%s, %s, own program %v, devices %v: got %v", what, how, own, o.Devices, err)
					}
					if len(o.Devices) > 0 && err != nil && !strings.Contains(err.Error(), "partition ") {
						t.Errorf("%s, %s: the error names no partition: %v", what, how, err)
					}
				}
			}
		}
	}
}

// TestDynamicOutputs passes RunInto an output of shape 3x2 for a result of shape 2x3 and type
// tensor<?x?xf32>. This must be an error.
func TestDynamicOutputs(t *testing.T) {
	text := `func.func @main(%n: tensor<2xi64>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %0 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<2xi64>) -> tensor<?x?xf32>
  %1 = stablehlo.add %0, %0 : tensor<?x?xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?x?xf32>
}`
	own := backends.Factory{Name: "own", Open: func(cfg backends.Config) (backends.Backend, error) {
		b, err := ref.Factory().Open(cfg)
		return careless{b, func() []*tensor.Tensor {
			return []*tensor.Tensor{tensor.New(tensor.F32, 2, 3), tensor.New(tensor.F32, 2, 3)}
		}, true}, err
	}}
	for _, o := range []compile.Options{{Backend: "ref"}, {Backend: "own"}, {Devices: []string{"ref.0", "ref.1"}}} {
		o.Backends = append(factories(), own)
		e, err := compile.Module(t.Context(), parseText(t, text), o)
		if err != nil {
			t.Fatal(err)
		}
		defer e.Close()
		n := tensor.FromSlice([]int64{2}, []int64{2, 3})
		for _, shape := range [][]int64{{2, 3}, {3, 2}} {
			err := e.RunInto(t.Context(), []*tensor.Tensor{n}, []*tensor.Tensor{tensor.New(tensor.F32, 2, 3), tensor.New(tensor.F32, shape...)})
			switch {
			case shape[0] == 2 && err != nil:
				t.Errorf("%s%v: %v", o.Backend, o.Devices, err)
			case shape[0] == 3 && (err == nil || !strings.Contains(err.Error(), "output #1 must be 'tensor<2x3xf32>', but got 'tensor<3x2xf32>'")):
				t.Errorf("%s%v: output #1 has the shape %v, but RunInto returned %v", o.Backend, o.Devices, shape, err)
			}
		}
	}
}

// carelessRuns compiles a program of one cluster and runs it in four ways. It returns the error of
// each way, or the error of the compilation with the key "compile".
func carelessRuns(t *testing.T, o compile.Options) map[string]error {
	e, err := compile.Module(t.Context(), parseText(t, strings.Replace(sumAndDifference, "subtract %a", "subtract %0", 1)), o)
	if err != nil {
		return map[string]error{"compile": err}
	}
	defer e.Close()
	in := []*tensor.Tensor{tensor.New(tensor.F32, 4), tensor.New(tensor.F32, 4)}
	_, ran := e.Run(t.Context(), in...)
	_, donated := e.RunDonating(t.Context(), in, []bool{false, false})
	into := e.RunInto(t.Context(), in, newOutputs(e))
	r := e.NewRequest()
	defer r.Close()
	for i := range in {
		if err := r.SetInput(i, in[i]); err != nil {
			t.Fatal(err)
		}
	}
	return map[string]error{"run": ran, "donating": donated, "into": into, "request": r.Do(t.Context())}
}

// TestInputTypes checks the errors if Options.Inputs has fewer types than the program has inputs,
// or a zero type.
func TestInputTypes(t *testing.T) {
	m := parseText(t, `func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> { return %a : tensor<?xf32> }`)
	vector := ir.Tensor(ir.F32(), 3)
	for _, test := range []struct {
		inputs []ir.Type
		want   string
	}{
		{[]ir.Type{vector}, "expected 2 types, but got 1"},
		{[]ir.Type{vector, {}}, "but input #1 has none"},
	} {
		_, err := compile.Module(t.Context(), m, compile.Options{Inputs: test.inputs})
		if want := "needs a type in Options.Inputs for each input"; err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("got the error %v, want %s, %s", err, want, test.want)
		}
	}
}
