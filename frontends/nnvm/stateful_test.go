package nnvm_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes/foldscale"
	"github.com/lathe-ir/lathe/passes/gradient"
	"github.com/lathe-ir/lathe/passes/ordermutation"
	"github.com/lathe-ir/lathe/passes/placedevice"
	"github.com/lathe-ir/lathe/passes/precompute"
	"github.com/lathe-ir/lathe/passes/simplifyinference"
	"github.com/lathe-ir/lathe/passes/statevalues"
)

// stateful is a random graph that changes its variables, with its expected results.
type stateful struct {
	rng   *rand.Rand
	lines []string
	value map[entryOf]float64 // the first element of each value
	last  map[int]int         // the last version of each variable
	outs  []int               // nodes whose results later nodes can read, including variables
	heads []entryOf
}

// entryOf is a node and, for a variable, its version.
type entryOf struct{ node, version int }

func (e entryOf) String() string { return fmt.Sprintf("[%d, 0, %d]", e.node, e.version) }

// start holds the initial values of the variables.
var start = []float64{0.5, -0.75}

func randomStateful(seed uint64) *stateful {
	g := &stateful{rng: rand.New(rand.NewPCG(seed, 1)), value: map[entryOf]float64{}, last: map[int]int{}}
	for i, v := range start {
		g.lines = append(g.lines, fmt.Sprintf("null v%d dtype=0 shape=(2,3)", i))
		g.value[entryOf{i, 0}] = v
		g.last[i] = 0
		g.outs = append(g.outs, i)
	}
	for range 3 + g.rng.IntN(10) {
		g.node()
	}
	g.heads = append(g.heads, g.pick())
	for n, l := range g.lines {
		if strings.HasPrefix(l, "_assign") {
			g.heads = append(g.heads, entryOf{n, 0})
		}
	}
	if v := g.rng.IntN(2 * len(start)); v < len(start) {
		g.heads = append(g.heads, entryOf{v, g.rng.IntN(g.last[v] + 1)})
	}
	return g
}

// pick returns a random node of outs, with the last version if it is a variable.
func (g *stateful) pick() entryOf {
	n := g.outs[g.rng.IntN(len(g.outs))]
	return entryOf{n, g.last[n]}
}

func (g *stateful) node() {
	n := len(g.lines)
	x, y := g.pick(), g.pick()
	a, b := g.value[x], g.value[y]
	op, in, made := "", x.String(), 0.0
	switch g.rng.IntN(8) {
	case 0:
		op, made = "tanh n%d", math.Tanh(a)
	case 1:
		op, made = "negative n%d", -a
	case 2:
		op, made = "__add_scalar__ n%d scalar=2.0", a+2
	case 3:
		op, made = "dropout n%d rate=0.5", a
	case 4:
		op, in, made = "elemwise_mul n%d", in+", "+y.String(), a*b
	case 5:
		op, in, made = "elemwise_add n%d", in+", "+y.String(), a+b
	default:
		v := g.rng.IntN(len(start))
		g.last[v]++
		set := entryOf{v, g.last[v]}
		op, in, made = "_assign n%d", set.String()+", "+in, a
		g.value[set] = a
	}
	op = fmt.Sprintf(op, n)
	if g.rng.IntN(3) == 0 && !strings.HasPrefix(op, "_assign") {
		op += fmt.Sprintf(" ctx_group=g%d", g.rng.IntN(2))
	}
	line := op + " | " + in
	if n > len(start) && g.rng.IntN(6) == 0 {
		line += fmt.Sprintf(" | %d", len(start)+g.rng.IntN(n-len(start)))
	}
	g.lines = append(g.lines, line)
	g.value[entryOf{n, 0}] = made
	g.outs = append(g.outs, n)
}

func (g *stateful) text() string {
	var heads []string
	for _, h := range g.heads {
		heads = append(heads, h.String())
	}
	return nodes(strings.Join(heads, ", "), g.lines...)
}

func filledWith(v float64) *tensor.Tensor {
	x := tensor.New(tensor.F32, 2, 3)
	for i := range x.NumElements() {
		x.SetFloat(i, v)
	}
	return x
}

func startValues() map[string]*tensor.Tensor {
	in := map[string]*tensor.Tensor{}
	for i, v := range start {
		in[fmt.Sprint("v", i)] = filledWith(v)
	}
	return in
}

// values runs f after statevalues.Func, which represents the state of variables as values.
func values(t *testing.T, f fn.Func, in map[string]*tensor.Tensor) []float64 {
	t.Helper()
	infer(t, f)
	statevalues.Func(f)
	for op := f.Entry().First(); op != nil; {
		next := op.Next()
		if c, ok := ir.As[cluster.Copy](op); ok { // the interpreter has one device
			op.Result().ReplaceAllUses(c.Input())
			op.Erase()
		}
		op = next
	}
	if err := ir.Verify(f.Op); err != nil {
		t.Fatal(err)
	}
	var out []float64
	for _, v := range run(t, f, in) {
		out = append(out, v.Float(0))
	}
	return out
}

