package engines_test

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	embed "github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// TestEmpty runs many kinds of operations on tensors without elements, and operations with the
// largest strides, dilations and padding. Each operation alone runs on ref and vm, and a program of
// all these operations runs on all engines.
func TestEmpty(t *testing.T) {
	const args = `%e: tensor<0x3xf32>, %f: tensor<3x0xf32>, %x: tensor<3xf32>, %s: tensor<f32>, %i: tensor<i64>, %m: tensor<2x3xf32>, %n: tensor<0x3xi32>`
	reg, es := registry(t), engines(t)
	cases := map[string]struct{ result, body string }{
		"unary":                    {"tensor<0x3xf32>", "%r = stablehlo.exponential %e : tensor<0x3xf32>"},
		"binary":                   {"tensor<0x3xf32>", "%r = stablehlo.add %e, %e : tensor<0x3xf32>"},
		"integer":                  {"tensor<0x3xi32>", "%r = stablehlo.divide %n, %n : tensor<0x3xi32>"},
		"compare":                  {"tensor<0x3xi1>", "%r = stablehlo.compare LT, %e, %e : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<0x3xi1>"},
		"convert":                  {"tensor<0x3xi8>", "%r = stablehlo.convert %e : (tensor<0x3xf32>) -> tensor<0x3xi8>"},
		"iota":                     {"tensor<0x3xf32>", "%r = stablehlo.iota dim = 1 : tensor<0x3xf32>"},
		"constant":                 {"tensor<0x3xf32>", "%r = stablehlo.constant dense<> : tensor<0x3xf32>"},
		"broadcast":                {"tensor<0x3xf32>", "%r = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3xf32>) -> tensor<0x3xf32>"},
		"reshape":                  {"tensor<5x0xf32>", "%r = stablehlo.reshape %e : (tensor<0x3xf32>) -> tensor<5x0xf32>"},
		"transpose":                {"tensor<3x0xf32>", "%r = stablehlo.transpose %e, dims = [1, 0] : (tensor<0x3xf32>) -> tensor<3x0xf32>"},
		"reverse":                  {"tensor<0x3xf32>", "%r = stablehlo.reverse %e, dims = [0, 1] : tensor<0x3xf32>"},
		"slice":                    {"tensor<0x3xf32>", "%r = stablehlo.slice %m [1:1, 0:3] : (tensor<2x3xf32>) -> tensor<0x3xf32>"},
		"concatenate":              {"tensor<2x3xf32>", "%r = stablehlo.concatenate %e, %m, %e, dim = 0 : (tensor<0x3xf32>, tensor<2x3xf32>, tensor<0x3xf32>) -> tensor<2x3xf32>"},
		"concatenate nothing":      {"tensor<0x3xf32>", "%r = stablehlo.concatenate %e, %e, dim = 0 : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<0x3xf32>"},
		"pad":                      {"tensor<2x3xf32>", "%r = stablehlo.pad %e, %s, low = [1, 0], high = [1, 0], interior = [0, 0] : (tensor<0x3xf32>, tensor<f32>) -> tensor<2x3xf32>"},
		"pad away":                 {"tensor<0x3xf32>", "%r = stablehlo.pad %m, %s, low = [-1, 0], high = [-1, 0], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<0x3xf32>"},
		"select":                   {"tensor<0x3xf32>", "%p = stablehlo.compare LT, %e, %e : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<0x3xi1>\n%r = stablehlo.select %p, %e, %e : tensor<0x3xi1>, tensor<0x3xf32>"},
		"dynamic_slice":            {"tensor<0x3xf32>", "%r = stablehlo.dynamic_slice %m, %i, %i, sizes = [0, 3] : (tensor<2x3xf32>, tensor<i64>, tensor<i64>) -> tensor<0x3xf32>"},
		"dynamic_slice of nothing": {"tensor<0x2xf32>", "%r = stablehlo.dynamic_slice %e, %i, %i, sizes = [0, 2] : (tensor<0x3xf32>, tensor<i64>, tensor<i64>) -> tensor<0x2xf32>"},
		"dynamic_update_slice":     {"tensor<2x3xf32>", "%r = stablehlo.dynamic_update_slice %m, %e, %i, %i : (tensor<2x3xf32>, tensor<0x3xf32>, tensor<i64>, tensor<i64>) -> tensor<2x3xf32>"},
		"gather": {"tensor<0x3xf32>", `%j = stablehlo.constant dense<> : tensor<0x1xi64>
			%r = "stablehlo.gather"(%m, %j) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>} : (tensor<2x3xf32>, tensor<0x1xi64>) -> tensor<0x3xf32>`},
		"gather of nothing": {"tensor<2x0xf32>", `%j = stablehlo.constant dense<1> : tensor<2x1xi64>
			%r = "stablehlo.gather"(%f, %j) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 0>} : (tensor<3x0xf32>, tensor<2x1xi64>) -> tensor<2x0xf32>`},
		"scatter": {"tensor<2x3xf32>", `%j = stablehlo.constant dense<> : tensor<0x1xi64>
			%r = "stablehlo.scatter"(%m, %j, %e) ({
			^bb0(%a: tensor<f32>, %b: tensor<f32>):
			  stablehlo.return %b : tensor<f32>
			}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<2x3xf32>, tensor<0x1xi64>, tensor<0x3xf32>) -> tensor<2x3xf32>`},
		"reduce":            {"tensor<3xf32>", "%r = stablehlo.reduce(%e init: %s) applies stablehlo.add across dimensions = [0] : (tensor<0x3xf32>, tensor<f32>) -> tensor<3xf32>"},
		"reduce to nothing": {"tensor<0xf32>", "%r = stablehlo.reduce(%e init: %s) applies stablehlo.maximum across dimensions = [1] : (tensor<0x3xf32>, tensor<f32>) -> tensor<0xf32>"},
		"reduce all":        {"tensor<f32>", "%r = stablehlo.reduce(%f init: %s) applies stablehlo.multiply across dimensions = [0, 1] : (tensor<3x0xf32>, tensor<f32>) -> tensor<f32>"},
		"reduce a broadcast": {"tensor<3xf32>", "%b = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3xf32>) -> tensor<0x3xf32>\n" +
			"%r = stablehlo.reduce(%b init: %s) applies stablehlo.add across dimensions = [0] : (tensor<0x3xf32>, tensor<f32>) -> tensor<3xf32>"},
		"reduce_window": {"tensor<0x2xf32>", `%r = "stablehlo.reduce_window"(%e, %s) ({
			^bb0(%a: tensor<f32>, %b: tensor<f32>):
			  %c = stablehlo.add %a, %b : tensor<f32>
			  stablehlo.return %c : tensor<f32>
			}) {window_dimensions = array<i64: 1, 2>} : (tensor<0x3xf32>, tensor<f32>) -> tensor<0x2xf32>`},
		"dot_general":       {"tensor<3x3xf32>", "%r = stablehlo.dot_general %f, %e, contracting_dims = [1] x [0] : (tensor<3x0xf32>, tensor<0x3xf32>) -> tensor<3x3xf32>"},
		"dot_general empty": {"tensor<0x0xf32>", "%r = stablehlo.dot_general %e, %f, contracting_dims = [1] x [0] : (tensor<0x3xf32>, tensor<3x0xf32>) -> tensor<0x0xf32>"},
		"convolution": {"tensor<0x2x1xf32>", `%k = stablehlo.constant dense<1.0> : tensor<2x1x1xf32>
			%g = stablehlo.reshape %e : (tensor<0x3xf32>) -> tensor<0x3x1xf32>
			%r = stablehlo.convolution(%g, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<0x3x1xf32>, tensor<2x1x1xf32>) -> tensor<0x2x1xf32>`},
		"convolution of padding": {"tensor<1x6x1xf32>", `%k = stablehlo.constant dense<1.0> : tensor<2x3x1xf32>
			%g = stablehlo.reshape %e : (tensor<0x3xf32>) -> tensor<1x0x3xf32>
			%r = stablehlo.convolution(%g, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[3, 4]], lhs_dilate = [3]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x0x3xf32>, tensor<2x3x1xf32>) -> tensor<1x6x1xf32>`},
		"convolution to nothing": {"tensor<1x0x1xf32>", `%k = stablehlo.constant dense<1.0> : tensor<2x3x1xf32>
			%g = stablehlo.reshape %e : (tensor<0x3xf32>) -> tensor<1x0x3xf32>
			%r = stablehlo.convolution(%g, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[3, -2]], lhs_dilate = [3], rhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x0x3xf32>, tensor<2x3x1xf32>) -> tensor<1x0x1xf32>`},
		"reduce_window of padding": {"tensor<5x2xf32>", `%r = "stablehlo.reduce_window"(%e, %s) ({
			^bb0(%a: tensor<f32>, %b: tensor<f32>):
			  %c = stablehlo.add %a, %b : tensor<f32>
			  stablehlo.return %c : tensor<f32>
			}) {window_dimensions = array<i64: 2, 2>, base_dilations = array<i64: 4, 1>, padding = dense<[[3, 3], [0, 0]]> : tensor<2x2xi64>} : (tensor<0x3xf32>, tensor<f32>) -> tensor<5x2xf32>`},
		"complex": {"tensor<0x3xf32>", "%g = stablehlo.complex %e, %e : tensor<0x3xcomplex<f32>>\n%p = stablehlo.multiply %g, %g : tensor<0x3xcomplex<f32>>\n" +
			"%r = stablehlo.imag %p : (tensor<0x3xcomplex<f32>>) -> tensor<0x3xf32>"},
		"complex slice": {"tensor<0xcomplex<f32>>", "%g = stablehlo.complex %e, %e : tensor<0x3xcomplex<f32>>\n%p = stablehlo.slice %g [0:0, 0:1] : (tensor<0x3xcomplex<f32>>) -> tensor<0x1xcomplex<f32>>\n" +
			"%r = stablehlo.reshape %p : (tensor<0x1xcomplex<f32>>) -> tensor<0xcomplex<f32>>"},
		"largest stride": {"tensor<1x3xf32>", "%r = stablehlo.slice %m [0:2:9223372036854775807, 0:3] : (tensor<2x3xf32>) -> tensor<1x3xf32>"},
		"largest holes": {"tensor<3xf32>", "%g = stablehlo.reshape %s : (tensor<f32>) -> tensor<1xf32>\n" +
			"%r = stablehlo.pad %g, %s, low = [1], high = [1], interior = [9223372036854775807] : (tensor<1xf32>, tensor<f32>) -> tensor<3xf32>"},
		"largest window stride": {"tensor<1x1xf32>", `%r = "stablehlo.reduce_window"(%m, %s) ({
			^bb0(%a: tensor<f32>, %b: tensor<f32>):
			  %c = stablehlo.add %a, %b : tensor<f32>
			  stablehlo.return %c : tensor<f32>
			}) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 9223372036854775807, 4611686018427387904>, window_dilations = array<i64: 9223372036854775807, 1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<1x1xf32>`},
	}
	in := []*tensor.Tensor{
		tensor.New(tensor.F32, 0, 3), tensor.New(tensor.F32, 3, 0), tensor.FromSlice([]int64{3}, []float32{1, 2, 3}),
		tensor.FromSlice(nil, []float32{7}), tensor.FromSlice(nil, []int64{1}), tensor.FromSlice([]int64{2, 3}, []float32{1, 2, 3, 4, 5, 6}),
		tensor.New(tensor.I32, 0, 3),
	}
	var body, results, types []string
	local := regexp.MustCompile(`%([rbpjkg])\b`)
	for i, name := range slices.Sorted(maps.Keys(cases)) {
		c := cases[name]
		t.Run(strings.ReplaceAll(name, " ", "-"), func(t *testing.T) {
			p := compile(t, es[:2], parse(t, reg, program(args, c.body, "%r", c.result)))
			p.same(t, in)
		})
		unique := fmt.Sprintf("%%${1}_%d", i)
		body = append(body, local.ReplaceAllString(c.body, unique))
		results, types = append(results, fmt.Sprintf("%%r_%d", i)), append(types, c.result)
	}
	// This is one program, since a C compiler takes long to start.
	all := compile(t, es, parse(t, reg, program(args, strings.Join(body, "\n"), strings.Join(results, ", "), strings.Join(types, ", "))))
	all.same(t, in)
}

