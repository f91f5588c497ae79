package nnvm_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/cache"
	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/backends/device"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/frontends/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/analysis/same"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/lowering/buffers"
	lowerstablehlo "github.com/lathe-ir/lathe/lowering/stablehlo"
	"github.com/lathe-ir/lathe/passes"
	"github.com/lathe-ir/lathe/passes/infershapes"
	"github.com/lathe-ir/lathe/passes/statevalues"
)

// TestR42 builds graphs with a Builder.
func TestR42(t *testing.T) {
	g := nnvm.NewBuilder(registry(t))
	x := g.Variable("x", nil)
	y := g.Op("dense", "fc", nnvm.Dict{"units": "30"}, nil, x)
	end := g.Scope(nnvm.Dict{"ctx": "gpu"})
	bn := g.Op("batch_norm", "bn", nil, nil, y[0])
	end()
	end = g.Prefix("net_")
	z := g.Op("exp", "", nil, map[string]*ir.Value{"data": bn[0]})
	end()
	w := g.Op("elemwise_add", "", nil, nil, z[0], z[0])
	w = g.Op("elemwise_add", "", nnvm.Dict{"gpu": "1"}, nil, w[0], w[0])
	f, err := g.Finish(w...)
	if err != nil {
		t.Fatal(err)
	}
	internals, values := nnvm.Internals(f)
	for _, c := range []struct {
		what      string
		got, want any
	}{
		{"all inputs", nnvm.Inputs(f, nnvm.All), []string{"x", "fc_weight", "fc_bias", "bn_gamma", "bn_beta", "bn_moving_mean", "bn_moving_var"}},
		{"auxiliary", nnvm.Inputs(f, nnvm.Auxiliary), []string{"bn_moving_mean", "bn_moving_var"}},
		{"read only", nnvm.Inputs(f, nnvm.ReadOnly), []string{"x", "fc_weight", "fc_bias", "bn_gamma", "bn_beta"}},
		{"outputs", nnvm.Outputs(f), []string{"elemwise_add1_output"}},
		{"internals", internals, []string{"x", "fc_weight", "fc_bias", "fc_output", "bn_gamma", "bn_beta", "bn_moving_mean",
			"bn_moving_var", "bn_output", "net_exp0_output", "elemwise_add0_output", "elemwise_add1_output"}},
		{"an internal", values["fc_output"], y[0]},
		{"attributes", nnvm.Attributes(f, false), nnvm.Dict{"gpu": "1"}},
		{"all attributes", nnvm.Attributes(f, true), nnvm.Dict{"fc_weight$units": "30", "fc_bias$units": "30", "fc$units": "30", "bn$ctx": "gpu",
			"bn_gamma$ctx": "gpu", "bn_beta$ctx": "gpu", "bn_moving_mean$ctx": "gpu", "bn_moving_var$ctx": "gpu", "elemwise_add1$gpu": "1"}},
	} {
		if d := cmp.Diff(c.want, c.got, cmp.Comparer(func(a, b *ir.Value) bool { return a == b })); d != "" {
			t.Errorf("%s: %s", c.what, d)
		}
	}
	// The function is equal to the function that is parsed from its JSON text.
	if d := same.Compare(f.Op, read(t, write(t, f)).Op, same.Options{Graph: true}); d != nil {
		t.Error(d)
	}

	// A graph is inserted into another graph. One variable is replaced by name, and the others are
	// shared.
	h := nnvm.NewBuilder(registry(t))
	a := h.Op("relu", "r", nil, nil, h.Variable("input", nil))
	first := h.Call(f, map[string]*ir.Value{"x": a[0]})
	second := h.Call(f, map[string]*ir.Value{"x": first[0]})
	whole, err := h.Finish(append(second, first...)...) // the results of both calls, like NNVM's Group
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{"input", "fc_weight", "fc_bias", "bn_gamma", "bn_beta", "bn_moving_mean", "bn_moving_var"}, nnvm.Inputs(whole, nnvm.All)); d != "" {
		t.Error(d)
	}
	if n := len(nnvm.Outputs(whole)); n != 2 {
		t.Errorf("got %d outputs, expected 2", n)
	}
}

