package engines_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/ir/tensor"
)

// TestBytes checks that matrix products of signed and unsigned 8-bit integers are exact on every
// engine. Different shapes are divided into tiles in different ways.
func TestBytes(t *testing.T) {
	kinds := map[string]tensor.Kind{"i8": tensor.I8, "ui8": tensor.U8}
	for _, shape := range [][3]int64{{13, 264, 75}, {35, 576, 34}} {
		m, k, n := shape[0], shape[1], shape[2]
		var args, results, types []string
		var in []*tensor.Tensor
		body := ""
		for _, x := range []string{"i8", "ui8"} {
			for _, y := range []string{"i8", "ui8"} {
				i := len(results)
				a, b, sum := fmt.Sprintf("tensor<%dx%dx%s>", m, k, x), fmt.Sprintf("tensor<%dx%dx%s>", k, n, y), fmt.Sprintf("tensor<%dx%dxi32>", m, n)
				args = append(args, fmt.Sprintf("%%a%d: %s, %%b%[1]d: %[3]s", i, a, b))
				body += fmt.Sprintf("  %%x%[1]d = stablehlo.convert %%a%[1]d : (%[2]s) -> tensor<%[5]dx%[6]dxi32>\n  %%y%[1]d = stablehlo.convert %%b%[1]d : (%[3]s) -> tensor<%[6]dx%[7]dxi32>\n"+
					"  %%r%[1]d = stablehlo.dot_general %%x%[1]d, %%y%[1]d, contracting_dims = [1] x [0] : (tensor<%[5]dx%[6]dxi32>, tensor<%[6]dx%[7]dxi32>) -> %[4]s\n", i, a, b, sum, m, k, n)
				results, types = append(results, fmt.Sprintf("%%r%d", i)), append(types, sum)
				in = append(in, tensor.Random(kinds[x], []int64{m, k}, 1, uint64(2*i)), tensor.Random(kinds[y], []int64{k, n}, 1, uint64(2*i+1)))
			}
		}
		for i, v := range in {
			for at := range v.Data {
				v.Data[at] = []byte{0, 127, 128, 255, byte(37*at + i)}[at%5]
			}
		}
		compile(t, engines(t), parse(t, registry(t), program(strings.Join(args, ", "), body, strings.Join(results, ", "), strings.Join(types, ", ")))).same(t, in)
	}
}

// TestConvolutionsOfBytes checks convolutions of bytes whose windows extend into the padding.
func TestConvolutionsOfBytes(t *testing.T) {
	kinds := map[string]tensor.Kind{"i8": tensor.I8, "ui8": tensor.U8}
	var args, results, types []string
	var in []*tensor.Tensor
	body := ""
	for _, elem := range []string{"i8", "ui8"} {
		for window := int64(1); window <= 3; window++ {
			for _, pad := range [][2]int64{{0, 0}, {1, 0}, {1, 1}, {0, 2}, {2, 2}, {3, 1}} {
				const size, features, outputs = 5, 4, 16
				i := len(results)
				a, b := fmt.Sprintf("tensor<1x%dx%dx%s>", size, features, elem), fmt.Sprintf("tensor<%dx%dx%dx%s>", window, features, outputs, elem)
				sum := fmt.Sprintf("tensor<1x%dx%dxi32>", size+pad[0]+pad[1]-window+1, outputs)
				args = append(args, fmt.Sprintf("%%a%d: %s, %%b%[1]d: %[3]s", i, a, b))
				body += fmt.Sprintf("  %%r%d = stablehlo.convolution(%%a%[1]d, %%b%[1]d) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[%[5]d, %[6]d]]} "+
					"{batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (%[2]s, %[3]s) -> %[4]s\n", i, a, b, sum, pad[0], pad[1])
				results, types = append(results, fmt.Sprintf("%%r%d", i)), append(types, sum)
				in = append(in, tensor.Random(kinds[elem], []int64{1, size, features}, 1, uint64(2*i)), tensor.Random(kinds[elem], []int64{window, features, outputs}, 1, uint64(2*i+1)))
			}
		}
	}
	compile(t, engines(t), parse(t, registry(t), program(strings.Join(args, ", "), body, strings.Join(results, ", "), strings.Join(types, ", ")))).same(t, in)
}

// TestBytesOfScalar checks a product of 8-bit integers whose left operand is a broadcast scalar.
func TestBytesOfScalar(t *testing.T) {
	body := `  %x = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<i8>) -> tensor<13x32xi8>
  %r = stablehlo.dot_general %x, %b, contracting_dims = [1] x [0] : (tensor<13x32xi8>, tensor<32x48xi8>) -> tensor<13x48xi32>
`
	in := []*tensor.Tensor{tensor.Random(tensor.I8, nil, 1, 1), tensor.Random(tensor.I8, []int64{32, 48}, 1, 2)}
	compile(t, engines(t), parse(t, registry(t), program("%a: tensor<i8>, %b: tensor<32x48xi8>", body, "%r", "tensor<13x48xi32>"))).same(t, in)
}

// TestFactors checks products whose factors have other element types than the result.
func TestFactors(t *testing.T) {
	kinds := map[string]tensor.Kind{"f32": tensor.F32, "bf16": tensor.BF16, "f64": tensor.F64, "ui8": tensor.U8, "i8": tensor.I8, "i1": tensor.I1, "ui32": tensor.U32, "i64": tensor.I64}
	for _, c := range []struct{ lhs, rhs, results string }{
		{"f32", "f32", "i32 ui32 i8 i64 complex<f32>"}, {"bf16", "bf16", "i32 ui32 i8 i64"}, {"f64", "f64", "i32 ui32 i8 i64"},
		{"ui8", "ui8", "f32 bf16 f64"}, {"ui8", "i8", "f32 f16"}, {"i1", "i8", "f64 i32"}, {"ui32", "ui32", "f32 i64"}, {"i64", "i64", "f32 f16 i8"},
	} {
		for _, result := range strings.Fields(c.results) {
			a, b, sum := "tensor<3x4x"+c.lhs+">", "tensor<4x16x"+c.rhs+">", "tensor<3x16x"+result+">"
			body := fmt.Sprintf("  %%r = stablehlo.dot_general %%a, %%b, contracting_dims = [1] x [0] : (%s, %s) -> %s\n", a, b, sum)
			in := []*tensor.Tensor{tensor.Random(kinds[c.lhs], []int64{3, 4}, 5, 1), tensor.Random(kinds[c.rhs], []int64{4, 16}, 5, 2)}
			if k := kinds[c.lhs]; k == tensor.U8 || k == tensor.U32 {
				in[0].SetInt(0, -56) // too large for the signed type of this width
			}
			compile(t, engines(t), parse(t, registry(t), program("%a: "+a+", %b: "+b, body, "%r", sum))).same(t, in)
		}
	}
}
