package engines_test

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/ir/tensor"
)

// nanOperands returns infinities, zeros, other numbers, and quiet and signaling NaNs of both signs,
// with and without payload. Their order depends on n, which must be even.
func nanOperands(k tensor.Kind, n int) *tensor.Tensor {
	quiet := tensor.CanonicalNaN(k)
	sign := uint64(1) << (k.Bits() - 1)
	infinity := quiet &^ (quiet & -quiet)
	patterns := []uint64{quiet, quiet | sign, quiet | 5, quiet | sign | 9, infinity | 1, infinity | sign | 3, infinity, infinity | sign, 0, sign}
	t := tensor.New(k, 16)
	for i := range 16 {
		at := (i*(n+1) + n) % 16
		if i < len(patterns) {
			t.SetBits(at, patterns[i])
		} else {
			t.SetFloat(at, float64(i)-12.5)
		}
	}
	return t
}

// TestNaN checks that NaNs have equal bits on all engines that it runs; see fast. A computed NaN is
// canonical. A NaN that is only moved keeps its sign and payload.
func TestNaN(t *testing.T) {
	lines := []struct{ result, body string }{
		{"T", "%r = stablehlo.add %x, %y : T"},
		{"T", "%r = stablehlo.negate %x : T"},
		{"T", "%r = stablehlo.abs %x : T"},
		{"T", "%r = stablehlo.sign %x : T"},
		{"T", "%r = stablehlo.maximum %x, %y : T"},
		{"T", "%r = stablehlo.clamp %x, %y, %x : T"},
		{"T", "%r = stablehlo.sqrt %x : T"},
		{"T", "%r = stablehlo.floor %x : T"},
		{"T", "%r = stablehlo.power %x, %y : T"},
		{"T", "%r = stablehlo.sine %x : T"},
		{"T", "%a = stablehlo.divide %x, %y : T\n%r = stablehlo.multiply %a, %x : T"},
		{"T", "%r = stablehlo.reverse %x, dims = [0] : T"},
		{"I", "%r = stablehlo.bitcast_convert %x : (T) -> I"},
		{"I", "%a = stablehlo.subtract %x, %y : T\n%r = stablehlo.bitcast_convert %a : (T) -> I"},
		{"P", "%a = stablehlo.subtract %x, %y : T\n%r = stablehlo.compare LT, %a, %y, TOTALORDER : (T, T) -> P"},
		{"T", "%a = stablehlo.subtract %x, %y : T\n%p = stablehlo.compare LT, %x, %y : (T, T) -> P\n%r = stablehlo.select %p, %a, %y : P, T"},
		{"T", "%c = stablehlo.constant dense<1.0> : T\n%a = stablehlo.subtract %x, %y : T\n%p = stablehlo.compare LT, %x, %y : (T, T) -> P\n%b = stablehlo.select %p, %a, %c : P, T\n%r = stablehlo.reverse %b, dims = [0] : T"},
		{"U", "%a = stablehlo.subtract %x, %y : T\n%r = stablehlo.concatenate %a, %y, dim = 0 : (T, T) -> U"},
		{"S", "%r = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (T, S) -> S"},
		{"S", "%r = stablehlo.reduce(%x init: %z) applies stablehlo.maximum across dimensions = [0] : (T, S) -> S"},
		{"S", "%r = stablehlo.reduce(%x init: %z) across dimensions = [0] : (T, S) -> S reducer(%s: S, %e: S) {\n" +
			"%q = stablehlo.add %s, %e : S\n%p = stablehlo.compare LT, %s, %e : (S, S) -> tensor<i1>\n%t = stablehlo.select %p, %q, %e : tensor<i1>, S\nstablehlo.return %t : S\n}"},
		{"S", "%r = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (T, T) -> S"},
		{"T", "%d = stablehlo.reshape %x : (T) -> tensor<16x1xE>\n%e = stablehlo.reshape %y : (T) -> tensor<1x16xE>\n" +
			"%g = stablehlo.dot_general %d, %e, contracting_dims = [1] x [0] : (tensor<16x1xE>, tensor<1x16xE>) -> tensor<16x16xE>\n" +
			"%h = stablehlo.slice %g [0:1, 0:16] : (tensor<16x16xE>) -> tensor<1x16xE>\n%r = stablehlo.reshape %h : (tensor<1x16xE>) -> T"},
		{"tensor<16xf32>", "%r = stablehlo.convert %x : (T) -> tensor<16xf32>"},
		{"tensor<16xf16>", "%r = stablehlo.convert %x : (T) -> tensor<16xf16>"},
		{"tensor<16xf64>", "%r = stablehlo.convert %x : (T) -> tensor<16xf64>"},
	}
	localNames, argumentNames := regexp.MustCompile(`%([abcdeghprqt])\b`), regexp.MustCompile(`%([xyz])\b`)
	kinds := []tensor.Kind{tensor.F16, tensor.BF16, tensor.F32, tensor.F64}
	var args, body, results, types []string
	var in []*tensor.Tensor
	for i, e := range []string{"f16", "bf16", "f32", "f64"} {
		elem := strings.NewReplacer("TOTALORDER", "TOTALORDER", "LT", "LT", "T", "tensor<16x"+e+">", "U", "tensor<32x"+e+">", "S", "tensor<"+e+">", "I", fmt.Sprintf("tensor<16xi%d>", kinds[i].Bits()),
			"P", "tensor<16xi1>", "xE>", "x"+e+">")
		args = append(args, elem.Replace(fmt.Sprintf("%%x_%d: T, %%y_%[1]d: T, %%z_%[1]d: S", i)))
		z := tensor.New(kinds[i])
		z.SetBits(0, tensor.CanonicalNaN(kinds[i])|1)
		in = append(in, nanOperands(kinds[i], 0), nanOperands(kinds[i], 2), z)
		for j, l := range lines {
			text := localNames.ReplaceAllString(elem.Replace(l.body), fmt.Sprintf("%%${1}_%d_%d", i, j))
			body = append(body, argumentNames.ReplaceAllString(text, fmt.Sprintf("%%${1}_%d", i)))
			results, types = append(results, fmt.Sprintf("%%r_%d_%d", i, j)), append(types, elem.Replace(l.result))
		}
	}
	m := parse(t, registry(t), program(strings.Join(args, ", "), strings.Join(body, "\n"), strings.Join(results, ", "), strings.Join(types, ", ")))
	compile(t, fast(engines(t)), m).same(t, in)
}

