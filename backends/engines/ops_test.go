package engines_test

import (
	"context"
	"fmt"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
)

var (
	truths    = strings.Fields("i1")
	ints      = strings.Fields("i2 i4 i8 i16 i32 i64 ui2 ui4 ui8 ui16 ui32 ui64")
	floats    = strings.Fields("f4E2M1FN f6E2M3FN f6E3M2FN f8E3M4 f8E4M3 f8E4M3FN f8E4M3FNUZ f8E4M3B11FNUZ f8E5M2 f8E5M2FNUZ f8E8M0FNU bf16 f16 f32 f64")
	complexes = strings.Fields("complex<f32> complex<f64>")
)

func types(lists ...[]string) (all []string) {
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}

// opCase tests an operation on every engine with each element type in types.
type opCase struct {
	name  string
	types []string
	body  string // a function from its parameters on; T is the element type
	exact bool   // numbers must be equal, and zeros must have equal signs; all NaNs are equal
}

// elementwise returns the case of an elementwise operation with n operands.
func elementwise(name string, n int, exact bool, types []string) opCase {
	args, operands := []string{"%x: tensor<3x5xT>", "%y: tensor<3x5xT>", "%z: tensor<3x5xT>"}, []string{"%x", "%y", "%z"}
	ts := strings.TrimSuffix(strings.Repeat("tensor<3x5xT>, ", n), ", ")
	return opCase{name, types, fmt.Sprintf("(%s) -> tensor<3x5xT> {\n %%r = \"stablehlo.%s\"(%s) : (%s) -> tensor<3x5xT>\n return %%r : tensor<3x5xT>\n}",
		strings.Join(args[:n], ", "), name, strings.Join(operands[:n], ", "), ts), exact}
}

func opCases() []opCase {
	numbers, all := types(ints, floats, complexes), types(truths, ints, floats, complexes)
	ordered := types(truths, ints, floats)
	var cs []opCase
	for _, name := range []string{"add", "multiply"} {
		cs = append(cs, elementwise(name, 2, true, types(truths, ints, floats)), elementwise(name, 2, false, complexes))
	}
	for _, name := range []string{"maximum", "minimum"} {
		cs = append(cs, elementwise(name, 2, true, all))
	}
	for _, name := range []string{"subtract", "divide"} {
		cs = append(cs, elementwise(name, 2, true, types(ints, floats)), elementwise(name, 2, false, complexes))
	}
	for _, name := range []string{"and", "or", "xor"} {
		cs = append(cs, elementwise(name, 2, true, types(truths, ints)))
	}
	for _, name := range []string{"shift_left", "shift_right_arithmetic", "shift_right_logical"} {
		cs = append(cs, elementwise(name, 2, true, ints))
	}
	cs = append(cs, elementwise("remainder", 2, true, types(ints, floats)), elementwise("power", 2, true, ints),
		elementwise("power", 2, false, types(floats, complexes)), elementwise("atan2", 2, false, floats),
		elementwise("not", 1, true, types(truths, ints)), elementwise("popcnt", 1, true, ints), elementwise("count_leading_zeros", 1, true, ints),
		elementwise("negate", 1, true, numbers), elementwise("abs", 1, true, types(ints[:6], floats)), elementwise("sign", 1, true, types(ints[:6], floats)))
	for _, name := range []string{"ceil", "floor", "round_nearest_afz", "round_nearest_even"} {
		cs = append(cs, elementwise(name, 1, true, floats))
	}
	for _, name := range []string{"exponential", "exponential_minus_one", "log", "log_plus_one", "sine", "cosine", "tan", "tanh", "sqrt", "rsqrt", "cbrt", "logistic"} {
		cs = append(cs, elementwise(name, 1, false, types(floats, complexes)))
	}
	cs = append(cs, elementwise("clamp", 3, true, ordered))
	client := func(name string, n int, exact bool, types []string) opCase {
		c := elementwise(name, n, exact, types)
		c.name, c.body = "chlo."+name, strings.Replace(c.body, "stablehlo.", "chlo.", 1)
		return c
	}
	for _, name := range []string{"acos", "acosh", "asin", "asinh", "atan", "atanh", "bessel_i1e", "cosh", "digamma", "erf", "erfc", "erf_inv", "lgamma", "sinh", "tan"} {
		cs = append(cs, client(name, 1, true, floats))
	}
	for _, name := range []string{"tan", "sinh", "cosh", "atanh", "atan", "asinh", "asin", "acos", "acosh"} {
		cs = append(cs, client(name, 1, strings.HasPrefix(name, "a"), complexes))
	}
	cs = append(cs, exportedCases(all, numbers)...)
	cs = append(cs, movingCases(all)...)
	cs = append(cs, computingCases(numbers)...)
	return append(cs, shapedCases(all, ordered, numbers)...)
}