// TestR42Errors makes mistakes, which Finish must report. The last two cases have no mistake: a
// dense operator with use_bias=False must not get a bias.
func TestR42Errors(t *testing.T) {
	for _, c := range []struct {
		name  string
		build func(g *nnvm.Builder, x *ir.Value)
		err   string
	}{
		{"an operand missing", func(g *nnvm.Builder, x *ir.Value) { g.Op("elemwise_add", "a", nil, nil, x) }, "does not give the operator 'a' its operand 'rhs'"},
		{"too many operands", func(g *nnvm.Builder, x *ir.Value) { g.Op("exp", "a", nil, nil, x, x) }, "2 operands, but it takes 1"},
		{"an unknown operand", func(g *nnvm.Builder, x *ir.Value) {
			g.Op("exp", "a", nil, map[string]*ir.Value{"data": x, "date": x})
		}, "an operand 'date', which it does not have"},
		{"an operand twice", func(g *nnvm.Builder, x *ir.Value) { g.Op("exp", "a", nil, map[string]*ir.Value{"data": x}, x) }, "its operand 'data' twice"},
		{"an unknown operator", func(g *nnvm.Builder, x *ir.Value) { g.Op("exq", "a", nil, nil, x) }, "'exq', which is not known"},
		{"a bad parameter", func(g *nnvm.Builder, x *ir.Value) { g.Op("dense", "a", nnvm.Dict{"units": "many"}, nil, x) }, "parameter 'units' must be"},
		{"a bad shape", func(g *nnvm.Builder, x *ir.Value) { g.Variable("v", nnvm.Dict{"shape": "2 by 2"}) }, `"2 by 2" is not a shape`},
		{"a change of a value that is not a variable", func(g *nnvm.Builder, x *ir.Value) {
			y := g.Op("exp", "y", nil, nil, x)
			g.Op("_assign", "a", nil, nil, y[0], x)
		}, "changes a value that is not a variable"},
		{"no bias", func(g *nnvm.Builder, x *ir.Value) {
			if v := g.Op("dense", "a", nnvm.Dict{"units": "3", "use_bias": " False"}, nil, x); v[0].Def().NumOperands() != 2 {
				panic("a bias was added")
			}
		}, ""},
		{"no bias in the scope", func(g *nnvm.Builder, x *ir.Value) {
			g.Scope(nnvm.Dict{"use_bias": "False"})
			if v := g.Op("dense", "a", nnvm.Dict{"units": "3"}, nil, x); v[0].Def().NumOperands() != 2 {
				panic("a bias was added")
			}
		}, ""},
	} {
		g := nnvm.NewBuilder(registry(t))
		c.build(g, g.Variable("x", nil))
		_, err := g.Finish()
		if (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: got error %v, want %q", c.name, err, c.err)
		}
	}
}

// TestR43 saves parameters and loads them again.
func TestR43(t *testing.T) {
	params := map[string]*tensor.Tensor{}
	for i, k := range []tensor.Kind{
		tensor.F16, tensor.F32, tensor.F64, tensor.I8, tensor.I16, tensor.I32, tensor.I64, tensor.U8, tensor.U16, tensor.U32, tensor.U64,
	} {
		v := tensor.New(k, int64(i), 3)
		for j := range v.Data {
			v.Data[j] = byte(j*7 + i)
		}
		params["p"+k.String()] = v
	}
	params["scalar"] = tensor.New(tensor.F32)
	var b bytes.Buffer
	if err := nnvm.SaveParams(&b, params); err != nil {
		t.Fatal(err)
	}
	text := b.Bytes()
	got, err := nnvm.LoadParams(bytes.NewReader(text))
	if err != nil || len(got) != len(params) {
		t.Fatalf("got %d parameters and error %v, expected all parameters", len(got), err)
	}
	for n, v := range params {
		if w := got[n]; w == nil || !w.Equal(v) {
			t.Errorf("%s is %v, want %v", n, w, v)
		}
	}
	for i := range text {
		if _, err := nnvm.LoadParams(bytes.NewReader(text[:i])); err == nil || !strings.HasPrefix(err.Error(), "byte ") {
			t.Fatalf("the first %d bytes: got error %v, expected one with a byte offset", i, err)
		}
	}
	rng := rand.New(rand.NewPCG(4, 3))
	for range 2000 {
		damaged := bytes.Clone(text)
		damaged[rng.IntN(len(damaged))] ^= byte(1 + rng.IntN(255))
		nnvm.LoadParams(bytes.NewReader(damaged)) // must neither panic nor allocate much memory
	}
	if err := nnvm.SaveParams(&b, map[string]*tensor.Tensor{"b": tensor.New(tensor.I1, 4)}); err == nil {
		t.Error("SaveParams accepted a tensor of booleans")
	}
}

