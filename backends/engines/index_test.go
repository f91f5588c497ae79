package engines_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/ir/tensor"
)

// indexProgram returns the parts of a program with a dynamic_slice, a dynamic_update_slice, a
// gather and a scatter, whose start indices have type t. Names of values end in n.
func indexProgram(n int, t string) (args, body string, results []string, types []string) {
	args = fmt.Sprintf("%%i%d: tensor<%s>, %%v%[1]d: tensor<2x%[2]s>", n, t)
	body = fmt.Sprintf(`
  %%s%[1]d = stablehlo.dynamic_slice %%x, %%i%[1]d, sizes = [3] : (tensor<7xi32>, tensor<%[2]s>) -> tensor<3xi32>
  %%u%[1]d = stablehlo.dynamic_update_slice %%x, %%y, %%i%[1]d : (tensor<7xi32>, tensor<3xi32>, tensor<%[2]s>) -> tensor<7xi32>
  %%g%[1]d = "stablehlo.gather"(%%x, %%v%[1]d) {dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 2>} : (tensor<7xi32>, tensor<2x%[2]s>) -> tensor<2x2xi32>
  %%w%[1]d = "stablehlo.scatter"(%%x, %%v%[1]d, %%z) ({
  ^bb0(%%a: tensor<i32>, %%b: tensor<i32>):
    %%r = stablehlo.add %%a, %%b : tensor<i32>
    stablehlo.return %%r : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}
    : (tensor<7xi32>, tensor<2x%[2]s>, tensor<2x2xi32>) -> tensor<7xi32>`, n, t)
	for _, r := range []string{"s", "u", "g", "w"} {
		results = append(results, fmt.Sprintf("%%%s%d", r, n))
	}
	return args, body, results, []string{"tensor<3xi32>", "tensor<7xi32>", "tensor<2x2xi32>", "tensor<7xi32>"}
}

// TestStartIndices checks that all engines agree on extreme start indices of every type.
func TestStartIndices(t *testing.T) {
	kinds := []tensor.Kind{tensor.I8, tensor.I16, tensor.I32, tensor.I64, tensor.U8, tensor.U16, tensor.U32, tensor.U64}
	names := []string{"i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64"}
	args, results, types := []string{"%x: tensor<7xi32>, %y: tensor<3xi32>, %z: tensor<2x2xi32>"}, []string(nil), []string(nil)
	body := ""
	for n, name := range names {
		a, b, r, ty := indexProgram(n, name)
		args, results, types = append(args, a), append(results, r...), append(types, ty...)
		body += b
	}
	m := parse(t, registry(t), fmt.Sprintf("func.func @main(%s) -> (%s) {%s\n  return %s : %s\n}",
		strings.Join(args, ", "), strings.Join(types, ", "), body, strings.Join(results, ", "), strings.Join(types, ", ")))
	p := compile(t, engines(t), m)
	for _, v := range []uint64{0, 1, 4, 5, 7, math.MaxUint64, math.MaxUint64 - 1, 1 << 63, 1<<63 - 1, 1<<63 + 5, 1 << 31, 1<<31 - 1, 1 << 15, 1 << 7, 1<<7 - 1} {
		in := []*tensor.Tensor{
			tensor.FromSlice([]int64{7}, []int32{10, 11, 12, 13, 14, 15, 16}),
			tensor.FromSlice([]int64{3}, []int32{20, 21, 22}),
			tensor.FromSlice([]int64{2, 2}, []int32{100, 200, 300, 400}),
		}
		for _, k := range kinds {
			one, two := tensor.New(k), tensor.New(k, 2)
			one.SetBits(0, v)
			two.SetBits(0, v)
			two.SetBits(1, v+1)
			in = append(in, one, two)
		}
		p.same(t, in)
	}
}

// TestIndexLives checks that a start index in the arena is not overwritten before the kernel that
// reads the index has run.
func TestIndexLives(t *testing.T) {
	m := parse(t, registry(t), program("%x: tensor<21xi8>, %is: tensor<21xui8>, %js: tensor<21xi16>", `
  %i1 = stablehlo.slice %is [15:16] : (tensor<21xui8>) -> tensor<1xui8>
  %i = stablehlo.reshape %i1 : (tensor<1xui8>) -> tensor<ui8>
  %s = stablehlo.dynamic_slice %x, %i, sizes = [5] : (tensor<21xi8>, tensor<ui8>) -> tensor<5xi8>
  %j1 = stablehlo.slice %js [18:19] : (tensor<21xi16>) -> tensor<1xi16>
  %j = stablehlo.reshape %j1 : (tensor<1xi16>) -> tensor<i16>
  %r = stablehlo.dynamic_update_slice %x, %s, %j : (tensor<21xi8>, tensor<5xi8>, tensor<i16>) -> tensor<21xi8>
  %c = stablehlo.convert %r : (tensor<21xi8>) -> tensor<21xi64>`, "%c", "tensor<21xi64>"))
	in := []*tensor.Tensor{tensor.New(tensor.I8, 21), tensor.New(tensor.U8, 21), tensor.New(tensor.I16, 21)}
	for i := range 21 {
		in[0].SetInt(i, int64(i))
	}
	in[1].SetInt(15, 2)
	in[2].SetInt(18, 9)
	compile(t, engines(t), m).same(t, in)
}