// ragged returns the body of a case for ragged_dot. In each batch, the groups have 6 of the 7
// elements of the ragged dimension, so the last element is in no group.
func ragged(lhs, rhs, result, dims string) string {
	types := fmt.Sprintf("tensor<%sxT>, tensor<%sxT>", lhs, rhs)
	return strings.NewReplacer("LHS", lhs, "RHS", rhs, "RESULT", result, "TYPES", types, "DIMS", dims).Replace(
		"(%x: tensor<LHSxT>, %y: tensor<RHSxT>) -> tensor<RESULTxT> {\n %n = stablehlo.constant dense<[[2, 0, 4], [3, 1, 2]]> : tensor<2x3xi32>\n" +
			" %r = \"chlo.ragged_dot\"(%x, %y, %n) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<DIMS>}> : (TYPES, tensor<2x3xi32>) -> tensor<RESULTxT>\n" +
			" return %r : tensor<RESULTxT>\n}")
}

// exportedCases returns the cases of operations that frameworks export and that the first passes of
// package pipeline replace.
func exportedCases(all, numbers []string) []opCase {
	rng := func(distribution string, types []string, exact bool) opCase {
		return opCase{"rng " + distribution, types, "(%a: tensor<T>, %b: tensor<T>) -> (tensor<3x5xT>, tensor<7xT>) {\n" +
			" %n = stablehlo.constant dense<[3, 5]> : tensor<2xi64>\n %m = stablehlo.constant dense<7> : tensor<1xi64>\n" +
			" %r = stablehlo.rng %a, %b, %n, distribution = " + distribution + " : (tensor<T>, tensor<T>, tensor<2xi64>) -> tensor<3x5xT>\n" +
			" %s = stablehlo.rng %a, %b, %m, distribution = " + distribution + " : (tensor<T>, tensor<T>, tensor<1xi64>) -> tensor<7xT>\n" +
			" return %r, %s : tensor<3x5xT>, tensor<7xT>\n}", exact}
	}
	const tuples = "(%x: tensor<3xT>, %y: tensor<2xi32>) -> tensor<3xT> {\n %s = stablehlo.tuple %x : tuple<tensor<3xT>>\n %t = stablehlo.tuple %y, %s : tuple<tensor<2xi32>, tuple<tensor<3xT>>>\n" +
		" %u = func.call @swap(%t) : (tuple<tensor<2xi32>, tuple<tensor<3xT>>>) -> tuple<tensor<3xT>>\n %r = stablehlo.get_tuple_element %u[0] : (tuple<tensor<3xT>>) -> tensor<3xT>\n return %r : tensor<3xT>\n}\n" +
		"func.func private @swap(%t: tuple<tensor<2xi32>, tuple<tensor<3xT>>>) -> tuple<tensor<3xT>> {\n %s = stablehlo.get_tuple_element %t[1] : (tuple<tensor<2xi32>, tuple<tensor<3xT>>>) -> tuple<tensor<3xT>>\n return %s : tuple<tensor<3xT>>\n}"
	return []opCase{
		{"einsum", numbers, "(%x: tensor<2x3x4xT>, %y: tensor<4x5x2xT>) -> tensor<5x3x2xT> {\n %r = stablehlo.einsum %x, %y, config = \"bij,jkb->kib\" : (tensor<2x3x4xT>, tensor<4x5x2xT>) -> tensor<5x3x2xT>\n return %r : tensor<5x3x2xT>\n}", false},
		{"unary_einsum", numbers, "(%x: tensor<3x4x3xT>) -> tensor<3xT> {\n %r = stablehlo.unary_einsum %x, config = \"iji->i\" : (tensor<3x4x3xT>) -> tensor<3xT>\n return %r : tensor<3xT>\n}", false},
		rng("UNIFORM", types(truths, ints), true), rng("UNIFORM", floats[11:], false), rng("NORMAL", floats[11:], false),
		{"tuple", all, tuples, true},
		{"get_tuple_element", all, tuples, true},
		{"set_dimension_size", all, "(%x: tensor<2x5xT>) -> tensor<2x3xT> {\n %n = stablehlo.constant dense<3> : tensor<i32>\n %s = stablehlo.set_dimension_size %x, %n, dim = 1 : (tensor<2x5xT>, tensor<i32>) -> tensor<2x?xT>\n %d = stablehlo.reverse %s, dims = [0] : tensor<2x?xT>\n %m = stablehlo.constant dense<[2, 3]> : tensor<2xi32>\n %r = stablehlo.dynamic_reshape %d, %m : (tensor<2x?xT>, tensor<2xi32>) -> tensor<2x3xT>\n return %r : tensor<2x3xT>\n}", true},
	}
}