// TestEmptyLines runs operations on tensors without elements. One extent is 0, and another extent
// or the number of groups of a convolution is so large that a loop over it would never end.
func TestEmptyLines(t *testing.T) {
	const wide, long = "tensor<0x1099511627776xf32>", "tensor<0x1099511627776xcomplex<f32>>"
	for name, test := range map[string]struct{ in, out, body string }{
		"sort": {wide, wide, `%r = "stablehlo.sort"(%x) ({
			^bb0(%a: tensor<f32>, %b: tensor<f32>):
			  %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
			  stablehlo.return %p : tensor<i1>
			}) {dimension = 1 : i64} : (` + wide + `) -> ` + wide},
		"top_k":    {wide, "tensor<0x1xf32>", "%k:2 = chlo.top_k(%x, k = 1) : " + wide + " -> (tensor<0x1xf32>, tensor<0x1xi32>)\n%r = stablehlo.negate %k#0 : tensor<0x1xf32>"},
		"fft":      {long, long, "%r = stablehlo.fft %x, type = FFT, length = [1099511627776] : (" + long + ") -> " + long},
		"iota":     {wide, wide, "%r = stablehlo.iota dim = 1 : " + wide},
		"cholesky": {"tensor<1099511627776x0x0xf32>", "tensor<1099511627776x0x0xf32>", "%r = stablehlo.cholesky %x : tensor<1099511627776x0x0xf32>"},
		"triangular_solve": {"tensor<1099511627776x0x0xf32>", "tensor<1099511627776x0x0xf32>",
			`%r = "stablehlo.triangular_solve"(%x, %x) {left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<1099511627776x0x0xf32>, tensor<1099511627776x0x0xf32>) -> tensor<1099511627776x0x0xf32>`},
		"reduce rows": {"tensor<0x5x1099511627776xf32>", wide, "%z = stablehlo.constant dense<0.0> : tensor<f32>\n" +
			"%r = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<0x5x1099511627776xf32>, tensor<f32>) -> " + wide},
		"reduce nothing": {"tensor<1099511627776x5x0xbf16>", "tensor<1099511627776x0xbf16>", "%z = stablehlo.constant dense<0.0> : tensor<bf16>\n" +
			"%r = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<1099511627776x5x0xbf16>, tensor<bf16>) -> tensor<1099511627776x0xbf16>"},
		"dot_general": {"tensor<1099511627776x0xi32>", "tensor<1099511627776x0xi32>", "%y = stablehlo.constant dense<> : tensor<0x0xi32>\n" +
			"%r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<1099511627776x0xi32>, tensor<0x0xi32>) -> tensor<1099511627776x0xi32>"},
		"convolution": {"tensor<1x4x4x0xf32>", "tensor<1x2x2x0xf32>", "%k = stablehlo.constant dense<> : tensor<3x3x0x0xf32>\n" +
			"%r = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 9000000000000000000 : i64} : (tensor<1x4x4x0xf32>, tensor<3x3x0x0xf32>) -> tensor<1x2x2x0xf32>"},
		"groups": {"tensor<1x5x5x0xf32>", "tensor<3x3x0x0xf32>", "%b = stablehlo.constant dense<> : tensor<1x3x3x0xf32>\n" +
			"%r = onednn_graph.ConvolutionBackwardWeights(%x, %b) {groups = 9000000000000000000 : i64, strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, dilations = array<i64: 1, 1>, weights_shape = array<i64: 3, 3, 0, 0>} : (tensor<1x5x5x0xf32>, tensor<1x3x3x0xf32>) -> tensor<3x3x0x0xf32>"},
		"gather": {"tensor<9000000000000000000x0xf32>", "tensor<9000000000000000000x0xf32>", "%i = stablehlo.constant dense<> : tensor<9000000000000000000x0xi32>\n" +
			`%r = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 0>} : (tensor<9000000000000000000x0xf32>, tensor<9000000000000000000x0xi32>) -> tensor<9000000000000000000x0xf32>`},
		"scan": {"tensor<9000000000000000000x0xf32>", "tensor<9000000000000000000x0xf32>", `%z = stablehlo.constant dense<> : tensor<0xf32>
			%r, %c = chlo.scan(%x) inits (%z) dimension=0 {
			^bb0(%a: tensor<0xf32>, %b: tensor<0xf32>):
			  %s = stablehlo.add %a, %b : tensor<0xf32>
			  stablehlo.return %s, %s : tensor<0xf32>, tensor<0xf32>
			} : (tensor<9000000000000000000x0xf32>, tensor<0xf32>) -> (tensor<9000000000000000000x0xf32>, tensor<0xf32>)`},
		"qr": {"tensor<1000000000000x0x0xf32>", "tensor<1000000000000x0x0xf32>", `%r, %t = stablehlo.custom_call @lapack_sgeqrf_ffi(%x) : (tensor<1000000000000x0x0xf32>) -> (tensor<1000000000000x0x0xf32>, tensor<1000000000000x0xf32>)`},
	} {
		m := parse(t, registry(t), program("%x: "+test.in, test.body, "%r", test.out))
		for _, engine := range []string{"ref", "vm", "jit"} {
			t.Run(name+"/"+engine, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
				defer cancel()
				e, err := embed.Module(ctx, m, embed.Options{Backend: engine, Backends: embed.Backends(), Threads: 1})
				if err != nil {
					t.Fatal(err)
				}
				defer e.Close()
				shape, _ := e.Inputs()[0].Shape()
				if out, err := e.Run(ctx, tensor.New(e.Inputs()[0].Kind(), shape...)); err != nil || len(out[0].Data) > 0 {
					t.Errorf("got %v, %v", out, err)
				}
			})
		}
	}
}

