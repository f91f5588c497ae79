package engines_test

import (
	"fmt"
	"strings"
)

// generic returns the case of an operation in MLIR's generic form. ins lists the types of the
// operands, and out is the result type. rest has the attributes and regions.
func generic(name string, exact bool, types []string, ins, out, rest string) opCase {
	dialect := "stablehlo."
	if strings.HasPrefix(name, "chlo.") {
		dialect = ""
	}
	var args, operands, list []string
	for i, t := range strings.Fields(ins) {
		t = "tensor<" + t + ">"
		args = append(args, fmt.Sprintf("%%x%d: %s", i, t))
		operands, list = append(operands, fmt.Sprintf("%%x%d", i)), append(list, t)
	}
	op, _, _ := strings.Cut(name, " ")
	out = "tensor<" + out + ">"
	return opCase{name, types, fmt.Sprintf("(%s) -> %s {\n %%r = \"%s%s\"(%s) %s : (%s) -> %[2]s\n return %%r : %[2]s\n}",
		strings.Join(args, ", "), out, dialect, op, strings.Join(operands, ", "), rest, strings.Join(list, ", ")), exact}
}

func movingCases(all []string) []opCase {
	yield := func(v string) string { return "{\n stablehlo.return " + v + " : tensor<3xT>\n }" }
	return []opCase{
		generic("reshape", true, all, "3x4xT", "2x6xT", ""),
		generic("slice", true, all, "3x5xT", "2x2xT", "<{start_indices = array<i64: 0, 1>, limit_indices = array<i64: 2, 5>, strides = array<i64: 1, 2>}>"),
		generic("broadcast", true, all, "3xT", "2x3xT", "<{broadcast_sizes = array<i64: 2>}>"),
		generic("broadcast_in_dim", true, all, "3xT", "3x4xT", "<{broadcast_dimensions = array<i64: 0>}>"),
		generic("dynamic_update_slice", true, all, "5xT 2xT i32", "5xT", ""),
		generic("optimization_barrier", true, all, "5xT", "5xT", ""),
		generic("get_dimension_size", true, all, "5x3xT", "i32", "<{dimension = 1 : i64}>"),
		generic("torch_index_select", true, all, "5x3xT 2xi32", "2x3xT", "<{dim = 0 : i64, batch_dims = 0 : i64}>"),
		generic("torch_index_select of batches", true, all, "2x5x3xT 2x4xi32", "2x4x3xT", "<{dim = 1 : i64, batch_dims = 1 : i64}>"),
		{"if", all, "(%p: tensor<i1>, %x: tensor<3xT>, %y: tensor<3xT>) -> tensor<3xT> {\n %r = \"stablehlo.if\"(%p) (" + yield("%x") + ", " + yield("%y") + ") : (tensor<i1>) -> tensor<3xT>\n return %r : tensor<3xT>\n}", true},
		{"case", all, "(%p: tensor<i32>, %x: tensor<3xT>, %y: tensor<3xT>) -> tensor<3xT> {\n %r = \"stablehlo.case\"(%p) (" + yield("%x") + ", " + yield("%y") + ") : (tensor<i32>) -> tensor<3xT>\n return %r : tensor<3xT>\n}", true},
		{"dynamic_reshape", all, "(%x: tensor<6xT>) -> tensor<2x3xT> {\n %s = stablehlo.constant dense<[2, 3]> : tensor<2xi32>\n %r = stablehlo.dynamic_reshape %x, %s : (tensor<6xT>, tensor<2xi32>) -> tensor<2x3xT>\n return %r : tensor<2x3xT>\n}", true},
		{"dynamic_broadcast_in_dim", all, "(%x: tensor<3xT>) -> tensor<2x3xT> {\n %s = stablehlo.constant dense<[2, 3]> : tensor<2xi32>\n %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<3xT>, tensor<2xi32>) -> tensor<2x3xT>\n return %r : tensor<2x3xT>\n}", true},
		{"dynamic_pad", all, "(%x: tensor<3xT>, %p: tensor<T>) -> tensor<6xT> {\n %l = stablehlo.constant dense<1> : tensor<1xi32>\n %h = stablehlo.constant dense<2> : tensor<1xi32>\n %n = stablehlo.constant dense<0> : tensor<1xi32>\n %r = stablehlo.dynamic_pad %x, %p, %l, %h, %n : (tensor<3xT>, tensor<T>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<6xT>\n return %r : tensor<6xT>\n}", true},
		{"dynamic_gather", all, "(%x: tensor<5xT>, %at: tensor<4x1xi32>) -> tensor<4xT> {\n %n = stablehlo.constant dense<1> : tensor<1xi32>\n %r = \"stablehlo.dynamic_gather\"(%x, %at, %n) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<5xT>, tensor<4x1xi32>, tensor<1xi32>) -> tensor<4xT>\n return %r : tensor<4xT>\n}", true},
		{"real_dynamic_slice", all, "(%x: tensor<5xT>) -> tensor<2xT> {\n %l = stablehlo.constant dense<1> : tensor<1xi32>\n %h = stablehlo.constant dense<4> : tensor<1xi32>\n %n = stablehlo.constant dense<2> : tensor<1xi32>\n %r = stablehlo.real_dynamic_slice %x, %l, %h, %n : (tensor<5xT>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<2xT>\n return %r : tensor<2xT>\n}", true},
	}
}