// shapedCases returns the cases for operations that move or combine elements.
func shapedCases(all, ordered, numbers []string) []opCase {
	const region = "({\n ^bb0(%a: tensor<T>, %b: tensor<T>):\n %s = stablehlo.add %a, %b : tensor<T>\n stablehlo.return %s : tensor<T>\n })"
	return []opCase{
		{"constant", all, "() -> tensor<3xT> {\n %r = stablehlo.constant dense<ONE> : tensor<3xT>\n return %r : tensor<3xT>\n}", true},
		{"iota", numbers, "() -> tensor<3x4xT> {\n %r = stablehlo.iota dim = 1 : tensor<3x4xT>\n return %r : tensor<3x4xT>\n}", true},
		{"transpose", all, "(%x: tensor<3x5xT>) -> tensor<5x3xT> {\n %r = stablehlo.transpose %x, dims = [1, 0] : (tensor<3x5xT>) -> tensor<5x3xT>\n return %r : tensor<5x3xT>\n}", true},
		{"transpose of blocks", all, "(%x: tensor<19x35xT>) -> tensor<35x19xT> {\n %r = stablehlo.transpose %x, dims = [1, 0] : (tensor<19x35xT>) -> tensor<35x19xT>\n return %r : tensor<35x19xT>\n}", true},
		{"reverse", all, "(%x: tensor<3x5xT>) -> tensor<3x5xT> {\n %r = stablehlo.reverse %x, dims = [1] : tensor<3x5xT>\n return %r : tensor<3x5xT>\n}", true},
		{"pad", all, "(%x: tensor<3xT>, %p: tensor<T>) -> tensor<8xT> {\n %r = stablehlo.pad %x, %p, low = [1], high = [2], interior = [1] : (tensor<3xT>, tensor<T>) -> tensor<8xT>\n return %r : tensor<8xT>\n}", true},
		{"concatenate", all, "(%x: tensor<3xT>, %y: tensor<2xT>) -> tensor<5xT> {\n %r = stablehlo.concatenate %x, %y, dim = 0 : (tensor<3xT>, tensor<2xT>) -> tensor<5xT>\n return %r : tensor<5xT>\n}", true},
		{"select", all, "(%p: tensor<4xi1>, %x: tensor<4xT>, %y: tensor<4xT>) -> tensor<4xT> {\n %r = stablehlo.select %p, %x, %y : tensor<4xi1>, tensor<4xT>\n return %r : tensor<4xT>\n}", true},
		{"compare", ordered, "(%x: tensor<9xT>, %y: tensor<9xT>) -> tensor<9xi1> {\n %r = stablehlo.compare LT, %x, %y : (tensor<9xT>, tensor<9xT>) -> tensor<9xi1>\n return %r : tensor<9xi1>\n}", true},
		{"compare EQ", all, "(%x: tensor<9xT>, %y: tensor<9xT>) -> tensor<9xi1> {\n %r = stablehlo.compare EQ, %x, %y : (tensor<9xT>, tensor<9xT>) -> tensor<9xi1>\n return %r : tensor<9xi1>\n}", true},
		{"convert to f32", all, "(%x: tensor<9xT>) -> tensor<9xf32> {\n %r = stablehlo.convert %x : (tensor<9xT>) -> tensor<9xf32>\n return %r : tensor<9xf32>\n}", true},
		{"convert from f32", all, "(%x: tensor<9xf32>) -> tensor<9xT> {\n %r = stablehlo.convert %x : (tensor<9xf32>) -> tensor<9xT>\n return %r : tensor<9xT>\n}", true},
		{"convert from f64", all, "(%x: tensor<9xf64>) -> tensor<9xT> {\n %r = stablehlo.convert %x : (tensor<9xf64>) -> tensor<9xT>\n return %r : tensor<9xT>\n}", true},
		{"convert to i32", all, "(%x: tensor<9xT>) -> tensor<9xi32> {\n %r = stablehlo.convert %x : (tensor<9xT>) -> tensor<9xi32>\n return %r : tensor<9xi32>\n}", true},
		{"convert from i32", all, "(%x: tensor<9xi32>) -> tensor<9xT> {\n %r = stablehlo.convert %x : (tensor<9xi32>) -> tensor<9xT>\n return %r : tensor<9xT>\n}", true},
		{"reduce", numbers, "(%x: tensor<3x5xT>, %i: tensor<T>) -> tensor<3xT> {\n %r = \"stablehlo.reduce\"(%x, %i) <{dimensions = array<i64: 1>}> " + region + " : (tensor<3x5xT>, tensor<T>) -> tensor<3xT>\n return %r : tensor<3xT>\n}", false},
		{"reduce_window", numbers, "(%x: tensor<9xT>, %i: tensor<T>) -> tensor<4xT> {\n %r = \"stablehlo.reduce_window\"(%x, %i) <{window_dimensions = array<i64: 3>, window_strides = array<i64: 2>}> " + region + " : (tensor<9xT>, tensor<T>) -> tensor<4xT>\n return %r : tensor<4xT>\n}", false},
		{"scatter", numbers, "(%x: tensor<5xT>, %at: tensor<4x1xi32>, %u: tensor<4xT>) -> tensor<5xT> {\n %r = \"stablehlo.scatter\"(%x, %at, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> " + region + " : (tensor<5xT>, tensor<4x1xi32>, tensor<4xT>) -> tensor<5xT>\n return %r : tensor<5xT>\n}", false},
		{"gather", all, "(%x: tensor<5xT>, %at: tensor<4x1xi32>) -> tensor<4xT> {\n %r = \"stablehlo.gather\"(%x, %at) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<5xT>, tensor<4x1xi32>) -> tensor<4xT>\n return %r : tensor<4xT>\n}", true},
		{"dot_general", all, "(%x: tensor<3x4xT>, %y: tensor<4x2xT>) -> tensor<3x2xT> {\n %r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<3x4xT>, tensor<4x2xT>) -> tensor<3x2xT>\n return %r : tensor<3x2xT>\n}", false},
		{"dot_general of products", floats[13:], "(%x: tensor<9x9xT>, %y: tensor<9x9xT>) -> tensor<9x9xT> {\n %p = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<9x9xT>, tensor<9x9xT>) -> tensor<9x9xT>\n %q = stablehlo.dot_general %x, %p, contracting_dims = [1] x [0] : (tensor<9x9xT>, tensor<9x9xT>) -> tensor<9x9xT>\n %r = stablehlo.dot_general %x, %q, contracting_dims = [1] x [0] : (tensor<9x9xT>, tensor<9x9xT>) -> tensor<9x9xT>\n return %r : tensor<9x9xT>\n}", false},
		{"convolution", numbers, "(%x: tensor<1x6x4xT>, %k: tensor<3x2x4xT>) -> tensor<1x4x4xT> {\n %r = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x6x4xT>, tensor<3x2x4xT>) -> tensor<1x4x4xT>\n return %r : tensor<1x4x4xT>\n}", false},
		{"sort", ordered, "(%x: tensor<2x11xT>) -> tensor<2x11xT> {\n %r = \"stablehlo.sort\"(%x) <{dimension = 1 : i64, is_stable = true}> ({\n ^bb0(%a: tensor<T>, %b: tensor<T>):\n %p = stablehlo.compare GT, %a, %b : (tensor<T>, tensor<T>) -> tensor<i1>\n stablehlo.return %p : tensor<i1>\n }) : (tensor<2x11xT>) -> tensor<2x11xT>\n return %r : tensor<2x11xT>\n}", true},
		{"dynamic_slice", all, "(%x: tensor<5xT>, %i: tensor<i32>) -> tensor<3xT> {\n %r = stablehlo.dynamic_slice %x, %i, sizes = [3] : (tensor<5xT>, tensor<i32>) -> tensor<3xT>\n return %r : tensor<3xT>\n}", true},
		{"while", all, "(%x: tensor<3xT>, %n: tensor<i32>) -> tensor<3xT> {\n %z = stablehlo.constant dense<0> : tensor<i32>\n %o = stablehlo.constant dense<1> : tensor<i32>\n %r:2 = stablehlo.while(%i = %z, %v = %x) : tensor<i32>, tensor<3xT> cond {\n %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>\n stablehlo.return %p : tensor<i1>\n } do {\n %j = stablehlo.add %i, %o : tensor<i32>\n %w = stablehlo.reverse %v, dims = [0] : tensor<3xT>\n stablehlo.return %j, %w : tensor<i32>, tensor<3xT>\n }\n return %r#1 : tensor<3xT>\n}", true},
		{"triangular_solve", types(floats[13:], complexes), "(%a: tensor<2x3x3xT>, %b: tensor<2x3x2xT>) -> tensor<2x3x2xT> {\n %r = \"stablehlo.triangular_solve\"(%a, %b) <{left_side = true, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x3x3xT>, tensor<2x3x2xT>) -> tensor<2x3x2xT>\n return %r : tensor<2x3x2xT>\n}", false},
		{"cholesky", types(floats[13:], complexes), "(%x: tensor<3x3xT>) -> tensor<3x3xT> {\n %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<3x3xT>) -> tensor<3x3xT>\n %p = stablehlo.dot_general %x, %t, contracting_dims = [1] x [0] : (tensor<3x3xT>, tensor<3x3xT>) -> tensor<3x3xT>\n %r = stablehlo.cholesky %p, lower = true : tensor<3x3xT>\n return %r : tensor<3x3xT>\n}", false},
		{"fft", complexes, "(%x: tensor<2x48xT>) -> tensor<2x48xT> {\n %r = stablehlo.fft %x, type = FFT, length = [48] : (tensor<2x48xT>) -> tensor<2x48xT>\n return %r : tensor<2x48xT>\n}", false},
		{"fft of a prime length", complexes, "(%x: tensor<37xT>) -> tensor<37xT> {\n %r = stablehlo.fft %x, type = IFFT, length = [37] : (tensor<37xT>) -> tensor<37xT>\n return %r : tensor<37xT>\n}", false},
		{"select_and_scatter", types(ints, floats), "(%x: tensor<7xT>, %g: tensor<3xT>, %i: tensor<T>) -> tensor<7xT> {\n %r = \"stablehlo.select_and_scatter\"(%x, %g, %i) <{window_dimensions = array<i64: 3>, window_strides = array<i64: 2>}> ({\n ^bb0(%a: tensor<T>, %b: tensor<T>):\n %p = stablehlo.compare GE, %a, %b : (tensor<T>, tensor<T>) -> tensor<i1>\n stablehlo.return %p : tensor<i1>\n }, " + strings.Trim(region, "()") + ") : (tensor<7xT>, tensor<3xT>, tensor<T>) -> tensor<7xT>\n return %r : tensor<7xT>\n}", true},
		{"bitcast_convert to bits", []string{"i8", "f16", "f32", "f64"}, "(%x: tensor<3xT>) -> tensor<3xNxi1> {\n %r = stablehlo.bitcast_convert %x : (tensor<3xT>) -> tensor<3xNxi1>\n return %r : tensor<3xNxi1>\n}", true},
		{"bitcast_convert to i4", []string{"i4", "ui4", "f4E2M1FN"}, "(%x: tensor<9xT>) -> tensor<9xi4> {\n %r = stablehlo.bitcast_convert %x : (tensor<9xT>) -> tensor<9xi4>\n return %r : tensor<9xi4>\n}", true},
		{"bitcast_convert to f4", []string{"i4", "ui4", "f4E2M1FN"}, "(%x: tensor<9xT>) -> tensor<9xf4E2M1FN> {\n %r = stablehlo.bitcast_convert %x : (tensor<9xT>) -> tensor<9xf4E2M1FN>\n return %r : tensor<9xf4E2M1FN>\n}", true},
		{"bitcast_convert to i2", []string{"i2", "ui2"}, "(%x: tensor<9xT>) -> tensor<9xi2> {\n %r = stablehlo.bitcast_convert %x : (tensor<9xT>) -> tensor<9xi2>\n return %r : tensor<9xi2>\n}", true},
		{"bitcast_convert to ui4", []string{"i4", "ui4", "f4E2M1FN"}, "(%x: tensor<9xT>) -> tensor<9xui4> {\n %r = stablehlo.bitcast_convert %x : (tensor<9xT>) -> tensor<9xui4>\n return %r : tensor<9xui4>\n}", true},
		{"bitcast_convert to narrower parts", complexes[1:], "(%x: tensor<3xT>) -> tensor<3x2xcomplex<f32>> {\n %r = stablehlo.bitcast_convert %x : (tensor<3xT>) -> tensor<3x2xcomplex<f32>>\n return %r : tensor<3x2xcomplex<f32>>\n}", true},
		{"bitcast_convert to wider parts", complexes[:1], "(%x: tensor<3x2xT>) -> tensor<3xcomplex<f64>> {\n %r = stablehlo.bitcast_convert %x : (tensor<3x2xT>) -> tensor<3xcomplex<f64>>\n return %r : tensor<3xcomplex<f64>>\n}", true},
		{"scan", numbers, "(%x: tensor<2x5xT>, %i: tensor<2xT>) -> (tensor<2x5xT>, tensor<2xT>) {\n %r:2 = chlo.scan(%x) inits (%i) dimension=1 attributes {is_reverse = true} {\n ^bb0(%a: tensor<2xT>, %b: tensor<2xT>):\n %s = stablehlo.add %a, %b : tensor<2xT>\n stablehlo.return %s, %s : tensor<2xT>, tensor<2xT>\n } : (tensor<2x5xT>, tensor<2xT>) -> (tensor<2x5xT>, tensor<2xT>)\n return %r#0, %r#1 : tensor<2x5xT>, tensor<2xT>\n}", false},
		{"scan without elements", floats[13:], "(%x: tensor<0x2xT>, %i: tensor<2xT>) -> (tensor<0x2xT>, tensor<2xT>) {\n %r:2 = chlo.scan(%x) inits (%i) dimension=0 {\n ^bb0(%a: tensor<2xT>, %b: tensor<2xT>):\n %s = stablehlo.add %a, %b : tensor<2xT>\n stablehlo.return %s, %s : tensor<2xT>, tensor<2xT>\n } : (tensor<0x2xT>, tensor<2xT>) -> (tensor<0x2xT>, tensor<2xT>)\n return %r#0, %r#1 : tensor<0x2xT>, tensor<2xT>\n}", true},
		{"ragged_dot with ragged rows", types(ints[2:], floats[11:], complexes), ragged("2x7x3", "3x2x3x4", "2x7x4", "lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]"), false},
		{"ragged_dot with a ragged contracting dimension", types(ints[2:], floats[11:], complexes), ragged("2x3x7", "2x7x4", "3x2x3x4", "lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [2]"), false},
		{"top_k", types(ints, floats), "(%x: tensor<2x9xT>) -> (tensor<2x4xT>, tensor<2x4xi32>) {\n %v, %i = chlo.top_k(%x, k = 4) : tensor<2x9xT> -> (tensor<2x4xT>, tensor<2x4xi32>)\n return %v, %i : tensor<2x4xT>, tensor<2x4xi32>\n}", true},
		{"zeta", floats, "(%x: tensor<9xT>, %y: tensor<9xT>) -> tensor<9xT> {\n %r = chlo.zeta %x, %y : tensor<9xT>, tensor<9xT> -> tensor<9xT>\n return %r : tensor<9xT>\n}", false},
		{"polygamma", floats, "(%x: tensor<9xT>, %y: tensor<9xT>) -> tensor<9xT> {\n %r = chlo.polygamma %x, %y : tensor<9xT>, tensor<9xT> -> tensor<9xT>\n return %r : tensor<9xT>\n}", false},
		{"mulhi", []string{"i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64"}, "(%x: tensor<9xT>, %y: tensor<9xT>) -> tensor<9xT> {\n %k = stablehlo.multiply %x, %x : tensor<9xT>\n %l = stablehlo.not %y : tensor<9xT>\n %r = chlo.mulhi %k, %l : tensor<9xT>, tensor<9xT> -> tensor<9xT>\n return %r : tensor<9xT>\n}", true},
		{"next_after", floats[11:], "(%x: tensor<9xT>, %y: tensor<9xT>) -> tensor<9xT> {\n %r = chlo.next_after %x, %y : tensor<9xT>, tensor<9xT> -> tensor<9xT>\n return %r : tensor<9xT>\n}", true},
		{"reduce_precision", floats[11:], "(%x: tensor<9xT>) -> tensor<9xT> {\n %r = stablehlo.reduce_precision %x, format = e4m3 : tensor<9xT>\n return %r : tensor<9xT>\n}", true},
		{"reduce_precision to a wide format", floats[11:], "(%x: tensor<9xT>) -> tensor<9xT> {\n %r = stablehlo.reduce_precision %x, format = e128m64 : tensor<9xT>\n return %r : tensor<9xT>\n}", true},
		{"batch_norm_training", floats[13:], "(%x: tensor<4x3xT>, %s: tensor<3xT>, %o: tensor<3xT>) -> (tensor<4x3xT>, tensor<3xT>, tensor<3xT>) {\n %r:3 = \"stablehlo.batch_norm_training\"(%x, %s, %o) <{epsilon = 0.5 : f32, feature_index = 1 : i64}> : (tensor<4x3xT>, tensor<3xT>, tensor<3xT>) -> (tensor<4x3xT>, tensor<3xT>, tensor<3xT>)\n return %r#0, %r#1, %r#2 : tensor<4x3xT>, tensor<3xT>, tensor<3xT>\n}", false},
	}
}