// TestEmptyScan scans an empty dimension, with results of dynamic shape.
func TestEmptyScan(t *testing.T) {
	const body = `%z = stablehlo.constant dense<0.0> : tensor<f32>
		%r, %c = chlo.scan(%x) inits (%z) dimension=0 {
		^bb0(%a: tensor<f32>, %b: tensor<f32>):
		  %s = stablehlo.add %a, %b : tensor<f32>
		  stablehlo.return %s, %s : tensor<f32>, tensor<f32>
		} : (tensor<0xf32>, tensor<f32>) -> (tensor<?xf32>, tensor<f32>)`
	m := parse(t, registry(t), program("%x: tensor<0xf32>", body, "%r", "tensor<?xf32>"))
	e, err := embed.Module(t.Context(), m, embed.Options{Backend: "ref", Backends: embed.Backends(), Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if out, err := run(e); err != nil || !slices.Equal(out[0].Shape, []int64{0}) {
		t.Errorf("got %v, %v", out, err)
	}
}

// TestEmptySums runs sums without terms, and a scatter without updates. One extent of the summed
// tensors or of the updates is 0, and other extents are so large that loops over them would never
// end.
func TestEmptySums(t *testing.T) {
	const huge = "4294967296x4294967296x0xi32>"
	const updates = "tensor<4000000000000000000x0xi32>"
	for name, test := range map[string]struct{ in, out, body string }{
		"scatter": {"tensor<4xi32>", "tensor<4xi32>", "%u = stablehlo.constant dense<> : " + updates + `
			%r = "stablehlo.scatter"(%x, %u, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [], index_vector_dim = 1>}> ({
			^bb0(%a: tensor<i32>, %b: tensor<i32>):
			  stablehlo.return %b : tensor<i32>
			}) : (tensor<4xi32>, ` + updates + ", " + updates + ") -> tensor<4xi32>"},
		"dot_general": {"tensor<2x" + huge, "tensor<2x2xi32>", "%r = stablehlo.dot_general %x, %x, contracting_dims = [1, 2, 3] x [1, 2, 3] : (tensor<2x" + huge + ", tensor<2x" + huge + ") -> tensor<2x2xi32>"},
		"reduce": {"tensor<" + huge, "tensor<i32>", "%z = stablehlo.constant dense<0> : tensor<i32>\n" +
			"%r = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<" + huge + ", tensor<i32>) -> tensor<i32>"},
	} {
		m := parse(t, registry(t), program("%x: "+test.in, test.body, "%r", test.out))
		for _, engine := range []string{"ref", "vm", "jit"} {
			t.Run(name+"/"+engine, func(t *testing.T) {
				e, err := embed.Module(t.Context(), m, embed.Options{Backend: engine, Backends: embed.Backends(), Threads: 1})
				if err != nil {
					t.Fatal(err)
				}
				defer e.Close()
				out, err := run(e)
				if err != nil || slices.ContainsFunc(tensor.Slice[int32](out[0]), func(v int32) bool { return v != 0 }) {
					t.Errorf("got %v, %v", out, err)
				}
			})
		}
	}
}

// TestEmptyTemporaries runs products of empty tensors. An empty temporary tensor can have the same
// address as another tensor.
func TestEmptyTemporaries(t *testing.T) {
	const vector = "tensor<0xcomplex<f64>>"
	body := `  %a = stablehlo.add %x, %y : VECTOR
  %b = stablehlo.multiply %x, %y : VECTOR
  %p = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (VECTOR, VECTOR) -> tensor<complex<f64>>
  %q = stablehlo.dot_general %a, %a, contracting_dims = [0] x [0] : (VECTOR, VECTOR) -> tensor<complex<f64>>
  %u = stablehlo.abs %p : (tensor<complex<f64>>) -> tensor<f64>
  %v = stablehlo.abs %q : (tensor<complex<f64>>) -> tensor<f64>
  %w = stablehlo.exponential %u : tensor<f64>
  %r = stablehlo.add %w, %v : tensor<f64>
`
	text := program("%x: VECTOR, %y: VECTOR", body, "%r", "tensor<f64>")
	in := []*tensor.Tensor{tensor.New(tensor.C128, 0), tensor.New(tensor.C128, 0)}
	compile(t, engines(t), parse(t, registry(t), strings.ReplaceAll(text, "VECTOR", vector))).same(t, in)
}
