package stablehlo_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/interp"
)

// run evaluates a function without arguments that has the given body.
func run(t *testing.T, body string) error {
	t.Helper()
	m := parse(t, "test.mlir", []byte("func.func @main() {\n"+body+"\nreturn\n}"))
	_, err := interp.Run(t.Context(), mainOf(m), nil)
	return err
}

// TestEval computes %r from %a and %b and compares it with a constant.
func TestEval(t *testing.T) {
	for _, c := range []struct{ name, a, b, op, want string }{
		{"add wraps", "[127, -1] : tensor<2xi8>", "[1, 1] : tensor<2xi8>", "stablehlo.add %a, %b : tensor<2xi8>", "[-128, 0] : tensor<2xi8>"},
		{"add of i4 wraps", "[7, -8] : tensor<2xi4>", "[1, -1] : tensor<2xi4>", "stablehlo.add %a, %b : tensor<2xi4>", "[-8, 7] : tensor<2xi4>"},
		{"add of bf16 rounds the sum", "[256.0] : tensor<1xbf16>", "[1.0] : tensor<1xbf16>", "stablehlo.add %a, %b : tensor<1xbf16>", "[256.0] : tensor<1xbf16>"},
		{"logical shift", "[-1, -1] : tensor<2xi32>", "[28, 32] : tensor<2xi32>", "stablehlo.shift_right_logical %a, %b : tensor<2xi32>", "[15, 0] : tensor<2xi32>"},
		{"arithmetic shift by more bits than the element has", "[-5, 5] : tensor<2xi32>", "[40, 40] : tensor<2xi32>", "stablehlo.shift_right_arithmetic %a, %b : tensor<2xi32>", "[-1, 0] : tensor<2xi32>"},
		{"division rounds toward zero", "[-7, 7] : tensor<2xi32>", "[2, -2] : tensor<2xi32>", "stablehlo.divide %a, %b : tensor<2xi32>", "[-3, -3] : tensor<2xi32>"},
		{"remainder has the sign of lhs", "[-7, 7] : tensor<2xi32>", "[2, -2] : tensor<2xi32>", "stablehlo.remainder %a, %b : tensor<2xi32>", "[-1, 1] : tensor<2xi32>"},
		{"power", "[2, -1, 3] : tensor<3xi32>", "[10, -3, -1] : tensor<3xi32>", "stablehlo.power %a, %b : tensor<3xi32>", "[1024, -1, 0] : tensor<3xi32>"},
		{"unsigned comparison", "[255, 1] : tensor<2xui8>", "[1, 255] : tensor<2xui8>", "stablehlo.compare GT, %a, %b, UNSIGNED : (tensor<2xui8>, tensor<2xui8>) -> tensor<2xi1>", "[true, false] : tensor<2xi1>"},
		{"total order", "[-0.0, 0x7FC00000] : tensor<2xf32>", "[0.0, 1.0] : tensor<2xf32>", "stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>", "[true, false] : tensor<2xi1>"},
		{"transpose", "[[1, 2, 3], [4, 5, 6]] : tensor<2x3xi32>", "0 : tensor<i32>", "stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xi32>) -> tensor<3x2xi32>", "[[1, 4], [2, 5], [3, 6]] : tensor<3x2xi32>"},
		{"pad with negative low and positive interior padding", "[1, 2, 3] : tensor<3xi32>", "9 : tensor<i32>", "stablehlo.pad %a, %b, low = [-1], high = [2], interior = [1] : (tensor<3xi32>, tensor<i32>) -> tensor<6xi32>", "[9, 2, 9, 3, 9, 9] : tensor<6xi32>"},
		{"dynamic_slice clamps", "[1, 2, 3, 4] : tensor<4xi32>", "9 : tensor<i32>", "stablehlo.dynamic_slice %a, %b, sizes = [2] : (tensor<4xi32>, tensor<i32>) -> tensor<2xi32>", "[3, 4] : tensor<2xi32>"},
		{"reduce of the middle dimension", "[[[1, 2], [3, 4]], [[5, 6], [7, 8]]] : tensor<2x2x2xi32>", "0 : tensor<i32>", "stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [1] : (tensor<2x2x2xi32>, tensor<i32>) -> tensor<2x2xi32>", "[[4, 6], [12, 14]] : tensor<2x2xi32>"},
		{"reduce of the first and last dimensions", "[[[1, 2], [3, 4]], [[5, 6], [7, 8]]] : tensor<2x2x2xi32>", "0 : tensor<i32>", "stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0, 2] : (tensor<2x2x2xi32>, tensor<i32>) -> tensor<2xi32>", "[14, 22] : tensor<2xi32>"},
		{"reduce with a region that subtracts", "[[1, 2], [3, 4]] : tensor<2x2xi32>", "0 : tensor<i32>", "stablehlo.reduce(%a init: %b) across dimensions = [1] : (tensor<2x2xi32>, tensor<i32>) -> tensor<2xi32> reducer(%s: tensor<i32>, %e: tensor<i32>) {\n%t = stablehlo.subtract %e, %s : tensor<i32>\nstablehlo.return %t : tensor<i32>\n}", "[1, 1] : tensor<2xi32>"},
		{"dot_general", "[[[1, 2], [3, 4]]] : tensor<1x2x2xi32>", "[[[1, 0], [2, 1]]] : tensor<1x2x2xi32>", "stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<1x2x2xi32>, tensor<1x2x2xi32>) -> tensor<1x2x2xi32>", "[[[5, 2], [11, 4]]] : tensor<1x2x2xi32>"},
		{"gather clamps", "[[1, 2], [3, 4], [5, 6]] : tensor<3x2xi32>", "[[2], [7], [-1]] : tensor<3x1xi64>", `"stablehlo.gather"(%a, %b) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>} : (tensor<3x2xi32>, tensor<3x1xi64>) -> tensor<3x2xi32>`, "[[5, 6], [5, 6], [1, 2]] : tensor<3x2xi32>"},
		{"scatter ignores an index out of bounds", "[1, 2, 3] : tensor<3xi32>", "[[0], [5], [0]] : tensor<3x1xi64>", "\"stablehlo.scatter\"(%a, %b, %a) ({\n^bb0(%x: tensor<i32>, %y: tensor<i32>):\n%t = stablehlo.add %x, %y : tensor<i32>\nstablehlo.return %t : tensor<i32>\n}) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3xi32>, tensor<3x1xi64>, tensor<3xi32>) -> tensor<3xi32>", "[5, 2, 3] : tensor<3xi32>"},
		{"reduce_window", "[1, 2, 3, 4] : tensor<4xi32>", "0 : tensor<i32>", "\"stablehlo.reduce_window\"(%a, %b) ({\n^bb0(%x: tensor<i32>, %y: tensor<i32>):\n%t = stablehlo.add %x, %y : tensor<i32>\nstablehlo.return %t : tensor<i32>\n}) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>, padding = dense<[[1, 1]]> : tensor<1x2xi64>} : (tensor<4xi32>, tensor<i32>) -> tensor<3xi32>", "[1, 5, 4] : tensor<3xi32>"},
		{"convolution", "[[[1.0], [2.0], [3.0]]] : tensor<1x3x1xf32>", "[[[1.0]], [[10.0]]] : tensor<2x1x1xf32>", "stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x1xf32>, tensor<2x1x1xf32>) -> tensor<1x2x1xf32>", "[[[21.0], [32.0]]] : tensor<1x2x1xf32>"},
		{"sort with equal elements", "[2, 1, 2, 0] : tensor<4xi32>", "0 : tensor<i32>", "\"stablehlo.sort\"(%a) ({\n^bb0(%x: tensor<i32>, %y: tensor<i32>):\n%t = stablehlo.compare LT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>\nstablehlo.return %t : tensor<i1>\n}) {dimension = 0 : i64} : (tensor<4xi32>) -> tensor<4xi32>", "[0, 1, 2, 2] : tensor<4xi32>"},
		{"while", "0 : tensor<i32>", "3 : tensor<i32>", "stablehlo.while(%i = %a) : tensor<i32>\ncond {\n%p = stablehlo.compare LT, %i, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>\nstablehlo.return %p : tensor<i1>\n} do {\n%one = stablehlo.constant dense<1> : tensor<i32>\n%n = stablehlo.add %i, %one : tensor<i32>\nstablehlo.return %n : tensor<i32>\n}", "3 : tensor<i32>"},
		{"cholesky", "[[4.0, 2.0], [2.0, 5.0]] : tensor<2x2xf32>", "0 : tensor<i32>", "stablehlo.cholesky %a, lower = true : tensor<2x2xf32>", "[[2.0, 0.0], [1.0, 2.0]] : tensor<2x2xf32>"},
		{"triangular_solve from the left", "[[2.0, 9.0], [1.0, 2.0]] : tensor<2x2xf32>", "[[2.0], [5.0]] : tensor<2x1xf32>", `"stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x2xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>`, "[[1.0], [2.0]] : tensor<2x1xf32>"},
		{"triangular_solve from the right", "[[2.0, 9.0], [1.0, 2.0]] : tensor<2x2xf32>", "[[4.0, 4.0]] : tensor<1x2xf32>", `"stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x2xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>`, "[[1.0, 2.0]] : tensor<1x2xf32>"},
		{"fft of an impulse", "[(1.0, 0.0), (0.0, 0.0), (0.0, 0.0)] : tensor<3xcomplex<f32>>", "0 : tensor<i32>", "stablehlo.fft %a, type = FFT, length = [3] : (tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>>", "[(1.0, 0.0), (1.0, 0.0), (1.0, 0.0)] : tensor<3xcomplex<f32>>"},
		{"RFFT of length 0", "[] : tensor<0xf32>", "0 : tensor<i32>", "stablehlo.fft %a, type = RFFT, length = [0] : (tensor<0xf32>) -> tensor<0xcomplex<f32>>", "[] : tensor<0xcomplex<f32>>"},
		{"all_gather in a group of one process", "[1, 2] : tensor<2xi32>", "0 : tensor<i32>", "\"stablehlo.all_gather\"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<2xi32>) -> tensor<2xi32>", "[1, 2] : tensor<2xi32>"},
		{"case out of range", "7 : tensor<i32>", "5 : tensor<i32>", "\"stablehlo.case\"(%a) ({\nstablehlo.return %a : tensor<i32>\n}, {\nstablehlo.return %b : tensor<i32>\n}) : (tensor<i32>) -> tensor<i32>", "5 : tensor<i32>"},
		{"convert of complex takes the real part", "[(0.0, 1.0), (2.0, 0.0)] : tensor<2xcomplex<f32>>", "0 : tensor<i32>", "stablehlo.convert %a : (tensor<2xcomplex<f32>>) -> tensor<2xi1>", "[false, true] : tensor<2xi1>"},
		{"reduce_precision keeps subnormal numbers", "[0x00000001, 0x807FFFFF] : tensor<2xf32>", "0 : tensor<i32>", "stablehlo.reduce_precision %a, format = e8m23 : tensor<2xf32>", "[0x00000001, 0x807FFFFF] : tensor<2xf32>"},
		{"reduce_precision rounds subnormal numbers", "[0x00001000, 0x00003000, 0x807FF800] : tensor<3xf32>", "0 : tensor<i32>", "stablehlo.reduce_precision %a, format = e8m10 : tensor<3xf32>", "[0x00000000, 0x00004000, 0x80800000] : tensor<3xf32>"},
		{"reduce_precision of f16", "[0x0001, 0x03FF, 0x7C00] : tensor<3xf16>", "0 : tensor<i32>", "stablehlo.reduce_precision %a, format = e5m10 : tensor<3xf16>", "[0x0001, 0x03FF, 0x7C00] : tensor<3xf16>"},
		{"reduce_precision to fewer exponent bits", "[1.0e-20, -1.0e-20, 65519.0, 65520.0] : tensor<4xf32>", "0 : tensor<i32>", "stablehlo.reduce_precision %a, format = e5m10 : tensor<4xf32>", "[0.0, -0.0, 65504.0, 0x7F800000] : tensor<4xf32>"},
		{"log of large complex", "[(3.0e38, 3.0e38)] : tensor<1xcomplex<f32>>", "0 : tensor<i32>", "stablehlo.log %a : tensor<1xcomplex<f32>>", "[(88.9434204, 0.785398185)] : tensor<1xcomplex<f32>>"},
		{"bitcast_convert", "[1.0] : tensor<1xf32>", "0 : tensor<i32>", "stablehlo.bitcast_convert %a : (tensor<1xf32>) -> tensor<1x2xi16>", "[[0, 16256]] : tensor<1x2xi16>"},
		{"erf", "[0.0, 0.5] : tensor<2xf32>", "0 : tensor<i32>", "chlo.erf %a : tensor<2xf32> -> tensor<2xf32>", "[0.0, 0.520499885] : tensor<2xf32>"},
	} {
		t.Run(c.name, func(t *testing.T) {
			constant := func(name, text string) string {
				values, typ, _ := strings.Cut(text, " : ")
				return name + " = stablehlo.constant dense<" + values + "> : " + typ + "\n"
			}
			_, typ, _ := strings.Cut(c.want, " : ")
			body := constant("%a", c.a) + constant("%b", c.b) + "%r = " + c.op + "\n"
			check := "check.expect_eq %r, %want : " + typ
			if err := run(t, body+constant("%want", c.want)+check); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestFailedCheck(t *testing.T) {
	for _, c := range []struct{ constant, check, want string }{
		{"dense<1> : tensor<i32>", "expect_eq_const %a, dense<2> : tensor<i32>",
			"'check.expect_eq_const' op expected values to be equal, but element 0 is 1 instead of 2"},
		{"dense<1.0> : tensor<f32>", "expect_almost_eq_const %a, dense<2.0> : tensor<f32>",
			"'check.expect_almost_eq_const' op expected values to be equal within a tolerance of 0.0001, but element 0 is 1 instead of 2"},
		{"dense<1.0> : tensor<f32>", "expect_close %a, %a, max_ulp_difference = 3, min_ulp_difference = 1 : tensor<f32>, tensor<f32>",
			"'check.expect_close' op expected values to differ by at least 1 units in the last place, but the largest difference is 0"},
	} {
		err := run(t, "%a = stablehlo.constant "+c.constant+"\ncheck."+c.check)
		if err == nil || !strings.Contains(err.Error(), "test.mlir:3:1: "+c.want) {
			t.Errorf("got error %v, expected %s", err, c.want)
		}
	}
}

func TestUnsupported(t *testing.T) {
	err := run(t, "%a = stablehlo.constant dense<1.0> : tensor<f32>\n%b = \"stablehlo.cross-replica-sum\"(%a) <{replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<f32>) -> tensor<f32>")
	var u *interp.UnsupportedError
	if !errors.As(err, &u) || u.Op != "stablehlo.cross-replica-sum" || u.Place != "test.mlir:3:6" {
		t.Errorf("got error %v, expected an UnsupportedError of stablehlo.cross-replica-sum", err)
	}
}

// TestQuantized runs a quantized sum, and checks the stored integers and the dequantized result.
func TestQuantized(t *testing.T) {
	m := parse(t, "test.mlir", []byte(`
func.func @main() {
  %a = stablehlo.constant dense<[1.0, 2.0, -3.0]> : tensor<3xf32>
  %q = stablehlo.uniform_quantize %a : (tensor<3xf32>) -> tensor<3x!quant.uniform<i8:f32, 0.5:3>>
  %s = "stablehlo.add"(%q, %q) : (tensor<3x!quant.uniform<i8:f32, 0.5:3>>, tensor<3x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<3x!quant.uniform<i8:f32, 1.0:-1>>
  %i = stablehlo.bitcast_convert %s : (tensor<3x!quant.uniform<i8:f32, 1.0:-1>>) -> tensor<3xi8>
  check.expect_eq_const %i, dense<[1, 3, -7]> : tensor<3xi8>
  %d = stablehlo.uniform_dequantize %s : (tensor<3x!quant.uniform<i8:f32, 1.0:-1>>) -> tensor<3xf32>
  check.expect_eq_const %d, dense<[2.0, 4.0, -6.0]> : tensor<3xf32>
  return
}`))
	if !stablehlo.ExpandQuantized(m) {
		t.Fatal("ExpandQuantized returned false, but the module has quantized values")
	}
	if _, err := interp.Run(t.Context(), mainOf(m), nil); err != nil {
		t.Error(err)
	}
}

// TestParallel runs an all_reduce on two processes.
func TestParallel(t *testing.T) {
	m := parse(t, "test.mlir", []byte(`
func.func @f(%a: tensor<i32>) -> tensor<i32> {
  %r = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %s = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
func.func @main() {
  %a = stablehlo.constant dense<1> : tensor<i32>
  %b = stablehlo.constant dense<2> : tensor<i32>
  %r:2 = "interpreter.run_parallel"(%a, %b) <{programs = [[@f], [@f]]}> : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  check.expect_eq_const %r#0, dense<3> : tensor<i32>
  check.expect_eq_const %r#1, dense<3> : tensor<i32>
  return
}`))
	var entry *ir.Op
	m.Walk(func(op *ir.Op) bool {
		if s, _ := op.Attr("sym_name").Str(); s == "main" {
			entry = op
		}
		return true
	})
	if _, err := interp.Run(t.Context(), entry, nil); err != nil {
		t.Error(err)
	}
}
