package nnvm_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/analysis/same"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes/fusiongroups"
	"github.com/lathe-ir/lathe/passes/precompute"
)

// short builds a graph from lines "%y = op(%x, …) attributes", and returns the last value. An
// argument is "x:2x3", or "x" if its shape is unknown. "x!positive" sets nnvm.positive.
func short(t testing.TB, args string, lines ...string) fn.Func {
	t.Helper()
	const u = "tensor<*x!nnvm.any>"
	var params []string
	types := map[string]string{}
	for _, a := range strings.Fields(args) {
		n, shape, known := strings.Cut(a, ":")
		name, extra, _ := strings.Cut(n, "!")
		types[name] = u
		if known {
			types[name] = "tensor<" + shape + "xf32>"
		}
		if extra != "" {
			extra = ", nnvm." + extra
		}
		params = append(params, fmt.Sprintf("%%%s: %s {nnvm.name = %q%s}", name, types[name], name, extra))
	}
	var b strings.Builder
	last := ""
	for _, l := range lines {
		dst, rest, _ := strings.Cut(l, " = ")
		op, rest, _ := strings.Cut(rest, "(")
		in, attrs, _ := strings.Cut(rest, ")")
		var ins []string
		for v := range strings.SplitSeq(in, ", ") {
			if v = strings.TrimPrefix(v, "%"); types[v] != "" {
				ins = append(ins, types[v])
			} else if v != "" {
				ins = append(ins, u)
			}
		}
		outs := u
		switch op {
		case "batch_norm":
			dst, outs = dst+":3", strings.Repeat(u+", ", 2)+u
		case "dropout", "multibox_transform_loc":
			dst, outs = dst+":2", u+", "+u
		case "split":
			dst, outs = dst+":3", strings.Repeat(u+", ", 2)+u
		}
		last, _, _ = strings.Cut(dst, ":")
		fmt.Fprintf(&b, "  %s = nnvm.%s(%s)%s : (%s) -> (%s)\n", dst, op, in, attrs, strings.Join(ins, ", "), outs)
		if strings.Contains(dst, ":") {
			last += "#0"
		}
	}
	text := fmt.Sprintf("func.func @main(%s) -> %s {\n%s  return %s : %s\n}", strings.Join(params, ", "), u, b.String(), last, u)
	m, err := asm.Parse(registry(t), diag.NewSource("t.mlir", []byte(text)), asm.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	f, _ := ir.As[fn.Func](m.RegionAt(0).Entry().First())
	if shapes, elems, err := inferred(f); err != nil || shapes+elems > 0 {
		t.Fatalf("%d shapes and %d types are not known: %v\n%s", shapes, elems, err, printed(t, f))
	}
	return f
}

// equal compares graphs, ignoring names and other attributes that begin with "nnvm.".
func equal(t testing.TB, what string, got, want fn.Func) {
	t.Helper()
	for _, f := range []fn.Func{got, want} {
		if _, _, err := inferred(f); err != nil {
			t.Fatal(err)
		}
	}
	d := same.Compare(got.Op, want.Op, same.Options{Graph: true, Ignore: func(a string) bool { return strings.HasPrefix(a, "nnvm.") }})
	if d != nil {
		t.Errorf("%s: %s\n%s\nwant\n%s", what, d.Reason, printed(t, got), printed(t, want))
	}
}

// TestR30Kinds runs relu on the six element types that NNVM's tests use.
func TestR30Kinds(t *testing.T) {
	for _, kind := range []string{"f32", "f64", "i32", "i16", "i8", "i64"} {
		text := "func.func @main(%x: tensor<2x3x" + kind + "> {nnvm.name = \"x\"}) -> tensor<*x!nnvm.any> {\n" +
			"  %0 = nnvm.relu(%x) : (tensor<2x3x" + kind + ">) -> tensor<*x!nnvm.any>\n  return %0 : tensor<*x!nnvm.any>\n}"
		m, err := asm.Parse(registry(t), diag.NewSource("t.mlir", []byte(text)), asm.Options{})
		if err != nil {
			t.Fatal(err)
		}
		f, _ := ir.As[fn.Func](m.RegionAt(0).Entry().First())
		x := tensor.New(f.Entry().Arg(0).Type().Kind(), 2, 3)
		for i := range 6 {
			if x.Kind.IsFloat() {
				x.SetFloat(i, float64(i-3))
			} else {
				x.SetInt(i, int64(i-3))
			}
		}
		y := run(t, f, map[string]*tensor.Tensor{"x": x})[0]
		for i := range 6 {
			got := float64(0)
			if x.Kind.IsFloat() {
				got = y.Float(i)
			} else {
				got = float64(y.Int(i))
			}
			if want := float64(max(i-3, 0)); got != want || y.Kind != x.Kind {
				t.Errorf("%s: element %d is %v, want %v", kind, i, got, want)
			}
		}
	}
}

// TestR39 fuses groups by pattern. The expected numbers of nodes count arguments and groups, as in
// NNVM's graphs.
func TestR39(t *testing.T) {
	depthwise := "{channels = 32 : i64, groups = 32 : i64, kernel_size = array<i64: 3, 3>, padding = array<i64: 1, 1>}"
	for _, c := range []struct {
		name, args string
		lines      []string
		level, n   int
	}{
		{"x·2, flatten, +1", "x:10x2x3", []string{"%a = __mul_scalar__(%x) {scalar = 2.0}", "%b = flatten(%a)", "%c = __add_scalar__(%b) {scalar = 1.0}"}, 1, 2},
		{"conv, +1, flatten, +1", "x:1x32x18x18 w:32x1x3x3 b:32", []string{"%a = conv2d(%x, %w, %b) " + depthwise,
			"%c = __add_scalar__(%a) {scalar = 1.0}", "%d = flatten(%c)", "%e = __add_scalar__(%d) {scalar = 1.0}"}, 1, 5},
		{"flatten, +1, sum", "x:32x1x18x18", []string{"%a = flatten(%x)", "%b = __add_scalar__(%a) {scalar = 1.0}", "%c = sum(%b) {axis = array<i64: 1>}"}, 1, 2},
		{"exp(x + y)", "x:10x128 y:10x128", []string{"%a = broadcast_add(%y, %x)", "%b = exp(%a)"}, 1, 3},
		{"exp(x + y) at level 0", "x:10x128 y:10x128", []string{"%a = broadcast_add(%y, %x)", "%b = exp(%a)"}, 0, 4},
		{"a value with two readers ends its group", "x:4", []string{"%a = exp(%x)", "%b = log(%a)", "%c = elemwise_add(%a, %b)"}, 1, 3},
		{"a dense whose result is broadcast is not fused", "x:2x3 w:4x3 y:5x2x4", []string{"%a = dense(%x, %w) {units = 4 : i64}", "%b = broadcast_add(%y, %a)"}, 1, 5},
		{"at most one dense in a group", "x:2x3 w:4x3", []string{"%a = dense(%x, %w) {units = 4 : i64}", "%b = dense(%x, %w) {units = 4 : i64}", "%c = elemwise_add(%a, %b)"}, 1, 4},
		{"after x + 1 was precomputed", "y:10x10 x:10x10 a:10x10", []string{"%x1 = __add_scalar__(%x) {scalar = 1.0, nnvm.name = \"x1\"}", "%b = elemwise_add(%y, %x1)", "%c = elemwise_add(%b, %a)"}, 1, 4},
	} {
		f := short(t, c.args, c.lines...)
		if strings.HasPrefix(c.name, "after") {
			if _, split, err := precompute.Split(f, []string{"x", "a"}); !split || err != nil {
				t.Fatal(split, err)
			}
		}
		groups, err := fusiongroups.Form(f, c.level, nil)
		if got := f.Entry().NumArgs() + groups; err != nil || got != c.n {
			t.Errorf("%s: got %d nodes, want %d (error %v)\n%s", c.name, got, c.n, err, printed(t, f))
		}
		convex(t, f)
	}
	reg := registry(t)
	for seed := range uint64(200) {
		f := randomGraph(reg, rand.New(rand.NewPCG(seed, 39)))
		if _, err := fusiongroups.Form(f, 1, nil); err != nil {
			t.Fatal(err)
		}
		convex(t, f)
	}
}

// convex checks by brute force that no path leaves a group and returns to it, and that only one
// operation of a group has uses outside.
func convex(t testing.TB, f fn.Func) {
	t.Helper()
	group := map[*ir.Op]string{}
	for op := range f.Entry().Ops() {
		group[op], _ = cluster.Group(op)
	}
	roots := map[string]*ir.Op{}
	for op := range f.Entry().Ops() {
		g := group[op]
		if g == "" {
			continue
		}
		for v := range op.Results() {
			for u := range v.Uses() {
				if group[u.Owner()] != g {
					if r := roots[g]; r != nil && r != op {
						t.Fatalf("two operations of group %s are read outside:\n%s", g, printed(t, f))
					}
					roots[g] = op
				}
			}
		}
		seen := map[*ir.Op]bool{}
		var walk func(o *ir.Op, left bool)
		walk = func(o *ir.Op, left bool) {
			for v := range o.Results() {
				for u := range v.Uses() {
					w := u.Owner()
					if left && group[w] == g {
						t.Fatalf("a path leaves group %s and comes back:\n%s", g, printed(t, f))
					}
					if out := left || group[w] != g; out && !seen[w] {
						seen[w] = true
						walk(w, true)
					}
				}
			}
		}
		walk(op, false)
	}
}

func randomGraph(reg *ir.Registry, rng *rand.Rand) fn.Func {
	typ := ir.Tensor(ir.F32(), 4, 4)
	b := ir.NewBuilder(reg)
	f := fn.New(b, "main", []ir.Type{typ, typ}, nil)
	b.AtEnd(f.Entry())
	vs := slices.Clone(f.Entry().Args())
	names := []string{"exp", "flatten", "elemwise_add", "broadcast_mul", "matmul", "softmax", "elemwise_add", "relu", "sum"}
	for range 5 + rng.IntN(25) {
		name := names[rng.IntN(len(names))]
		in := []*ir.Value{vs[rng.IntN(len(vs))]}
		if strings.HasPrefix(name, "elemwise") || strings.HasPrefix(name, "broadcast") || name == "matmul" {
			in = append(in, vs[max(0, len(vs)-1-rng.IntN(3))])
		}
		op := b.Op("nnvm."+name, ir.Init{Operands: in, Results: []ir.Type{typ}})
		vs = append(vs, op.Result())
	}
	fn.NewReturn(b, vs[len(vs)-1], vs[len(vs)/2])
	return f
}
