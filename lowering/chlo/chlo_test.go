package chlo_test

import (
	"context"
	"fmt"
	"math"
	"math/cmplx"
	"testing"

	"github.com/lathe-ir/lathe/dialects"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/lowering/chlo"
	"github.com/lathe-ir/lathe/passes"
)

func run(t *testing.T, text string, ps []passes.Pass, in ...*tensor.Tensor) []*tensor.Tensor {
	t.Helper()
	reg, err := ir.NewRegistry(dialects.All()...)
	if err != nil {
		t.Fatal(err)
	}
	m, err := asm.Parse(reg, diag.NewSource("test", []byte(text)), asm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := &passes.Pipeline{Anchor: "builtin.module"}
	if err := (&passes.Manager{}).Run(context.Background(), m, p.Add(ps...)); err != nil {
		t.Fatal(err)
	}
	out, err := interp.Run(context.Background(), m.RegionAt(0).Entry().First(), in)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

var legalize = []passes.Pass{chlo.LegalizePass()}

func unary(name, elem, result string, n int) string {
	return fmt.Sprintf("func.func @main(%%x: tensor<%dx%s>) -> tensor<%dx%s> { %%0 = %s %%x : tensor<%dx%s> -> tensor<%dx%s> return %%0 : tensor<%dx%s> }",
		n, elem, n, result, name, n, elem, n, result, n, result)
}

// TestFunctions compares the formulas of chlo-legalize-to-stablehlo with the more accurate
// functions of the interpreter.
func TestFunctions(t *testing.T) {
	wide := []float64{-30, -8.5, -3.75, -2.2, -1, -0.7, -0.25, -1e-3, 1e-3, 0.2, 0.5, 0.9, 1, 1.5, 2.25, 6.5, 9, 40, math.Inf(1), math.NaN()}
	unit := []float64{-0.999, -0.5, -1e-4, 1e-4, 0.3, 0.75, 0.9999}
	above := []float64{1, 1.0001, 1.5, 3, 100, 1e30}
	for _, c := range []struct {
		name string
		at   []float64
		abs  float64 // the tolerance for f32, as a multiple of max(1, |value|)
	}{
		{"acos", unit, 1e-6}, {"asin", unit, 1e-6}, {"atanh", unit, 2e-6}, {"erf_inv", unit, 5e-6}, {"acosh", above, 1e-6}, {"asinh", wide, 1e-6}, {"atan", wide, 1e-6},
		{"bessel_i1e", wide, 1e-6}, {"cosh", wide[:18], 1e-5}, {"sinh", wide[:18], 1e-5}, {"tan", wide, 2e-5}, {"digamma", wide[1:18], 2e-4}, {"erf", wide, 1e-6}, {"erfc", wide, 1e-6},
		{"lgamma", wide[1:18], 2e-4}, {"square", wide, 1e-6}, {"is_inf", wide, 0}, {"is_pos_inf", wide, 0}, {"is_neg_inf", wide, 0},
	} {
		for elem, factor := range map[string]float64{"f32": 1, "f64": 1e-4, "f16": 2e3, "bf16": 2e4} {
			k := map[string]tensor.Kind{"f32": tensor.F32, "f64": tensor.F64, "f16": tensor.F16, "bf16": tensor.BF16}[elem]
			x := tensor.New(k, int64(len(c.at)))
			for i, v := range c.at {
				x.SetFloat(i, v)
			}
			result := elem
			if c.abs == 0 {
				result = "i1"
			}
			text := unary("chlo."+c.name, elem, result, len(c.at))
			want, got := run(t, text, nil, x)[0], run(t, text, legalize, x)[0]
			for i := range c.at {
				w, g := want.Float(i), got.Float(i)
				if math.IsNaN(w) && math.IsNaN(g) || w == g {
					continue
				}
				if d := math.Abs(w-g) / max(1, math.Abs(w)); !(d <= c.abs*factor) {
					t.Errorf("%s of %s at %v: got %v, want %v", c.name, elem, x.Float(i), g, w)
				}
			}
		}
	}
}

// TestComplex compares the formulas for complex numbers with the functions of the interpreter.
func TestComplex(t *testing.T) {
	at := []complex128{0.5 + 0.25i, -0.5 + 2i, 3 - 4i, -1e-3 - 1e-3i, 1e10 + 1i, -2 + 1e-9i, 0.9 + 1e-7i}
	for _, name := range []string{"acos", "acosh", "asin", "asinh", "atan", "atanh", "conj", "square", "tan", "cosh", "sinh"} {
		points := at
		if name == "cosh" || name == "sinh" || name == "tan" {
			points = at[:4]
		}
		compareComplex(t, "chlo."+name, legalize, points)
	}
}

// TestComplexMath compares functions before and after stablehlo-complex-math-expander. The
// arguments include points where squares overflow or terms cancel.
func TestComplexMath(t *testing.T) {
	at := []complex128{0.5 + 0.25i, -0.5 + 2i, 3 - 4i, -1e-3 - 1e-3i, 1e30 + 1e30i, -2 + 1e-9i, 0.6 + 0.8i, -0.6 + 0.8i, -1 + 1e-3i, 1e-30 + 1e-38i, 2 + 0i}
	for _, name := range []string{"log", "log_plus_one", "sqrt", "exponential"} {
		points := at
		if name == "exponential" {
			points = at[:4]
		}
		compareComplex(t, "stablehlo."+name, []passes.Pass{chlo.ComplexMathPass()}, points)
	}
}

func compareComplex(t *testing.T, name string, ps []passes.Pass, points []complex128) {
	t.Helper()
	for elem, tolerance := range map[string]float64{"complex<f32>": 2e-5, "complex<f64>": 1e-12} {
		k := map[string]tensor.Kind{"complex<f32>": tensor.C64, "complex<f64>": tensor.C128}[elem]
		x := tensor.New(k, int64(len(points)))
		for i, v := range points {
			x.SetComplex(i, v)
		}
		n := len(points)
		text := fmt.Sprintf("func.func @main(%%x: tensor<%dx%s>) -> tensor<%dx%s> { %%0 = \"%s\"(%%x) : (tensor<%dx%s>) -> tensor<%dx%s> return %%0 : tensor<%dx%s> }",
			n, elem, n, elem, name, n, elem, n, elem, n, elem)
		want, got := run(t, text, nil, x)[0], run(t, text, ps, x)[0]
		for i := range points {
			if w, g := want.Complex(i), got.Complex(i); !(cmplx.Abs(w-g) <= tolerance*max(1, cmplx.Abs(w))) {
				t.Errorf("%s of %s at %v: got %v, want %v", name, elem, x.Complex(i), g, w)
			}
		}
	}
}
