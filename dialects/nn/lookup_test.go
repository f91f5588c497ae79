package nn_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/nn"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// run interprets one operation with the operands ins.
func run(t *testing.T, line string, ins ...*tensor.Tensor) []*tensor.Tensor {
	t.Helper()
	_, types, _ := strings.Cut(line, " : ")
	from, to, ok := strings.Cut(types, " -> ")
	if !ok { // one type, of all operands and the result
		list := make([]string, len(ins))
		for i := range list {
			list[i] = types
		}
		from, to = "("+strings.Join(list, ", ")+")", types
	}
	var args []string
	for i, a := range strings.Split(strings.Trim(from, "()"), ", ") {
		args = append(args, "%"+string(rune('a'+i))+": "+a)
	}
	n := len(strings.Split(strings.Trim(to, "()"), ", "))
	names := []string{"%r", "%r#0, %r#1"}[n-1]
	head := []string{"%r", "%r:2"}[n-1]
	text := "func.func @f(" + strings.Join(args, ", ") + ") -> " + to + " {\n " + head + " = " + line + "\n return " + names + " : " + strings.Trim(to, "()") + "\n}"
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect(), stablehlo.Dialect(), nn.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	op, err := asm.Parse(reg, diag.NewSource("test.mlir", []byte(text)), asm.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	outs, err := interp.Run(context.Background(), op.RegionAt(0).Entry().First(), ins)
	if err != nil {
		t.Fatal(err)
	}
	return outs
}

func floats(shape []int64, v ...float32) *tensor.Tensor { return tensor.FromSlice(shape, v) }
func longs(v ...int64) *tensor.Tensor                   { return tensor.FromSlice([]int64{int64(len(v))}, v) }

// near(t, got, want) checks that the elements of got differ from want by at most 1e-5.
func near(t *testing.T, got *tensor.Tensor, want ...float64) {
	t.Helper()
	if got.NumElements() != len(want) {
		t.Fatalf("got %d elements, want %d", got.NumElements(), len(want))
	}
	for i, w := range want {
		if math.Abs(got.Float(i)-w) > 1e-5 {
			t.Errorf("element %d is %g, want %g", i, got.Float(i), w)
		}
	}
}

func TestLookups(t *testing.T) {
	table := floats([]int64{3, 2}, 1, 2, 10, 20, 100, 200)
	indices, weights := longs(0, 2, 1, 1, 0), floats([]int64{5}, 1, 0.5, 2, 1, 9)
	lengths := tensor.FromSlice([]int64{3}, []int32{2, 0, 2}) // the last index is in no bag
	near(t, run(t, "nn.sparse_lengths_sum %a, %b, %c : (tensor<3x2xf32>, tensor<5xi64>, tensor<3xi32>) -> tensor<3x2xf32>", table, indices, lengths)[0],
		101, 202, 0, 0, 20, 40)
	near(t, run(t, "nn.sparse_lengths_weighted_sum %a, %b, %c, %d : (tensor<3x2xf32>, tensor<5xf32>, tensor<5xi64>, tensor<3xi32>) -> tensor<3x2xf32>", table, weights, indices, lengths)[0],
		51, 102, 0, 0, 30, 60)
	starts := tensor.FromSlice([]int64{3}, []int32{0, 2, 2}) // the last bag extends to the end
	near(t, run(t, "nn.embedding_bag %a, %b, %c, %d : (tensor<3x2xf32>, tensor<5xf32>, tensor<5xi64>, tensor<3xi32>) -> tensor<3x2xf32>", table, weights, indices, starts)[0],
		51, 102, 0, 0, 39, 78)

	// Each row has two bytes, followed by the scale 0.5 and the offset -1 as floats.
	half := []byte{0, 0, 0, 0x3f, 0, 0, 0x80, 0xbf}
	var data []byte
	for _, row := range [][]byte{{2, 4}, {0, 255}} {
		data = append(append(data, row...), half...)
	}
	bytes := tensor.New(tensor.U8, 2, 10)
	copy(bytes.Data, data)
	near(t, run(t, "nn.fused_rowwise_sparse_lengths_sum %a, %b, %c : (tensor<2x10xui8>, tensor<2xi64>, tensor<1xi32>) -> tensor<1x2xf32>",
		bytes, longs(0, 1), tensor.FromSlice([]int64{1}, []int32{2}))[0], 0-1, 1+126.5)
	near(t, run(t, "nn.embedding_bag_byte_rowwise %a, %b, %c, %d : (tensor<2x10xui8>, tensor<2xf32>, tensor<2xi64>, tensor<1xi32>) -> tensor<1x2xf32>",
		bytes, floats([]int64{2}, 2, 1), longs(0, 1), tensor.FromSlice([]int64{1}, []int32{0}))[0], 0-1, 2+126.5)
	near(t, run(t, "nn.fused_rowwise_sparse_lengths_weighted_sum %a, %b, %c, %d : (tensor<2x10xui8>, tensor<2xf32>, tensor<2xi64>, tensor<1xi32>) -> tensor<1x2xf32>",
		bytes, floats([]int64{2}, 2, 1), longs(0, 1), tensor.FromSlice([]int64{1}, []int32{1}))[0], 0, 2)
	plain := tensor.New(tensor.U8, 2, 2)
	copy(plain.Data, []byte{2, 4, 0, 255})
	near(t, run(t, "nn.rowwise_sparse_lengths_weighted_sum %a, %b, %c, %d, %e, %f : (tensor<2x2xui8>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xi64>, tensor<1xi32>) -> tensor<1x2xf32>",
		plain, floats([]int64{2}, 0.5, 1), floats([]int64{2}, -1, 0), floats([]int64{2}, 1, 1), longs(0, 1), tensor.FromSlice([]int64{1}, []int32{2}))[0], 0, 1+255)
}

func TestValues(t *testing.T) {
	near(t, run(t, "nn.fc %a, %b, %c : (tensor<1x2xf32>, tensor<2x2xf32>, tensor<2xf32>) -> tensor<1x2xf32>",
		floats([]int64{1, 2}, 1, 2), floats([]int64{2, 2}, 1, 2, 3, 4), floats([]int64{2}, 10, 20))[0], 17, 30)
	near(t, run(t, "nn.relu %a : tensor<2xf32>", floats([]int64{2}, -1, 2))[0], 0, 2)
	near(t, run(t, "nn.sigmoid %a : tensor<2xf32>", floats([]int64{2}, 0, 1))[0], 0.5, 0.7310586)
	near(t, run(t, "nn.layer_norm %a, %b, %c {epsilon = 0.0} : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x2xf32>",
		floats([]int64{2, 2}, 1, 3, 10, 30), floats([]int64{2}, 2, 2), floats([]int64{2}, 1, 1))[0], -1, 3, -1, 3)
	near(t, run(t, "nn.tile %a {axis = 1, count = 2} : (tensor<2x2xf32>) -> tensor<2x4xf32>", floats([]int64{2, 2}, 1, 2, 3, 4))[0], 1, 2, 1, 2, 3, 4, 3, 4)
	near(t, run(t, "nn.slice %a {start = array<i64: 1, 0>} : (tensor<2x2xf32>) -> tensor<1x1xf32>", floats([]int64{2, 2}, 1, 2, 3, 4))[0], 3)

	// Equal elements keep their order.
	top := run(t, "nn.topk %a {k = 3} : (tensor<1x5xf32>) -> (tensor<1x3xf32>, tensor<1x3xi64>)", floats([]int64{1, 5}, 2, 7, 2, 7, 1))
	near(t, top[0], 7, 7, 2)
	if got := []int64{top[1].Int(0), top[1].Int(1), top[1].Int(2)}; got[0] != 1 || got[1] != 3 || got[2] != 0 {
		t.Errorf("got indices %v, expected [1 3 0]", got)
	}
	low := float32(math.Inf(-1))
	if at := run(t, "nn.topk %a {k = 2} : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xi64>)", floats([]int64{2}, low, low))[1]; at.Int(0) != 0 || at.Int(1) != 1 {
		t.Errorf("got indices %d and %d of elements that are -inf, expected 0 and 1", at.Int(0), at.Int(1))
	}

	// The same convolution in two layouts.
	x, k := floats([]int64{1, 2, 2, 1}, 1, 2, 3, 4), floats([]int64{1, 2, 2, 1}, 1, 10, 100, 1000)
	near(t, run(t, "nn.conv2d %a, %b, %c {pads = array<i64: 0, 1, 0, 0>} : (tensor<1x2x2x1xf32>, tensor<1x2x2x1xf32>, tensor<1xf32>) -> tensor<1x1x2x1xf32>",
		x, k, floats([]int64{1}, 0.5))[0], 3010.5, 4321.5)
	near(t, run(t, `nn.conv2d %a, %b, %c {filter_layout = "OIHW", layout = "NCHW", pads = array<i64: 0, 1, 0, 0>} : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>, tensor<1xf32>) -> tensor<1x1x1x2xf32>`,
		x.Reshape([]int64{1, 1, 2, 2}), k.Reshape([]int64{1, 1, 2, 2}), floats([]int64{1}, 0.5))[0], 3010.5, 4321.5)
}