// TestCanonicalNaN checks the bits of computed NaNs and of a moved NaN.
func TestCanonicalNaN(t *testing.T) {
	m := parse(t, registry(t), program("%x: tensor<2xf64>, %y: tensor<2xf64>",
		"%a = stablehlo.subtract %x, %y : tensor<2xf64>\n%b = stablehlo.reverse %y, dims = [0] : tensor<2xf64>", "%a, %b", "tensor<2xf64>, tensor<2xf64>"))
	x, y := tensor.New(tensor.F64, 2), tensor.New(tensor.F64, 2)
	x.SetFloat(0, math.Inf(1))
	y.SetFloat(0, math.Inf(1))
	y.SetBits(1, 0xfff4_0000_0000_0001)
	p := compile(t, engines(t), m)
	for i, q := range p.programs {
		got, err := q.Run(t.Context(), []*tensor.Tensor{x, y})
		if err != nil {
			t.Fatal(err)
		}
		const canonical = 0x7ff8_0000_0000_0000
		if got[0].Bits(0) != canonical || got[0].Bits(1) != canonical || got[1].Bits(0) != y.Bits(1) {
			t.Errorf("%s: the computed NaNs are %#x and %#x, and the moved NaN is %#x", p.names[i], got[0].Bits(0), got[0].Bits(1), got[1].Bits(0))
		}
	}
}

// TestConvertedZero checks that -0.25 becomes +0.0 if it is converted to an integer and back.
func TestConvertedZero(t *testing.T) {
	reg, es := registry(t), engines(t)
	for _, c := range []struct {
		kind              tensor.Kind
		from, integer, to string
	}{
		{tensor.F64, "f64", "i64", "bf16"}, {tensor.F64, "f64", "i64", "f64"}, {tensor.F32, "f32", "i32", "f32"}, {tensor.F64, "f64", "ui32", "f64"}, {tensor.F32, "f32", "i32", "f16"},
	} {
		in, mid, out := "tensor<21x"+c.from+">", "tensor<21x"+c.integer+">", "tensor<21x"+c.to+">"
		body := fmt.Sprintf("%%i = stablehlo.convert %%x : (%s) -> %s\n%%r = stablehlo.convert %%i : (%[2]s) -> %s", in, mid, out)
		x := tensor.New(c.kind, 21)
		for i := range x.NumElements() {
			x.SetFloat(i, -0.25*float64(i%5))
		}
		compile(t, es, parse(t, reg, program("%x: "+in, body, "%r", out))).same(t, []*tensor.Tensor{x})
	}
}