func computingCases(numbers []string) []opCase {
	parts := floats[13:]
	const region = "({\n ^bb0(%a: tensor<T>, %b: tensor<T>):\n %s = stablehlo.add %a, %b : tensor<T>\n stablehlo.return %s : tensor<T>\n })"
	cs := []opCase{
		generic("complex", true, parts, "3xT 3xT", "3xcomplex<T>", ""),
		generic("real", true, parts, "3xcomplex<T>", "3xT", ""),
		generic("imag", true, parts, "3xcomplex<T>", "3xT", ""),
		generic("is_finite", true, floats, "9xT", "9xi1", ""),
		generic("map", true, types(ints, floats), "5xT 5xT", "5xT", "<{dimensions = array<i64: 0>}> "+region),
		generic("map of complex numbers", false, complexes, "5xT 5xT", "5xT", "<{dimensions = array<i64: 0>}> "+region),
		generic("dot", false, numbers, "3x4xT 4x2xT", "3x2xT", ""),
		{"dot_general of few rows", floats[11:], "(%x: tensor<3x41xT>, %y: tensor<70x41xT>) -> tensor<3x70xT> {\n %r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<3x41xT>, tensor<70x41xT>) -> tensor<3x70xT>\n return %r : tensor<3x70xT>\n}", false},
		{"dot_general of many rows, by transposed weights", floats[11:], "(%x: tensor<3x3x41xT>, %y: tensor<70x41xT>) -> tensor<3x3x70xT> {\n %t = stablehlo.transpose %y, dims = [1, 0] : (tensor<70x41xT>) -> tensor<41x70xT>\n %r = stablehlo.dot_general %x, %t, contracting_dims = [2] x [0] : (tensor<3x3x41xT>, tensor<41x70xT>) -> tensor<3x3x70xT>\n return %r : tensor<3x3x70xT>\n}", false},
		{"dot_general transposed", numbers, "(%x: tensor<2x5x19xT>, %y: tensor<2x5x3x17xT>) -> tensor<3x17x2x19xT> {\n %p = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<2x5x19xT>, tensor<2x5x3x17xT>) -> tensor<2x19x3x17xT>\n %r = stablehlo.transpose %p, dims = [2, 3, 0, 1] : (tensor<2x19x3x17xT>) -> tensor<3x17x2x19xT>\n return %r : tensor<3x17x2x19xT>\n}", false},
		{"convolution with lhs_dilate", numbers, "(%x: tensor<2x3x4x5xT>, %k: tensor<3x2x5x17xT>) -> tensor<2x6x8x17xT> {\n %r = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 2], [-1, 0]], lhs_dilate = [2, 3]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x3x4x5xT>, tensor<3x2x5x17xT>) -> tensor<2x6x8x17xT>\n return %r : tensor<2x6x8x17xT>\n}", false},
		{"convolution with groups and lhs_dilate", numbers, "(%x: tensor<2x6x3x4xT>, %k: tensor<6x2x2x2xT>) -> tensor<2x6x1x11xT> {\n %r = stablehlo.convolution(%x, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [2, 1], pad = [[0, 0], [1, 1]], lhs_dilate = [1, 3]} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<2x6x3x4xT>, tensor<6x2x2x2xT>) -> tensor<2x6x1x11xT>\n return %r : tensor<2x6x1x11xT>\n}", false},
		{"convolution with a large window", types(ints, floats), "(%x: tensor<3x6x5x7xT>, %k: tensor<3x5x4x19xT>) -> tensor<4x2x7x19xT> {\n %r = stablehlo.convolution(%x, %k) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {pad = [[1, 1], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<3x6x5x7xT>, tensor<3x5x4x19xT>) -> tensor<4x2x7x19xT>\n return %r : tensor<4x2x7x19xT>\n}", false},
		generic("batch_norm_inference", false, parts, "4x3xT 3xT 3xT 3xT 3xT", "4x3xT", "<{epsilon = 2.0 : f32, feature_index = 1 : i64}>"),
		{"batch_norm_grad", parts, "(%x: tensor<4x3xT>, %s: tensor<3xT>, %m: tensor<3xT>, %v: tensor<3xT>, %g: tensor<4x3xT>) -> (tensor<4x3xT>, tensor<3xT>, tensor<3xT>) {\n %w = stablehlo.multiply %v, %v : tensor<3xT>\n %r:3 = \"stablehlo.batch_norm_grad\"(%x, %s, %m, %w, %g) <{epsilon = 0.5 : f32, feature_index = 1 : i64}> : (tensor<4x3xT>, tensor<3xT>, tensor<3xT>, tensor<3xT>, tensor<4x3xT>) -> (tensor<4x3xT>, tensor<3xT>, tensor<3xT>)\n return %r#0, %r#1, %r#2 : tensor<4x3xT>, tensor<3xT>, tensor<3xT>\n}", false},
		{"rng_bit_generator", []string{"ui8", "ui16", "ui32", "ui64", "i8", "i16", "i32", "i64"}, "(%s: tensor<2xui64>) -> (tensor<2xui64>, tensor<7xT>) {\n %r:2 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<7xT>)\n return %r#0, %r#1 : tensor<2xui64>, tensor<7xT>\n}", true},
		{"dynamic_iota", numbers, "() -> tensor<3x2xT> {\n %s = stablehlo.constant dense<[3, 2]> : tensor<2xi32>\n %r = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi32>) -> tensor<3x2xT>\n return %r : tensor<3x2xT>\n}", true},
		{"dynamic_conv", numbers, "(%x: tensor<1x6x4xT>, %k: tensor<3x2x4xT>) -> tensor<1x6x4xT> {\n %p = stablehlo.constant dense<1> : tensor<1x2xi32>\n %r = \"stablehlo.dynamic_conv\"(%x, %k, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64}> : (tensor<1x6x4xT>, tensor<3x2x4xT>, tensor<1x2xi32>) -> tensor<1x6x4xT>\n return %r : tensor<1x6x4xT>\n}", false},
		{"uniform_quantize", []string{"f32"}, "(%x: tensor<9xT>) -> tensor<9xi8> {\n %q = stablehlo.uniform_quantize %x : (tensor<9xT>) -> tensor<9x!quant.uniform<i8:f32, 0.1:3>>\n %r = stablehlo.bitcast_convert %q : (tensor<9x!quant.uniform<i8:f32, 0.1:3>>) -> tensor<9xi8>\n return %r : tensor<9xi8>\n}", true},
		{"uniform_dequantize", []string{"f32"}, "(%x: tensor<9xT>) -> tensor<9xT> {\n %q = stablehlo.uniform_quantize %x : (tensor<9xT>) -> tensor<9x!quant.uniform<i8:f32, 0.1:3>>\n %r = stablehlo.uniform_dequantize %q : (tensor<9x!quant.uniform<i8:f32, 0.1:3>>) -> tensor<9xT>\n return %r : tensor<9xT>\n}", true},
	}
	return append(cs, clientCases(numbers)...)
}

