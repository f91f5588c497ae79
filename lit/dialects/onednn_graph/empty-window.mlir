// RUN: lathe run --no-cache --backend=ref %s | FileCheck %s
// RUN: lathe run --no-cache --backend=jit %s | FileCheck %s

// The size of the result is rounded up, so the last window is behind the data and its padding. The sum and
// the mean of this window are 0, and its gradient belongs to no element.
// CHECK: tensor<1x2x1xf32> {{\[}}{{\[}}[5], [0]]]
// CHECK: tensor<1x3x1xf32> {{\[}}{{\[}}[7], [0], [0]]]
// CHECK: tensor<1x2x1xf32> {{\[}}{{\[}}[5], [0]]]
func.func @main() -> (tensor<1x2x1xf32>, tensor<1x3x1xf32>, tensor<1x2x1xf32>) {
  %c = stablehlo.constant dense<5.0> : tensor<1x3x1xf32>
  %x = stablehlo.optimization_barrier %c : tensor<1x3x1xf32>
  %0 = onednn_graph.AvgPool(%x) {strides = array<i64: 3>, pads_begin = array<i64: 0>, pads_end = array<i64: 0>, kernel = array<i64: 1>, exclude_pad = false, rounding_type = "ceil"} : (tensor<1x3x1xf32>) -> tensor<1x2x1xf32>
  %g = stablehlo.constant dense<7.0> : tensor<1x2x1xf32>
  %1 = onednn_graph.AvgPoolBackward(%g) {strides = array<i64: 3>, pads_begin = array<i64: 0>, pads_end = array<i64: 0>, kernel = array<i64: 1>, exclude_pad = false, src_shape = array<i64: 1, 3, 1>} : (tensor<1x2x1xf32>) -> tensor<1x3x1xf32>
  %2 = onednn_graph.AvgPool(%x) {strides = array<i64: 3>, pads_begin = array<i64: 0>, pads_end = array<i64: 0>, kernel = array<i64: 1>, exclude_pad = true, rounding_type = "ceil"} : (tensor<1x3x1xf32>) -> tensor<1x2x1xf32>
  return %0, %1, %2 : tensor<1x2x1xf32>, tensor<1x3x1xf32>, tensor<1x2x1xf32>
}
