package stablehloopt_test

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/lathe-ir/lathe/dialects"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes"
	"github.com/lathe-ir/lathe/passes/stablehloopt"
)

func randomInput(r *rand.Rand, v value) *tensor.Tensor {
	kinds := map[string]tensor.Kind{"i32": tensor.I32, "ui8": tensor.U8, "i1": tensor.I1, "f32": tensor.F32, "i64": tensor.I64}
	var shape []int64
	for _, n := range v.shape {
		shape = append(shape, int64(n))
	}
	t := tensor.New(kinds[v.elem], shape...)
	for i := range t.NumElements() {
		switch v.elem {
		case "f32":
			t.SetFloat(i, pick(r, 0, math.Copysign(0, -1), 1, math.NaN(), math.Inf(1), r.NormFloat64()*8))
		case "i1":
			t.SetInt(i, int64(r.IntN(2)))
		default:
			t.SetInt(i, int64(r.IntN(9)-2))
		}
	}
	return t
}

// TestRandom runs random programs before and after each pass: 300 programs by default, 20,000 with
// LATHE_SWEEP=1. The results must be equal; +0 equals -0, and all NaNs are equal.
func TestRandom(t *testing.T) {
	reg, err := ir.NewRegistry(dialects.All()...)
	if err != nil {
		t.Fatal(err)
	}
	n := 300
	if os.Getenv("LATHE_SWEEP") != "" {
		n = 20000
	}
	ps := []passes.Pass{stablehloopt.FolderPass(), stablehloopt.SimplificationPass(), stablehloopt.Pass()}
	for seed := range n {
		g := &generator{r: rand.New(rand.NewPCG(uint64(seed), 3))}
		text, inputs := g.program()
		var in []*tensor.Tensor
		for _, v := range inputs {
			in = append(in, randomInput(g.r, v))
		}
		_, want := run(t, reg, text, in, nil)
		for _, p := range ps {
			after, got := run(t, reg, text, in, &p)
			for i := range want {
				if !same(want[i], got[i]) {
					t.Fatalf("seed %d: result %d is %v before and %v after the pass %s; the programs are\n%s\n%s", seed, i, want[i], got[i], p.Name, text, after)
				}
			}
		}
	}
}

// run evaluates @main after a pass, if there is one, and returns the program that ran.
func run(t *testing.T, reg *ir.Registry, text string, in []*tensor.Tensor, p *passes.Pass) (string, []*tensor.Tensor) {
	m, err := asm.Parse(reg, diag.NewSource("test.mlir", []byte(text)), asm.Options{})
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if p != nil {
		pipeline := &passes.Pipeline{Anchor: "builtin.module"}
		if err := (&passes.Manager{}).Run(context.Background(), m, pipeline.Add(*p)); err != nil {
			t.Fatalf("%s: %v in\n%s", p.Name, err, text)
		}
	}
	module, _ := ir.As[ir.Module](m)
	f, err := fn.Entry(module, "")
	if err != nil {
		t.Fatal(err)
	}
	out, err := interp.Run(context.Background(), f.Op, in)
	if err != nil {
		t.Fatalf("%v in\n%s", err, m)
	}
	return m.String(), out
}

func same(a, b *tensor.Tensor) bool {
	if a.Kind != b.Kind || !slices.Equal(a.Shape, b.Shape) {
		return false
	}
	for i := range a.NumElements() {
		if a.Kind.IsFloat() || a.Kind.IsComplex() {
			x, y := a.Complex(i), b.Complex(i)
			if !sameFloat(real(x), real(y)) || !sameFloat(imag(x), imag(y)) {
				return false
			}
			continue
		}
		if a.Int(i) != b.Int(i) {
			return false
		}
	}
	return true
}

func sameFloat(x, y float64) bool { return x == y || math.IsNaN(x) && math.IsNaN(y) }
