package stablehlo_test

import (
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/ir/interp"
)

// TestShapesOfRuns checks that an operation fails if shapes are incompatible at run time, or if a
// size or an index is invalid. The types of %a and %b have dynamic shapes. At run time, %a has 6
// elements and %b has 4.
func TestShapesOfRuns(t *testing.T) {
	const before = `
%six = stablehlo.constant dense<6> : tensor<1xi64>
%four = stablehlo.constant dense<4> : tensor<1xi64>
%nine = stablehlo.constant dense<9> : tensor<i32>
%a = stablehlo.dynamic_iota %six, dim = 0 : (tensor<1xi64>) -> tensor<?xf32>
%b = stablehlo.dynamic_iota %four, dim = 0 : (tensor<1xi64>) -> tensor<?xf32>
`
	for _, c := range []struct{ op, want string }{
		{"stablehlo.add %b, %b : tensor<?xf32>", ""},
		{"stablehlo.optimization_barrier %b : tensor<?xf32>", ""},
		{`"stablehlo.async_start"(%b) ({
			^bb0(%x: tensor<?xf32>):
			%s = stablehlo.slice %x [0:2] : (tensor<?xf32>) -> tensor<2xf32>
			stablehlo.return %s : tensor<2xf32>
		}) : (tensor<?xf32>) -> !stablehlo.future<tensor<2xf32>>`, ""},
		{"stablehlo.add %a, %b : tensor<?xf32>", "'stablehlo.add' op failed: its operands must have one shape, but are 'tensor<6xf32>', 'tensor<4xf32>'"},
		{"stablehlo.add %b, %a : tensor<?xf32>", "'stablehlo.add' op failed: its operands must have one shape, but are 'tensor<4xf32>', 'tensor<6xf32>'"},
		{"stablehlo.add %a, %a : (tensor<?xf32>, tensor<?xf32>) -> tensor<4xf32>", "'stablehlo.add' op failed: its result must be 'tensor<4xf32>', but got 'tensor<6xf32>'"},
		{"stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<?xf32>, tensor<?xf32>) -> tensor<f32>", "'stablehlo.dot_general' op "},
		{"stablehlo.slice %b [0:6] : (tensor<?xf32>) -> tensor<6xf32>", "'stablehlo.slice' op "},
		{"stablehlo.reshape %a : (tensor<?xf32>) -> tensor<2x2xf32>", "'stablehlo.reshape' op failed on 'tensor<6xf32>': number of output elements (4) doesn't match expected number of elements (6)"},
		{"stablehlo.dynamic_broadcast_in_dim %a, %four, dims = [0] : (tensor<?xf32>, tensor<1xi64>) -> tensor<?xf32>", "'stablehlo.dynamic_broadcast_in_dim' op cannot broadcast dimension 0 from extent 6 to extent 4"},
		{"stablehlo.real_dynamic_slice %b, %six, %four, %six : (tensor<?xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>", "'stablehlo.real_dynamic_slice' op failed: its slice 6:4:6 is invalid for a dimension of extent 4"},
		{"stablehlo.set_dimension_size %b, %nine, dim = 0 : (tensor<?xf32>, tensor<i32>) -> tensor<?xf32>", "'stablehlo.set_dimension_size' op failed: its size 9 is not between 0 and 4, the extent of dimension 0"},
	} {
		err := run(t, before+"%r = "+c.op)
		if c.want == "" {
			if err != nil {
				t.Errorf("%s: got error %v, expected none", c.op, err)
			}
			continue
		}
		if _, _, ok := interp.Failed(err); !ok || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got error %v, expected %s", c.op, err, c.want)
		}
	}
}