func (c opCase) text(elem string) string {
	one := "1"
	if strings.Contains(elem, "f") {
		one = "1.0"
	}
	if strings.Contains(elem, "complex") {
		one = "(1.0, -1.0)"
	}
	if elem == "i1" {
		one = "true"
	}
	t := strings.NewReplacer("xT>", "x"+elem+">", "<T>", "<"+elem+">", ": T}", ": "+elem+"}", "ONE", one, "xNx", "x"+strings.TrimLeft(elem, "bfui")+"x").Replace(c.body)
	return "func.func @main" + t
}

// TestOps runs every case with each of its element types. The engine c takes minutes, so it runs
// only if LATHE_FULL is set.
func TestOps(t *testing.T) {
	reg, es := registry(t), engines(t)
	if os.Getenv("LATHE_FULL") == "" {
		es = slices.DeleteFunc(es, func(e engine) bool { return e.name == "c" })
	}
	for _, c := range opCases() {
		t.Run(strings.ReplaceAll(c.name, " ", "_"), func(t *testing.T) {
			for _, elem := range c.types {
				op, err := asm.Parse(reg, diag.NewSource("test.mlir", []byte(c.text(elem))), asm.Options{})
				if err == nil {
					err = ir.Verify(op)
				}
				if err != nil {
					t.Errorf("the program for %s is not valid StableHLO: %v", elem, err)
					continue
				}
				m, _ := ir.As[ir.Module](op)
				c.check(t, es, m, elem)
			}
		})
	}
}

