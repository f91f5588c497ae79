package correctlayout_test

import (
	"math"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes/correctlayout"
	"github.com/lathe-ir/lathe/passes/infershapes"
	"github.com/lathe-ir/lathe/passes/simplifyinference"
)

// typed replaces abbreviations of types: T is an image of four channels, V has a number for each
// channel, and ANY has an unknown shape.
func typed(text string) string {
	return strings.NewReplacer("T", "tensor<1x4x8x8xf32>", "V", "tensor<4xf32>", "ANY", "tensor<*xf32>").Replace(text)
}

// TestR36Neighbors computes a convolution on blocks of two channels. Each text has operators before
// the convolution. A text with %in is also tested with its operators after the convolution. Results
// must stay the same.
func TestR36Neighbors(t *testing.T) {
	const channels = "%s = nnvm.sum(%x) {axis = array<i64: 0, 2, 3>} : (T) -> V\n%v = nnvm.exp(%s) : (V) -> V\n"
	for _, text := range []string{
		"%y = nnvm.relu(%in) : (T) -> T",
		"%y = nnvm.softmax(%in) : (T) -> T",
		"%y = nnvm.softmax(%in) {axis = 1 : i64} : (T) -> T",
		"%y = nnvm.log_softmax(%in) {axis = 1 : i64} : (T) -> T",
		"%y = nnvm.clip(%in) {a_min = -0.1, a_max = 0.1} : (T) -> T",
		"%y = nnvm.cast(%in) {dtype = \"float32\"} : (T) -> T",
		"%y = nnvm.__mul_scalar__(%in) {scalar = 2.0} : (T) -> T",
		"%y = nnvm.elemwise_sub(%x, %in) : (T, T) -> T",
		"%y = nnvm.elemwise_sum(%in, %x, %in) : (T, T, T) -> T",
		"%y = nnvm.broadcast_sub(%in, %x) : (T, T) -> T",
		"%s = nnvm.sum(%x) {axis = array<i64: 0, 2>} : (T) -> tensor<4x8xf32>\n%e = nnvm.expand_dims(%s) {axis = 1 : i64} : (tensor<4x8xf32>) -> tensor<4x1x8xf32>\n" +
			"%y = nnvm.broadcast_mul(%in, %e) : (T, tensor<4x1x8xf32>) -> T",
		"%y, %m = nnvm.dropout(%in) : (T) -> (T, T)",
		"%d, %y = nnvm.dropout(%in) : (T) -> (T, T)",
		channels + "%y = nnvm.prelu(%in, %v) : (T, V) -> T",
		channels + "%y, %m, %n = nnvm.batch_norm(%in, %v, %s, %s, %v) : (T, V, V, V, V) -> (T, V, V)",
		channels + "%b, %m, %n = nnvm.batch_norm(%in, %v, %s, %s, %v) : (T, V, V, V, V) -> (T, V, V)\n%y = nnvm.prelu(%b, %m) : (T, V) -> T",
		channels + "%p = nnvm.max_pool2d(%in) {pool_size = array<i64: 1, 1>} : (T) -> T\n%y, %m, %n = nnvm.batch_norm(%p, %v, %s, %s, %v) : (T, V, V, V, V) -> (T, V, V)",
		"%y = nnvm.max_pool2d(%in) {pool_size = array<i64: 3, 3>, padding = array<i64: 1, 1>} : (T) -> T",
		"%y = nnvm.upsampling(%in) {scale = 1 : i64} : (T) -> T",
		"%y = nnvm.transpose(%in) {axes = array<i64: 0, 1, 3, 2>} : (T) -> T",
		"%y = nnvm.reshape(%in) {shape = array<i64: 1, 4, -1, 8>} : (T) -> T",
		"%h:2 = nnvm.split(%in) {indices_or_sections = 2 : i64} : (T) -> (tensor<1x2x8x8xf32>, tensor<1x2x8x8xf32>)\n" +
			"%y = nnvm.concatenate(%h#1, %h#0) : (tensor<1x2x8x8xf32>, tensor<1x2x8x8xf32>) -> T",
		"%s = nnvm.sum(%in) {axis = array<i64: 2>} : (T) -> tensor<1x4x8xf32>\n%y = nnvm.expand_like(%s, %in) {axis = array<i64: 2>} : (tensor<1x4x8xf32>, T) -> T",
		"%y = nnvm.reshape_like(%in, %x) : (T, T) -> T",
		"%y = nnvm.reshape_like(%x, %in) : (T, T) -> T",
		"%y = nnvm.collapse_sum(%in, %x) : (T, T) -> T",
		"%y = nnvm.full() {shape = array<i64: 1, 4, 8, 8>, fill_value = 1.0} : () -> T",
		"%y = nnvm.relu_grad(%in, %x) : (T, T) -> T",
		"%y = nnvm._max_pool2d_grad(%x, %in) {pool_size = array<i64: 1, 1>} : (T, T) -> T",
		"%u, %y = nnvm._conv2d_grad(%x, %x, %w) {channels = 4 : i64, kernel_size = array<i64: 1, 1>} : (T, T, tensor<4x4x1x1xf32>) -> (T, tensor<4x4x1x1xf32>)",
		"%y, %u = nnvm._conv2d_grad(%in, %x, %w) {channels = 4 : i64, kernel_size = array<i64: 1, 1>} : (T, T, tensor<4x4x1x1xf32>) -> (T, tensor<4x4x1x1xf32>)",
	} {
		const conv = "nnvm.conv2d(%s, %s) {channels = 4 : i64, kernel_size = array<i64: 1, 1>, use_bias = false} : (T, tensor<4x4x1x1xf32>) -> T\n"
		data, weight := "%y", "%w"
		if strings.HasPrefix(text, "%u, %y") {
			data, weight = "%x", "%y"
		}
		front := strings.ReplaceAll(text, "%in", "%x") + "\n%c = " + strings.Replace(strings.Replace(conv, "%s", data, 1), "%s", weight, 1) + "return %c : T\n"
		bodies := []string{front}
		if strings.Contains(text, "%in") {
			behind := "%c = " + strings.Replace(strings.Replace(conv, "%s", "%x", 1), "%s", "%w", 1) + strings.ReplaceAll(text, "%in", "%c") + "\nreturn %y : T\n"
			bodies = append(bodies, behind)
		}
		for _, body := range bodies {
			inBlocksOfTwo(t, body)
		}
	}
}