// TestR35 prints a graph with the inferred facts of each value, and parses the text again.
func TestR35(t *testing.T) {
	f := read(t, nodes("[4, 0, 0]", "null x shape=(1,1,10,20) dtype=0", "__add_scalar__ a scalar=1.0 | [0, 0, 0]", "null y_weight", "null y_bias",
		"conv2d y channels=10 kernel_size=(3,3) | [1, 0, 0], [2, 0, 0], [3, 0, 0]"))
	infer(t, f)
	text := printed(t, f)
	for _, want := range []string{
		`%arg2: tensor<10xf32> {nnvm.name = "y_bias"}`,
		`%a = nnvm.__add_scalar__(%arg0) {nnvm.name = "a", scalar = 1.000000e+00 : f64} : (tensor<1x1x10x20xf32>) -> tensor<1x1x10x20xf32>`,
		`%y = nnvm.conv2d(%a, %arg1, %arg2)`, "kernel_size = array<i64: 3, 3>", "-> tensor<1x10x8x18xf32>",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the text lacks %s:\n%s", want, text)
		}
	}
	if again := printed(t, reparse(t, f)); again != text {
		t.Error(cmp.Diff(text, again))
	}
}

// TestR29 plans memory for a graph whose shapes are not inferred. The error must name the missing
// fact and the pass that provides it. An unknown pass must stop the pipeline before it starts.
func TestR29(t *testing.T) {
	known, err := passes.NewKnown([]passes.Pass{buffers.PoolsPass(), infershapes.Pass(), statevalues.Pass()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ pipeline, err string }{
		{"plan-pools", "pass 'plan-pools' needs 'shape', which does not hold here; 'infer-shapes' provides it: run that pass first"},
		{"infer-shapes,plan-memory", "'plan-memory' does not refer to a registered pass or pass pipeline"},
		{"infer-shapes,plan-pools", ""},
	} {
		f := read(t, nodes("[1, 0, 0]", "null x shape=(2,) dtype=0", "exp e | [0, 0, 0]"))
		before := printed(t, f)
		p, err := passes.Parse("builtin.module("+"func.func("+c.pipeline+"))", known)
		if err == nil {
			err = (&passes.Manager{Known: known}).Run(context.Background(), f.Op.Parent(), p)
		}
		if (err == nil) != (c.err == "") || err != nil && !strings.Contains(diag.All(err)[0].Message, c.err) {
			t.Errorf("%s: got error %v, want %q", c.pipeline, err, c.err)
		}
		if err != nil && printed(t, f) != before {
			t.Errorf("%s: the program was changed in spite of the error", c.pipeline)
		}
	}
}

// TestR41Request checks that a variable keeps its value between runs of one request.Request.
func TestR41Request(t *testing.T) {
	f := read(t, nodes("[2, 0, 0]", "null w shape=(2,) dtype=0", "__add_scalar__ a scalar=1.0 | [0, 0, 0]", "_assign s | [0, 0, 1], [1, 0, 0]"))
	infer(t, f)
	if n, _ := statevalues.Func(f); n != 1 {
		t.Fatalf("got %d variables, expected 1", n)
	}
	if err := lowerstablehlo.Expand(t.Context(), f.Op.Parent()); err != nil {
		t.Fatal(err)
	}
	m, _ := ir.As[ir.Module](f.Op.Parent())
	for _, backend := range []string{"ref", "vm"} {
		e, err := compile.Module(t.Context(), m, compile.Options{Backend: backend})
		if err != nil {
			t.Fatal(err)
		}
		defer e.Close()
		r := e.NewRequest()
		defer r.Close()
		if names := r.Variables(); len(names) != 1 {
			t.Fatalf("got the variables %q, expected one", names)
		}
		if err := r.SetVariable(r.Variables()[0], tensor.FromSlice([]int64{2}, []float32{5, 7})); err != nil {
			t.Fatal(err)
		}
		for run := range 3 {
			if err := r.Do(t.Context()); err != nil {
				t.Fatal(err)
			}
			got, err := r.Output(0)
			if err != nil || got.Float(0) != float64(6+run) || got.Float(1) != float64(8+run) {
				t.Errorf("%s: run %d returned %v and error %v", backend, run, got, err)
			}
		}
	}
}

// TestR40Cache compiles a graph three times. The last two times must use the cache. A graph with
// other shapes must not use this entry of the cache.
func TestR40Cache(t *testing.T) {
	graph := func(shape string) ir.Module {
		f := read(t, nodes("[3, 0, 0]", "null y shape="+shape+" dtype=0", "null x shape="+shape+" dtype=0",
			"broadcast_add a | [0, 0, 0], [1, 0, 0]", "exp e | [2, 0, 0]"))
		infer(t, f)
		if err := lowerstablehlo.Expand(t.Context(), f.Op.Parent()); err != nil {
			t.Fatal(err)
		}
		m, _ := ir.As[ir.Module](f.Op.Parent())
		return m
	}
	r := backends.NewRegistry(compile.Backends(), backends.Config{})
	defer r.Close()
	b, err := r.Open(device.Named("vm"))
	if err != nil {
		t.Fatal(err)
	}
	c := cache.Open(t.TempDir(), cache.Options{})
	hits := 0
	for _, shape := range []string{"(10,1)", "(10,1)", "(10,2)", "(10,1)"} {
		p, result, err := c.Compile(context.Background(), b, graph(shape), backends.CompileOptions{})
		if err != nil {
			t.Fatal(err)
		}
		p.Close()
		if result.Hit {
			hits++
		}
	}
	if hits != 2 {
		t.Errorf("got %d cache hits, want 2", hits)
	}
}

// TestR44 builds a graph a hundred times, writes it, and runs passes. All texts must be equal.
func TestR44(t *testing.T) {
	once := ""
	for range 100 {
		g := nnvm.NewBuilder(registry(t))
		x := g.Variable("x", nnvm.Dict{"shape": "(2, 3, 8, 8)", "dtype": "0", "z": "1", "a": "2"})
		y := g.Op("conv2d", "c", nnvm.Dict{"channels": "4", "kernel_size": "(3, 3)", "q": "1", "b": "2"}, nil, x)
		y = g.Op("batch_norm", "bn", nil, nil, y[0])
		f, err := g.Finish(g.Op("relu", "", nil, nil, y[0])...)
		if err != nil {
			t.Fatal(err)
		}
		text := everything(t, f)
		if once == "" {
			once = text
		}
		if text != once {
			t.Fatal(cmp.Diff(once, text))
		}
	}
}

func everything(t *testing.T, f fn.Func) string {
	t.Helper()
	text := write(t, f)
	known, err := passes.NewKnown(allPasses(), nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := passes.Parse("builtin.module(func.func(correct-layout,infer-shapes,simplify-inference,infer-shapes,fold-scale-axis{assume-positive=true},infer-shapes,fusion-groups,plan-pools))", known)
	if err != nil {
		t.Fatal(err)
	}
	if err := (&passes.Manager{Known: known}).Run(context.Background(), f.Op.Parent(), p); err != nil {
		t.Fatal(err)
	}
	return text + printed(t, f)
}
