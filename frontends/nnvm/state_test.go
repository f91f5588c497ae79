package nnvm_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/analysis/index"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes/fusiongroups"
	"github.com/lathe-ir/lathe/passes/infershapes"
	"github.com/lathe-ir/lathe/passes/ordermutation"
	"github.com/lathe-ir/lathe/passes/precompute"
	"github.com/lathe-ir/lathe/passes/statevalues"

	"github.com/lathe-ir/lathe/dialects/fn"
	dialect "github.com/lathe-ir/lathe/dialects/nnvm"
)

// nodes returns the text of a graph in NNVM's layout. Each line describes a node: op name attrs |
// inputs | control dependencies.
func nodes(heads string, lines ...string) string {
	var b strings.Builder
	b.WriteString("{\n  \"nodes\": [")
	var args, rows []string
	count := 0
	rows = append(rows, "0")
	for i, l := range lines {
		if i > 0 {
			b.WriteString(", ")
		}
		parts := strings.Split(l, "|")
		words := strings.Fields(parts[0])
		b.WriteString("\n    {\n      \"op\": \"" + words[0] + "\", \n      \"name\": \"" + words[1] + "\", ")
		if attrs := words[2:]; len(attrs) > 0 {
			b.WriteString("\n      \"attrs\": {")
			sep, end := "", ""
			if len(attrs) > 1 {
				sep, end = "\n        ", "\n      "
			}
			for k, a := range attrs {
				key, value, _ := strings.Cut(a, "=")
				if k > 0 {
					b.WriteString(", ")
				}
				b.WriteString(sep + `"` + key + `": "` + strings.ReplaceAll(value, ",", ", ") + `"`)
			}
			b.WriteString(end + "}, ")
		}
		inputs := ""
		if len(parts) > 1 {
			inputs = strings.TrimSpace(parts[1])
		}
		b.WriteString("\n      \"inputs\": [" + inputs + "]")
		if len(parts) > 2 {
			b.WriteString(", \n      \"control_deps\": [" + strings.TrimSpace(parts[2]) + "]")
		}
		b.WriteString("\n    }")
		switch words[0] {
		case "null":
			args = append(args, itoa(i))
			count++
		case "batch_norm":
			count += 3
		case "dropout", "split":
			count += 2
		default:
			count++
		}
		rows = append(rows, itoa(count))
	}
	b.WriteString("\n  ], \n  \"arg_nodes\": " + list(args) + ", \n  \"node_row_ptr\": " + list(rows) + ", \n  \"heads\": [" + heads + "]\n}")
	return b.String()
}

// list formats a list as dmlc does: with a line for each element if there are more than ten.
func list(s []string) string {
	if len(s) <= 10 {
		return "[" + strings.Join(s, ", ") + "]"
	}
	return "[\n    " + strings.Join(s, ", \n    ") + "\n  ]"
}

// mutation returns a graph that reads x, changes it, and reads it again.
func mutation(deps1, deps2 string) string {
	return nodes("[3, 0, 0], [4, 0, 0]",
		"null x",
		"exp conv | [0, 0, 0]",
		"elemwise_add add1 | [1, 0, 0], [0, 0, 0]",
		"elemwise_add add2 | [2, 0, 0], [0, 0, 1]"+deps2,
		"_assign assign | [0, 0, 1], [2, 0, 0]"+deps1)
}