// inBlocksOfTwo replaces the convolution in a function by a convolution on blocks of two channels,
// and then simplifies the function. The result must stay the same after each step.
func inBlocksOfTwo(t *testing.T, body string) {
	t.Helper()
	f := parse(t, typed("func.func @main(%x: T, %w: tensor<4x4x1x1xf32>) -> T {\n"+body+"}"))
	before := run(t, f)
	step := func(what string, err error) {
		t.Helper()
		if err == nil {
			err = ir.Verify(f.Op)
		}
		if err != nil {
			t.Fatalf("%s: %v\n%s", what, err, body)
		}
	}
	inferred := func() {
		t.Helper()
		shapes, elems, err := infershapes.Func(f)
		if step("inferring", err); shapes+elems > 0 {
			t.Fatalf("%d shapes and %d types are unknown:\n%s", shapes, elems, body)
		}
	}
	_, err := correctlayout.Func(f)
	step("correcting", err)
	inferred()
	n, _, err := correctlayout.AlterFunc(f, 2)
	if step("altering", err); n != 1 {
		t.Fatalf("got %d altered operations, expected 1:\n%s", n, body)
	}
	inferred()
	equal(t, before, run(t, f), body)
	if simplifyinference.Func(f) > 0 {
		inferred()
		equal(t, before, run(t, f), "simplified: "+body)
	}
}

// TestR36InsertedLater replaces a convolution whose operand has no layout, since its producer was
// inserted after layouts were inferred.
func TestR36InsertedLater(t *testing.T) {
	f := parse(t, typed(`func.func @main(%x: T, %w: tensor<4x4x1x1xf32>) -> T {
  %s = nnvm.sum(%x) {axis = array<i64: 0>} : (T) -> tensor<4x8x8xf32>
  %y = nnvm.broadcast_to(%s) {shape = array<i64: 1, 4, 8, 8>} : (tensor<4x8x8xf32>) -> T
  %c = nnvm.conv2d(%y, %w) {channels = 4 : i64, kernel_size = array<i64: 1, 1>, nnvm.layouts = ["NCHW"]} : (T, tensor<4x4x1x1xf32>) -> T
  return %c : T
}`))
	before := run(t, f)
	if _, _, err := correctlayout.AlterFunc(f, 2); err != nil {
		t.Fatal(err)
	}
	if _, _, err := infershapes.Func(f); err != nil {
		t.Fatal(err)
	}
	equal(t, before, run(t, f), "an operation without a layout")
}

func equal(t *testing.T, before, after *tensor.Tensor, what string) {
	t.Helper()
	for i := range before.NumElements() {
		if x, y := before.Float(i), after.Float(i); !(math.Abs(x-y) < 1e-5) {
			t.Errorf("element %d is %v, expected %v:\n%s", i, y, x, what)
			return
		}
	}
}