func nearly(a, b float64) bool { return math.Abs(a-b) <= 1e-4*(1+math.Abs(a)+math.Abs(b)) }

// TestR27Stateful runs random graphs that change their variables, before and after each pass. A
// simulation that stores each version computes the expected results.
func TestR27Stateful(t *testing.T) {
	for seed := range uint64(120) {
		g := randomStateful(seed)
		for _, pass := range []struct {
			name  string
			apply func(f fn.Func, in map[string]*tensor.Tensor) error
		}{
			{"none", func(fn.Func, map[string]*tensor.Tensor) error { return nil }},
			{"order-mutation", func(f fn.Func, _ map[string]*tensor.Tensor) error { ordermutation.Block(f.Entry()); return nil }},
			{"simplify-inference", func(f fn.Func, _ map[string]*tensor.Tensor) error { simplifyinference.Func(f); return nil }},
			{"fold-scale-axis", func(f fn.Func, _ map[string]*tensor.Tensor) error { foldscale.Func(f, true); return nil }},
			{"place-device", func(f fn.Func, _ map[string]*tensor.Tensor) error {
				err := placedevice.Func(f, "ctx_group", map[string]string{"g0": "vm", "g1": "ref"}, "vm")
				if err != nil && strings.Contains(err.Error(), "which is on") {
					return nil // an operation changes a variable that is on another device
				}
				return err
			}},
			{"precompute-split", func(f fn.Func, in map[string]*tensor.Tensor) error {
				pre, split, err := precompute.Split(f, []string{"v0", "v1"})
				if split {
					for i, v := range run(t, pre, in) {
						in[nameOf(f.Entry().Arg(f.Entry().NumArgs()-pre.Entry().Last().NumOperands()+i))] = v
					}
				}
				return err
			}},
		} {
			f := read(t, g.text())
			infer(t, f)
			in := startValues()
			if err := pass.apply(f, in); err != nil {
				t.Fatalf("seed %d: %s: %v", seed, pass.name, err)
			}
			if err := ir.Verify(f.Op.Parent()); err != nil {
				t.Fatalf("seed %d: %s: %v\n%s", seed, pass.name, err, printed(t, f))
			}
			out := values(t, f, in)
			for i, h := range g.heads {
				if want := g.value[h]; !nearly(out[i], want) {
					t.Errorf("seed %d: %s: result %d is %v, want %v, of %s", seed, pass.name, i, out[i], want, g.text())
				}
			}
		}
	}
}

// TestR33Stateful computes gradients of random graphs that change their variables. They must be
// equal to the gradients after statevalues.Func, which removes the state. A graph without gradient
// must stay unchanged.
func TestR33Stateful(t *testing.T) {
	taken, left := 0, 0
	for seed := range uint64(120) {
		g := randomStateful(seed)
		mirror := func(op *ir.Op) bool { return seed%2 == 0 && op.Name() != "nnvm.elemwise_add" }
		with := func(state bool) ([]float64, error) {
			f := read(t, g.text())
			infer(t, f)
			simplifyinference.Func(f)
			infer(t, f)
			if !state {
				statevalues.Func(f)
				last := f.Entry().Last()
				last.SetOperands(last.OperandList()[:len(g.heads)])
				f.SetFunctionType(f.FunctionType().Inputs, last.OperandTypes())
				f.SetResultAttrs(nil)
			}
			args := f.Entry().NumArgs()
			before := printed(t, f)
			if err := gradient.Func(f, gradient.Options{Mirror: mirror}); err != nil {
				if left++; printed(t, f) != before {
					t.Errorf("seed %d: the graph without a gradient was changed to\n%sfrom\n%s", seed, printed(t, f), before)
				}
				return nil, err
			}
			if err := ir.Verify(f.Op); err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, printed(t, f))
			}
			return values(t, f, startValues())[:args], nil
		}
		got, err := with(true)
		want, none := with(false)
		if (err == nil) != (none == nil) {
			t.Errorf("seed %d: got error %v with state and error %v without", seed, err, none)
			continue
		}
		for i := range want {
			taken++
			if !nearly(got[i], want[i]) {
				t.Errorf("seed %d: gradient %d is %v, want %v, of %s", seed, i, got[i], want[i], g.text())
			}
		}
	}
	if taken < 50 || left < 50 {
		t.Errorf("only %d gradients were compared and %d graphs had none, expected at least 50 of each", taken, left)
	}
}