func (c opCase) check(t *testing.T, es []engine, m ir.Module, elem string) {
	var want []*tensor.Tensor
	r := rand.New(rand.NewPCG(7, 8))
	var in []*tensor.Tensor
	for i, e := range es {
		p, err := e.Compile(context.Background(), m, backends.CompileOptions{})
		if err != nil {
			t.Errorf("%s, %s: %v", elem, e.name, err)
			continue
		}
		defer p.Close()
		if in == nil {
			for _, ty := range p.Inputs() {
				in = append(in, random(r, ty))
			}
		}
		got, err := p.Run(context.Background(), in)
		if err != nil {
			t.Errorf("%s, %s: %v", elem, e.name, err)
			continue
		}
		if i == 0 {
			want = got
			continue
		}
		for k := range want {
			if at := c.differs(got[k], want[k]); at >= 0 {
				t.Errorf("%s, %s: element %d is %v instead of %v", elem, e.name, at, got[k].Complex(at), want[k].Complex(at))
			}
		}
	}
}

// differs returns the index of the first element that differs by more than the case allows; -1 if
// there is none.
func (c opCase) differs(got, want *tensor.Tensor) int {
	largest := 1.0 // errors are relative to it, since a sum can be much smaller than its terms
	for i := range want.NumElements() {
		if a := cmplx.Abs(want.Complex(i)); a > largest && !math.IsInf(a, 0) {
			largest = a
		}
	}
	exact := c.exact || want.Kind.IsInt()
	near := func(x, y float64) bool {
		return x == y && math.Signbit(x) == math.Signbit(y) || math.IsNaN(x) && math.IsNaN(y) ||
			!exact && math.Abs(x-y) <= tolerance(want.Kind)*largest
	}
	for i := range want.NumElements() {
		x, y := got.Complex(i), want.Complex(i)
		if !(near(real(x), real(y)) && near(imag(x), imag(y)) || cmplx.IsNaN(x) && cmplx.IsNaN(y)) {
			return i
		}
	}
	return -1
}

// tolerance returns 64 units in the last place of a number near 1.
func tolerance(k tensor.Kind) float64 {
	p := k.Part()
	if p == tensor.Invalid || !k.IsComplex() {
		p = k
	}
	return 64 * math.Ldexp(1, -p.FloatLayout().Fraction)
}