// TestR27 orders reads and changes of a variable.
func TestR27(t *testing.T) {
	f := read(t, mutation("", ""))
	// The versions alone determine the order of the operations, not the order of the heads.
	var order []string
	for op := range f.Entry().Ops() {
		order = append(order, op.Name())
	}
	if d := cmp.Diff([]string{"nnvm.exp", "nnvm.elemwise_add", "nnvm._assign", "nnvm.elemwise_add", "func.return"}, order); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(mutation("", ""), write(t, f)); d != "" {
		t.Error(d)
	}
	if x := index.EntriesOf(f.Entry()); len(x.Mutable) != 1 || x.Nodes[x.Mutable[0]].Arg != f.Entry().Arg(0) {
		t.Errorf("got mutable nodes %v, expected the node of x", x.Mutable)
	}
	if n := ordermutation.Block(f.Entry()); n != 3 {
		t.Errorf("got %d dependencies, expected 3", n)
	}
	if err := ir.Verify(f.Op); err != nil {
		t.Error(err)
	}
	text := printed(t, f)
	for _, want := range []string{"nnvm.after %assign, %conv :", "nnvm.after %assign, %add1 :", "nnvm.after %add2, %assign :"} {
		if !strings.Contains(text, want) {
			t.Errorf("the text lacks %s:\n%s", want, text)
		}
	}
	// add2 depends on assign, so assign comes first.
	want := nodes("[4, 0, 0], [3, 0, 0]",
		"null x",
		"exp conv | [0, 0, 0]",
		"elemwise_add add1 | [1, 0, 0], [0, 0, 0]",
		"_assign assign | [0, 0, 1], [2, 0, 0] | 1, 2",
		"elemwise_add add2 | [2, 0, 0], [0, 0, 1] | 3")
	if d := cmp.Diff(want, write(t, f)); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(want, write(t, reparse(t, read(t, want)))); d != "" {
		t.Error(d)
	}
}

// TestR27Writes orders successive changes of a variable, with and without reads between them.
func TestR27Writes(t *testing.T) {
	f := read(t, nodes("[2, 0, 0], [3, 0, 0], [5, 0, 0], [6, 0, 0]",
		"null x", "null y",
		"_assign w1 | [0, 0, 1], [1, 0, 0]",
		"exp r1 | [0, 0, 1]",
		"log r2 | [0, 0, 1]",
		"_assign w2 | [0, 0, 2], [4, 0, 0]",
		"_assign w3 | [0, 0, 3], [1, 0, 0]"))
	ordermutation.Block(f.Entry())
	text := printed(t, f)
	for _, want := range []string{"%r1, %w1 :", "%r2, %w1 :", "%w2, %r1 :", "%w2, %r2 :", "%w3, %w2 :"} {
		if strings.Count(text, "nnvm.after "+want) != 1 {
			t.Errorf("the text lacks %s:\n%s", want, text)
		}
	}
	if n := strings.Count(text, "nnvm.after"); n != 5 {
		t.Errorf("got %d dependencies, expected 5:\n%s", n, text)
	}
	if n := ordermutation.Block(read(t, dense).Entry()); n != 0 {
		t.Errorf("got %d dependencies, but no variable changes", n)
	}
}

// TestR41 runs a graph twice. The second run starts with the state that the first run left.
func TestR41(t *testing.T) {
	shape := " shape=(2,3) dtype=0"
	f := read(t, nodes("[5, 0, 0]",
		"null w2"+shape, "null w"+shape,
		"__add_scalar__ a scalar=1.0 | [1, 0, 0]",
		"_assign s | [1, 0, 1], [2, 0, 0]",
		"__add_scalar__ b scalar=1.0 | [3, 0, 0]",
		"_assign s2 | [0, 0, 1], [4, 0, 0]"))
	if _, _, err := infershapes.Func(f); err != nil {
		t.Fatal(err)
	}
	if n, _ := statevalues.Func(f); n != 2 {
		t.Fatalf("got %d variables, expected 2", n)
	}
	if err := ir.Verify(f.Op); err != nil {
		t.Fatal(err)
	}
	state := []*tensor.Tensor{filled(0, 2, 3), filled(5, 2, 3)} // w2, w
	for run := range 2 {
		out, err := interp.Run(context.Background(), f.Op, state)
		if err != nil {
			t.Fatal(err)
		}
		for i := range state {
			to, _ := f.ArgAttrs(i).Get(fn.StateAttr).Int()
			state[i] = out[to]
		}
		if got, want := state[0].Float(0), 5+2+float64(run); got != want || out[0].Float(0) != want {
			t.Errorf("run %d: w2 is %v, want %v", run, got, want)
		}
	}
}

func filled(v float64, shape ...int64) *tensor.Tensor {
	x := tensor.New(tensor.F32, shape...)
	for i := range x.NumElements() {
		x.SetFloat(i, v+float64(i)/8)
	}
	return x
}

