package engines_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/ir/tensor"
)

// TestLargeMap runs a map with a large body, which is lowered to operations on whole tensors.
func TestLargeMap(t *testing.T) {
	var body strings.Builder
	body.WriteString(`%r = "stablehlo.map"(%x, %n) ({
^bb0(%v0: tensor<f32>, %i: tensor<i32>):
  %half = stablehlo.constant dense<0.5> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
`)
	for i := range 20 {
		fmt.Fprintf(&body, `  %%a%[1]d = stablehlo.multiply %%v%[1]d, %%y : tensor<f32>
  %%b%[1]d = stablehlo.clamp %%y, %%a%[1]d, %%half : tensor<f32>
  %%c%[1]d = stablehlo.compare LT, %%i, %%zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %%d%[1]d = stablehlo.select %%c%[1]d, %%b%[1]d, %%v%[1]d : tensor<i1>, tensor<f32>
  %%v%[2]d = stablehlo.sine %%d%[1]d : tensor<f32>
`, i, i+1)
	}
	body.WriteString("  stablehlo.return %v20 : tensor<f32>\n}) {dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>, tensor<2x3xi32>) -> tensor<2x3xf32>")
	m := parse(t, registry(t), program("%x: tensor<2x3xf32>, %n: tensor<2x3xi32>, %y: tensor<f32>", body.String(), "%r", "tensor<2x3xf32>"))
	compile(t, engines(t), m).same(t, []*tensor.Tensor{
		tensor.FromSlice([]int64{2, 3}, []float32{0.3, -1, 2, 7, -0.1, 1e9}), tensor.FromSlice([]int64{2, 3}, []int32{1, -1, 0, -5, 3, -2}),
		tensor.FromSlice(nil, []float32{-1.5}),
	})
}
