package engines_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/vm"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/lowering/linalg"
	"github.com/lathe-ir/lathe/lowering/pipeline"
	"github.com/lathe-ir/lathe/passes"
)

// TestEveryPass checks that random programs have the same results after each pass of the pipeline.
// It tries 25 programs, or 10,000 if LATHE_SWEEP is set. While a program still consists of graph
// operations, the reference interpreter runs it. Later, the test lowers a copy with the remaining
// mandatory passes, and runs the copy on vm.
func TestEveryPass(t *testing.T) {
	const each = 25
	n := 25
	if os.Getenv("LATHE_SWEEP") != "" {
		n = 10000
	}
	reg := registry(t)
	for seed := range n / each {
		if !t.Run(fmt.Sprint(seed), func(t *testing.T) { checkPasses(t, reg, uint64(seed), each) }) {
			break
		}
	}
}

func checkPasses(t *testing.T, reg *ir.Registry, seed uint64, programs int) {
	r := rand.New(rand.NewPCG(seed, 23))
	text, kinds := randomModule(r, programs)
	m := parse(t, reg, text)
	var in []*tensor.Tensor
	for _, k := range kinds {
		x := tensor.New(k, 21)
		edgeValues(r, x)
		in = append(in, x)
	}
	want := interpret(t, m, in)
	graph := true
	ps := pipeline.Passes(pipeline.Target{Name: "vm"}, pipeline.Options{})
	for i, p := range ps {
		apply(t, m, p)
		graph = graph && p.Name != linalg.Pass().Name
		var got []*tensor.Tensor
		if graph {
			got = interpret(t, m, in)
		} else {
			got = runRest(t, m, ps[i+1:], in)
		}
		for k := range want {
			for e := range want[k].NumElements() {
				if !equalBits(got[k], want[k], e) {
					t.Fatalf("seed %d: element %d is %s after %s, but %s before, in\n%s", seed, e, describe(got[k], e), p.Name, describe(want[k], e), backward(text, k))
				}
			}
		}
	}
}

// apply runs passes on m, and verifies m after each pass.
func apply(t *testing.T, m ir.Module, ps ...passes.Pass) {
	t.Helper()
	p := &passes.Pipeline{Anchor: "builtin.module"}
	if err := (&passes.Manager{}).Run(t.Context(), m.Op, p.Add(ps...)); err != nil {
		t.Fatal(err)
	}
}

func entry(t *testing.T, m ir.Module) fn.Func {
	t.Helper()
	f, err := fn.Entry(m, "")
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func interpret(t *testing.T, m ir.Module, in []*tensor.Tensor) []*tensor.Tensor {
	t.Helper()
	out, err := interp.Run(t.Context(), entry(t, m).Op, in)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// runRest applies the mandatory passes of ps to a copy of m, and runs the copy on vm.
func runRest(t *testing.T, m ir.Module, ps []passes.Pass, in []*tensor.Tensor) []*tensor.Tensor {
	t.Helper()
	m, _ = ir.As[ir.Module](ir.CloneModule(m.Op))
	optional := pipeline.Optional()
	apply(t, m, slices.DeleteFunc(slices.Clone(ps), func(p passes.Pass) bool { return slices.Contains(optional, p.Name) })...)
	b, err := vm.Factory().Open(backends.Config{Device: "vm", Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	p, err := b.Compile(t.Context(), m, backends.CompileOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	var words []*tensor.Tensor // inputs with signed types, since kernels have no unsigned types
	for i, arg := range entry(t, m).FunctionType().Inputs[:len(in)] {
		words = append(words, &tensor.Tensor{Kind: arg.Kind(), Shape: in[i].Shape, Data: in[i].Data})
	}
	out, err := p.Run(t.Context(), words)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