// TestR38 precomputes x + 1 for a parameter x.
func TestR38(t *testing.T) {
	shape := " shape=(2,3) dtype=0"
	text := nodes("[5, 0, 0]",
		"null y"+shape, "null x"+shape, "__add_scalar__ x1 scalar=1.0 | [1, 0, 0]",
		"elemwise_add add1 | [0, 0, 0], [2, 0, 0]",
		"null a"+shape, "elemwise_add add2 | [3, 0, 0], [4, 0, 0]")
	in := map[string]*tensor.Tensor{"y": filled(1, 2, 3), "x": filled(2, 2, 3), "a": filled(4, 2, 3)}
	whole := read(t, text)
	want := run(t, whole, in)

	f := read(t, text)
	infer(t, f)
	pre, split, err := precompute.Split(f, []string{"x", "a"})
	if err != nil || !split {
		t.Fatalf("got split = %t and error %v, expected true and no error", split, err)
	}
	if err := ir.Verify(f.Op.Parent()); err != nil {
		t.Fatal(err)
	}
	if n := len(pre.FunctionType().Results); n != 1 {
		t.Errorf("the precomputed part has %d results, expected 1", n)
	}
	in["x1"] = run(t, pre, in)[0]
	if got := names(f); got != "y a x1" {
		t.Errorf("got arguments %s, expected y a x1", got)
	}
	if got := run(t, f, in); !got[0].Equal(want[0]) {
		t.Errorf("got result %v, want %v", got[0], want[0])
	}
	if groups, err := fusiongroups.Form(f, 1, nil); err != nil || f.Entry().NumArgs()+groups != 4 {
		t.Errorf("after fusion, the main graph has %d nodes, want 4 (error %v)", f.Entry().NumArgs()+groups, err)
	}

	f = read(t, text)
	before := printed(t, f)
	if _, split, err := precompute.Split(f, []string{"a"}); split || err != nil || printed(t, f) != before {
		t.Errorf("no operation can be precomputed: got split = %t, error %v or a changed graph, expected an unchanged graph", split, err)
	}
	clash := read(t, text)
	dialect.SetName(clash.Entry().First(), "a")
	if _, _, err := precompute.Split(clash, []string{"x"}); err == nil || !strings.Contains(err.Error(), "an argument called 'a', but there is already one of this name") {
		t.Errorf("got error %v, expected one about the argument 'a'", err)
	}
}

func names(f fn.Func) string {
	var s []string
	for _, a := range f.Entry().Args() {
		s = append(s, nameOf(a))
	}
	return strings.Join(s, " ")
}

func inferred(f fn.Func) (shapes, elems int, err error) { return infershapes.Func(f) }

func infer(t testing.TB, f fn.Func) {
	t.Helper()
	if shapes, elems, err := infershapes.Func(f); err != nil || shapes+elems > 0 {
		t.Fatalf("%d shapes and %d types are not known: %v\n%s", shapes, elems, err, printed(t, f))
	}
}

// run infers types and runs f. The tensors of arguments are given by name.
func run(t testing.TB, f fn.Func, in map[string]*tensor.Tensor) []*tensor.Tensor {
	t.Helper()
	infer(t, f)
	var ts []*tensor.Tensor
	for _, a := range f.Entry().Args() {
		v := in[nameOf(a)]
		if v == nil {
			t.Fatalf("the test has no tensor for argument %q", nameOf(a))
		}
		ts = append(ts, v)
	}
	out, err := interp.Run(context.Background(), f.Op, ts)
	if err != nil {
		t.Fatalf("%v\n%s", err, printed(t, f))
	}
	return out
}

// TestR34TwiceChanged writes and reads a batch_norm whose mean and variance are the same variable.
func TestR34TwiceChanged(t *testing.T) {
	text, err := export(t, `%x: tensor<2x3xf32> {nnvm.name = "x"}, %g: tensor<3xf32> {nnvm.name = "g"}, %m: tensor<3xf32> {nnvm.name = "m"}`, "",
		"  %b:3 = nnvm.batch_norm(%x, %g, %g, %m, %m) : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<*x!nnvm.any>, tensor<3xf32>, tensor<3xf32>)\n"+
			"  return %b#0 : tensor<*x!nnvm.any>\n")
	if err != nil || !strings.Contains(text, "[2, 0, 1], [2, 0, 2]") {
		t.Fatalf("got error %v and the text\n%s", err, text)
	}
	if again := write(t, read(t, text)); again != text {
		t.Errorf("the graph that was read is written as\n%s", again)
	}
}