// TestShapesOfRunsElsewhere checks that operations with invalid shapes at run time do not panic,
// and that the errors name the operation. All types have dynamic shapes. At run time, %a and %p
// have 6 elements, %b has 4, %m is a 2x3 matrix and %n a 4x2 matrix.
func TestShapesOfRunsElsewhere(t *testing.T) {
	const before = `
%six = stablehlo.constant dense<6> : tensor<1xi64>
%four = stablehlo.constant dense<4> : tensor<1xi64>
%two3 = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
%nine = stablehlo.constant dense<9> : tensor<2xi64>
%lows = stablehlo.negate %nine : tensor<2xi64>
%four2 = stablehlo.constant dense<[4, 2]> : tensor<2xi64>
%z = stablehlo.constant dense<0.0> : tensor<f32>
%i = stablehlo.constant dense<1> : tensor<i64>
%is = stablehlo.constant dense<[[1], [3]]> : tensor<2x1xi64>
%a = stablehlo.dynamic_iota %six, dim = 0 : (tensor<1xi64>) -> tensor<?xf32>
%b = stablehlo.dynamic_iota %four, dim = 0 : (tensor<1xi64>) -> tensor<?xf32>
%m = stablehlo.dynamic_iota %two3, dim = 0 : (tensor<2xi64>) -> tensor<?x?xf32>
%n = stablehlo.dynamic_iota %four2, dim = 0 : (tensor<2xi64>) -> tensor<?x?xf32>
%p = stablehlo.compare GT, %a, %a : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xi1>
`
	const v, mat, u = "tensor<?xf32>", "tensor<?x?xf32>", "tensor<f32>"
	for _, op := range []string{
		"stablehlo.concatenate %m, %n, dim = 0 : (" + mat + ", " + mat + ") -> " + mat,
		"stablehlo.dot %m, %m : (" + mat + ", " + mat + ") -> " + mat,
		"stablehlo.dot_general %m, %n, contracting_dims = [1] x [0] : (" + mat + ", " + mat + ") -> " + mat,
		"stablehlo.dot_general %m, %n, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (" + mat + ", " + mat + ") -> " + v,
		"stablehlo.select %p, %b, %b : tensor<?xi1>, " + v,
		"stablehlo.clamp %a, %b, %a : " + v,
		"stablehlo.slice %b [2:6] : (" + v + ") -> tensor<4xf32>",
		"stablehlo.dynamic_slice %b, %i, sizes = [5] : (" + v + ", tensor<i64>) -> tensor<5xf32>",
		"stablehlo.dynamic_update_slice %b, %a, %i : (" + v + ", " + v + ", tensor<i64>) -> " + v,
		"stablehlo.reshape %a : (" + v + ") -> tensor<2x2xf32>",
		"stablehlo.dynamic_reshape %a, %four2 : (" + v + ", tensor<2xi64>) -> " + mat,
		"stablehlo.broadcast_in_dim %a, dims = [0] : (" + v + ") -> tensor<4x2xf32>",
		"stablehlo.dynamic_broadcast_in_dim %a, %four2, dims = [0] : (" + v + ", tensor<2xi64>) -> " + mat,
		"stablehlo.pad %m, %z, low = [-3, 0], high = [0, 0], interior = [0, 0] : (" + mat + ", " + u + ") -> " + mat,
		"stablehlo.dynamic_pad %m, %z, %two3, %two3, %lows : (" + mat + ", " + u + ", tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> " + mat,
		"stablehlo.real_dynamic_slice %b, %six, %four, %six : (" + v + ", tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> " + v,
		"stablehlo.cholesky %m, lower = true : " + mat,
		`"stablehlo.triangular_solve"(%n, %m) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (` + mat + ", " + mat + ") -> " + mat,
		"stablehlo.fft %a, type = RFFT, length = [9] : (" + v + ") -> tensor<?xcomplex<f32>>",
		`"stablehlo.batch_norm_inference"(%m, %a, %a, %b, %b) {epsilon = 0.1 : f32, feature_index = 1 : i64} : (` + mat + ", " + v + ", " + v + ", " + v + ", " + v + ") -> " + mat,
		"stablehlo.convolution(%m, %n) dim_numbers = [b, f]x[i, o]->[b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (" + mat + ", " + mat + ") -> " + mat,
		`"stablehlo.gather"(%b, %is) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [], offset_dims = [1], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 6>} : (` + v + ", tensor<2x1xi64>) -> tensor<2x6xf32>",
		`"stablehlo.scatter"(%b, %is, %a) ({ ^bb0(%x: ` + u + ", %y: " + u + `): stablehlo.return %y : ` + u + ` }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (` + v + ", tensor<2x1xi64>, " + v + ") -> " + v,
		`"stablehlo.sort"(%a, %b) ({ ^bb0(%x: ` + u + ", %y: " + u + ", %w: " + u + ", %q: " + u + `): %c = stablehlo.compare LT, %x, %y : (` + u + ", " + u + `) -> tensor<i1> stablehlo.return %c : tensor<i1> }) {dimension = 0 : i64} : (` + v + ", " + v + ") -> (" + v + ", " + v + ")",
		`"stablehlo.map"(%a, %b) ({ ^bb0(%x: ` + u + ", %y: " + u + `): stablehlo.return %z : ` + u + ` }) {dimensions = array<i64: 0>} : (` + v + ", " + v + ") -> " + v,
		`"stablehlo.reduce"(%a, %b, %z, %z) ({ ^bb0(%x: ` + u + ", %y: " + u + ", %w: " + u + ", %q: " + u + `): stablehlo.return %x, %y : ` + u + ", " + u + ` }) {dimensions = array<i64: 0>} : (` + v + ", " + v + ", " + u + ", " + u + ") -> (" + u + ", " + u + ")",
		`"stablehlo.reduce_window"(%a, %b, %z, %z) ({ ^bb0(%x: ` + u + ", %y: " + u + ", %w: " + u + ", %q: " + u + `): stablehlo.return %x, %y : ` + u + ", " + u + ` }) {window_dimensions = array<i64: 2>} : (` + v + ", " + v + ", " + u + ", " + u + ") -> (" + v + ", " + v + ")",
		`"stablehlo.select_and_scatter"(%a, %b, %z) ({ ^bb0(%x: ` + u + ", %y: " + u + `): %c = stablehlo.compare GE, %x, %y : (` + u + ", " + u + `) -> tensor<i1> stablehlo.return %c : tensor<i1> }, { ^bb0(%x: ` + u + ", %y: " + u + `): stablehlo.return %x : ` + u + ` }) {window_dimensions = array<i64: 3>, window_strides = array<i64: 3>} : (` + v + ", " + v + ", " + u + ") -> " + v,
		"stablehlo.add %a, %b : " + v,
		"stablehlo.complex %a, %b : tensor<?xcomplex<f32>>",
	} {
		name := strings.Trim(strings.FieldsFunc(op, func(r rune) bool { return r == ' ' || r == '(' })[0], `"`)
		result := "%r = "
		if strings.Contains(op, "-> (") {
			result = "%r:2 = "
		}
		err := run(t, before+result+op)
		if failed, _, ok := interp.Failed(err); !ok || failed.Name() != name {
			t.Errorf("%s: got error %v, expected an error that names %s", op, err, name)
		}
	}
}
