package engines_test

import (
	"fmt"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/ir/tensor"
)

// edgePairs returns a tensor of complex numbers with all pairs of edge values as real and imaginary
// parts.
func edgePairs(kind tensor.Kind) *tensor.Tensor {
	parts := []float64{0, 1e-300, 1e-30, 1e-10, 0.3, 0.6417, 1 - 0x1p-53, 1, 1 + 0x1p-52, 1.5, 9, 11, 1e10, 1e30, 1e300, math.MaxFloat64, math.Inf(1), math.NaN()}
	for _, v := range parts {
		parts = append(parts, -v)
	}
	x := tensor.New(kind, int64(len(parts)*len(parts)))
	for i := range x.NumElements() {
		x.SetComplex(i, complex(parts[i/len(parts)], parts[i%len(parts)]))
	}
	return x
}

// functionsOf returns a program that applies functions of one operand to %x, and functions of two
// operands to %x and %y.
func functionsOf(typ string, one, two []string) string {
	var body, results, types []string
	for _, f := range append(one[:len(one):len(one)], two...) {
		operands, ins := "%x", typ
		if slices.Contains(two, f) {
			operands, ins = "%x, %y", typ+", "+typ
		}
		name := "%" + strings.TrimPrefix(strings.TrimPrefix(f, "chlo."), "stablehlo.")
		body = append(body, fmt.Sprintf("  %s = \"%s\"(%s) : (%s) -> %s\n", name, f, operands, ins, typ))
		results, types = append(results, name), append(types, typ)
	}
	return program("%x: "+typ+", %y: "+typ, strings.Join(body, ""), strings.Join(results, ", "), strings.Join(types, ", "))
}

// TestComplexExact checks that functions of complex numbers have equal bits on the engines. The
// parts of the numbers are all pairs of edge values.
func TestComplexExact(t *testing.T) {
	one := strings.Fields("chlo.acos chlo.acosh chlo.asin chlo.asinh chlo.atan chlo.atanh chlo.sinh chlo.cosh stablehlo.exponential stablehlo.exponential_minus_one " +
		"stablehlo.sine stablehlo.cosine stablehlo.tan stablehlo.tanh stablehlo.sqrt stablehlo.rsqrt stablehlo.cbrt stablehlo.logistic")
	two := strings.Fields("stablehlo.multiply stablehlo.divide stablehlo.power")
	for _, kind := range []tensor.Kind{tensor.C64, tensor.C128} {
		x := edgePairs(kind)
		y := x.Clone()
		rand.New(rand.NewPCG(1, 2)).Shuffle(y.NumElements(), func(i, j int) {
			a, b := y.Complex(i), y.Complex(j)
			y.SetComplex(i, b)
			y.SetComplex(j, a)
		})
		p := compile(t, fast(engines(t)), parse(t, registry(t), functionsOf(typeOf(x), one, two)))
		p.run(t, []*tensor.Tensor{x, y}, func(engine string, r, e int, got, want *tensor.Tensor) {
			t.Errorf("%s: %s of %v and %v is %s instead of %s", engine, append(one[:len(one):len(one)], two...)[r], x.Complex(e), y.Complex(e), describe(got, e), describe(want, e))
		})
	}
}

// TestComplexLog compares logarithms. Results of complex<f64> may have a relative difference of
// 4·2⁻⁵², since the interpreter computes the sums of squares with more bits than the other engines.
func TestComplexLog(t *testing.T) {
	for kind, bound := range map[tensor.Kind]float64{tensor.C64: 0, tensor.C128: 4 * 0x1p-52} {
		x := edgePairs(kind)
		text := functionsOf(typeOf(x), []string{"stablehlo.log", "stablehlo.log_plus_one"}, nil)
		p := compile(t, fast(engines(t)), parse(t, registry(t), text))
		p.run(t, []*tensor.Tensor{x, x}, func(engine string, r, e int, got, want *tensor.Tensor) {
			if a, b := got.Complex(e), want.Complex(e); !(cmplx.Abs(a-b) <= bound*cmplx.Abs(b)) {
				t.Errorf("%s: result %d of %v is %s instead of %s", engine, r, x.Complex(e), describe(got, e), describe(want, e))
			}
		})
	}
}

// TestNegatedConstant conjugates a constant with a negative imaginary part, so the kernel negates a
// negative constant. In C, two adjacent minus signs would be a decrement.
func TestNegatedConstant(t *testing.T) {
	const typ = "tensor<100x100xcomplex<f32>>"
	x := tensor.New(tensor.C64, 100, 100)
	for i := range x.NumElements() {
		x.SetComplex(i, complex(float64(i), 1))
	}
	p := compile(t, engines(t), parse(t, registry(t), program("%x: "+typ, strings.ReplaceAll(`  %c = stablehlo.constant dense<(1.0, -2.5)> : T
  %conj = chlo.conj %c : T -> T
  %sum = stablehlo.add %conj, %x : T
`, "T", typ), "%sum", typ)))
	p.same(t, []*tensor.Tensor{x})
}

// TestComplexExtremes checks that maxima and minima do not depend on the order of the operands,
// since passes exchange the operands.
func TestComplexExtremes(t *testing.T) {
	parts := []float64{math.Copysign(0, -1), 0, -1, 2, math.Inf(1), math.NaN()}
	n := len(parts) * len(parts)
	for _, kind := range []tensor.Kind{tensor.C64, tensor.C128} {
		x, y := tensor.New(kind, int64(n*n)), tensor.New(kind, int64(n*n))
		at := func(i int) complex128 { return complex(parts[i/len(parts)], parts[i%len(parts)]) }
		for i := range n * n {
			x.SetComplex(i, at(i/n))
			y.SetComplex(i, at(i%n))
		}
		typ := typeOf(x)
		for _, op := range []string{"maximum", "minimum"} {
			body := fmt.Sprintf("  %%a = stablehlo.%[1]s %%x, %%y : %[2]s\n  %%b = stablehlo.%[1]s %%y, %%x : %[2]s\n", op, typ)
			p := compile(t, engines(t), parse(t, registry(t), program("%x: "+typ+", %y: "+typ, body, "%a, %b", typ+", "+typ)))
			p.same(t, []*tensor.Tensor{x, y})
			out, err := p.programs[0].Run(t.Context(), []*tensor.Tensor{x, y})
			if err != nil {
				t.Fatal(err)
			}
			for i := range out[0].NumElements() {
				if !equalBits(out[0], out[1], i) {
					t.Fatalf("the %s of %v and %v is %s, but %s if the operands are exchanged", op, x.Complex(i), y.Complex(i), describe(out[0], i), describe(out[1], i))
				}
			}
		}
	}
}
