// RUN: lathe run --no-cache --backend=ref %s | FileCheck %s
// RUN: lathe run --no-cache --backend=jit %s | FileCheck %s

// The gradient of a short dimension is a product with a matrix of weights, and the gradient of a long
// dimension is a sum of weighted elements. Both dimensions are halved, so the weights of an element's
// samples have the sum 2. The second gradient is 1 everywhere, so all elements of its result are 2.
// CHECK: tensor<1x4x1xf32> {{\[}}{{\[}}[1.25], [5], [9], [12.75]]]
// CHECK: tensor<f32> 2
// CHECK: tensor<f32> 2
func.func @main() -> (tensor<1x4x1xf32>, tensor<f32>, tensor<f32>) {
  %i = stablehlo.iota dim = 1 : tensor<1x8x1xf32>
  %g = stablehlo.optimization_barrier %i : tensor<1x8x1xf32>
  %x = stablehlo.constant dense<0.0> : tensor<1x4x1xf32>
  %0 = onednn_graph.InterpolateBackward(%x, %g) {mode = "linear", sizes = array<i64: 8>} : (tensor<1x4x1xf32>, tensor<1x8x1xf32>) -> tensor<1x4x1xf32>
  %ones = stablehlo.constant dense<1.0> : tensor<1x16384x1xf32>
  %h = stablehlo.optimization_barrier %ones : tensor<1x16384x1xf32>
  %y = stablehlo.constant dense<0.0> : tensor<1x8192x1xf32>
  %1 = onednn_graph.InterpolateBackward(%y, %h) {mode = "linear", sizes = array<i64: 16384>} : (tensor<1x8192x1xf32>, tensor<1x16384x1xf32>) -> tensor<1x8192x1xf32>
  %c0 = stablehlo.constant dense<0.0> : tensor<f32>
  %c9 = stablehlo.constant dense<9.0> : tensor<f32>
  %most = stablehlo.reduce(%1 init: %c0) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<1x8192x1xf32>, tensor<f32>) -> tensor<f32>
  %least = stablehlo.reduce(%1 init: %c9) applies stablehlo.minimum across dimensions = [0, 1, 2] : (tensor<1x8192x1xf32>, tensor<f32>) -> tensor<f32>
  return %0, %most, %least : tensor<1x4x1xf32>, tensor<f32>, tensor<f32>
}