// clientCases returns the cases of CHLO (client HLO) operations.
func clientCases(numbers []string) []opCase {
	var cs []opCase
	wide := func(name string, exact bool, types []string, out, rest string) {
		cs = append(cs, generic("chlo.broadcast_"+name, exact, types, "3x5xT 5xT", "3x5x"+out, rest))
	}
	real := types(ints, floats)
	for _, name := range []string{"add", "subtract", "multiply", "divide"} {
		wide(name, true, real, "T", "")
		wide(name, false, complexes, "T", "")
	}
	for _, name := range []string{"maximum", "minimum"} {
		wide(name, true, numbers, "T", "")
	}
	for _, name := range []string{"and", "or", "xor"} {
		wide(name, true, types(truths, ints), "T", "")
	}
	for _, name := range []string{"shift_left", "shift_right_arithmetic", "shift_right_logical"} {
		wide(name, true, ints, "T", "")
	}
	wide("remainder", true, real, "T", "")
	wide("power", false, floats, "T", "")
	wide("atan2", false, floats, "T", "")
	wide("next_after", true, floats[11:], "T", "")
	wide("zeta", false, floats, "T", "")
	wide("polygamma", false, floats, "T", "")
	wide("compare", true, real, "i1", "<{comparison_direction = #chlo<comparison_direction LT>}>")
	wide("complex", true, floats[13:], "complex<T>", "")
	for _, name := range []string{"is_inf", "is_neg_inf", "is_pos_inf"} {
		cs = append(cs, generic("chlo."+name, true, floats, "9xT", "9xi1", ""))
	}
	return append(cs,
		generic("chlo.broadcast_select", true, types(truths, numbers), "3x5xi1 5xT 3x5xT", "3x5xT", ""),
		generic("chlo.conj", true, complexes, "9xT", "9xT", ""),
		generic("chlo.square", true, floats, "9xT", "9xT", ""),
		generic("chlo.square of complex numbers", false, complexes, "9xT", "9xT", ""),
		generic("chlo.constant", true, types(truths, numbers), "", "3xT", "<{value = dense<ONE> : tensor<3xT>}>"),
		generic("chlo.constant_like", true, floats[11:], "9xT", "9xT", "<{value = 1.5 : T}>"),
	)
}
