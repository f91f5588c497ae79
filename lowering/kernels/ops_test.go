package kernels_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/lowering/linalg"
)

func intTypes() []string {
	return []string{"i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64"}
}
func floatTypes() []string { return []string{"f16", "bf16", "f32", "f64"} }

// elementwise returns the element types that each operation accepts. A key has the number of
// operands and the name of the operation.
func elementwise() map[string][]string {
	ints, floats := intTypes(), floatTypes()
	numbers := append(append([]string(nil), ints...), floats...)
	all := append([]string{"i1"}, numbers...)
	signed := append([]string{"i8", "i16", "i32", "i64"}, floats...)
	bits := append([]string{"i1"}, ints...)
	return map[string][]string{
		"2 add": all, "2 multiply": all, "2 maximum": all, "2 minimum": all, "2 subtract": numbers, "2 divide": numbers,
		"2 remainder": numbers, "2 power": numbers, "2 and": bits, "2 or": bits, "2 xor": bits, "1 not": bits,
		"2 shift_left": ints, "2 shift_right_arithmetic": ints, "2 shift_right_logical": ints, "1 popcnt": ints,
		"1 count_leading_zeros": ints, "1 negate": numbers, "1 abs": signed, "1 sign": signed, "2 atan2": floats,
		"1 sqrt": floats, "1 rsqrt": floats, "1 cbrt": floats, "1 exponential": floats, "1 exponential_minus_one": floats,
		"1 log": floats, "1 log_plus_one": floats, "1 sine": floats, "1 cosine": floats, "1 tan": floats, "1 tanh": floats,
		"1 logistic": floats, "1 floor": floats, "1 ceil": floats, "1 round_nearest_even": floats,
		"1 round_nearest_afz": floats, "3 clamp": numbers,
	}
}

// TestElementwise runs each operation on each of its types with extreme values, and compares the
// results with the reference.
func TestElementwise(t *testing.T) {
	for name, types := range elementwise() {
		arity, op := int(name[0]-'0'), name[2:]
		for _, typ := range types {
			t.Run(op+"/"+typ, func(t *testing.T) {
				ty := "tensor<7x19x" + typ + ">"
				args := []string{"%a", "%b", "%c"}[:arity]
				signature := strings.Join(args, ": "+ty+", ") + ": " + ty
				text := fmt.Sprintf("func.func @main(%s) -> %s { %%0 = \"stablehlo.%s\"(%s) : (%s) -> %s return %%0 : %s }",
					signature, ty, op, strings.Join(args, ", "), strings.TrimSuffix(strings.Repeat(ty+", ", arity), ", "), ty, ty)
				compare(t, text)
			})
		}
	}
}

func TestConvert(t *testing.T) {
	all := append(append([]string{"i1"}, intTypes()...), floatTypes()...)
	for _, from := range all {
		for _, to := range all {
			t.Run(from+"-"+to, func(t *testing.T) {
				compare(t, fmt.Sprintf("func.func @main(%%a: tensor<7x19x%s>) -> tensor<7x19x%s> { %%0 = stablehlo.convert %%a : (tensor<7x19x%s>) -> tensor<7x19x%s> return %%0 : tensor<7x19x%s> }",
					from, to, from, to, to))
			})
		}
	}
}

func TestCompare(t *testing.T) {
	for _, typ := range append(append([]string{"i1"}, intTypes()...), floatTypes()...) {
		for _, dir := range []string{"EQ", "NE", "LT", "LE", "GT", "GE"} {
			t.Run(dir+"/"+typ, func(t *testing.T) {
				ty := "tensor<7x19x" + typ + ">"
				compare(t, fmt.Sprintf("func.func @main(%%a: %s, %%b: %s) -> tensor<7x19xi1> { %%0 = stablehlo.compare %s, %%a, %%b : (%s, %s) -> tensor<7x19xi1> return %%0 : tensor<7x19xi1> }",
					ty, ty, dir, ty, ty))
			})
		}
	}
}

// compare runs a program on extreme values, with vectors of 8 bytes and with vectors of 64 bytes.
// It compares the two results with each other, and the first with the result of the interpreter.
func compare(t *testing.T, text string) {
	t.Helper()
	f := parse(t, "test.mlir", text)
	in := inputs(f, 3)
	for i, v := range in {
		edges(v, i)
	}
	want, err := interp.Run(context.Background(), f.Op, in)
	if err != nil {
		t.Fatal(err)
	}
	scalars, lanes := run(t, lower(t, f, true, 1), in), run(t, lower(t, f, true, 8), in)
	scalars[0].Kind, lanes[0].Kind = want[0].Kind, want[0].Kind
	for j := range want[0].NumElements() {
		if scalars[0].Bits(j) != lanes[0].Bits(j) && !(math.IsNaN(scalars[0].Float(j)) && math.IsNaN(lanes[0].Float(j))) {
			t.Fatalf("element %d: with vectors of 64 bytes, the kernel returns %v, with vectors of 8 bytes %v", j, lanes[0].Float(j), scalars[0].Float(j))
		}
		if scalars[0].Bits(j) != want[0].Bits(j) && !(math.IsNaN(scalars[0].Float(j)) && math.IsNaN(want[0].Float(j))) {
			var args []string
			for _, v := range in {
				args = append(args, fmt.Sprint(v.Float(j)))
			}
			t.Fatalf("operands %s: got %v, expected %v", strings.Join(args, ", "), scalars[0].Float(j), want[0].Float(j))
		}
	}
}

// edges replaces most of the random values by extreme values. The order of the extreme values
// differs between the first two arguments, so that many pairs of extreme values occur.
func edges(v *tensor.Tensor, arg int) {
	values := []float64{0, 1, -1, 2, 3, -3, 7, 0.5, -0.5, 1.5, 2.5, -2.5, math.Copysign(0, -1), 1e-7, 100, -100}
	if v.Kind.IsFloat() {
		values = append(values, math.Inf(1), math.Inf(-1), math.NaN(), 1e4, -1e4, 88, -88, 3e38, 1e-38)
	}
	n := len(values)
	for j := range v.NumElements() {
		k := j % n
		if arg == 1 {
			k = j / n * 5 % n
		}
		if (j+arg)%6 == 5 {
			continue
		}
		if v.Kind.IsFloat() {
			v.SetFloat(j, values[k])
			continue
		}
		v.SetInt(j, int64(values[k]))
		switch k {
		case 14:
			v.SetInt(j, math.MinInt64>>(64-v.Kind.Bits()))
		case 15:
			v.SetInt(j, math.MaxInt64>>(64-v.Kind.Bits()))
		}
	}
}

func TestSupported(t *testing.T) {
	for text, want := range map[string]string{
		"%0 = stablehlo.add %a, %a : tensor<4xf32>":                                  "",
		"%0 = stablehlo.real %a : (tensor<4xf32>) -> tensor<4xf32>":                  "",
		"%0 = stablehlo.custom_call @nothing(%a) : (tensor<4xf32>) -> tensor<4xf32>": "no rule lowers it",
	} {
		f := parse(t, "test.mlir", "func.func @main(%a: tensor<4xf32>) { "+text+" return }")
		err := linalg.Check(f.Entry().First())
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got the error %v, expected %q", text, err, want)
		}
	}
}
