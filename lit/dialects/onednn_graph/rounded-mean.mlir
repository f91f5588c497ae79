// RUN: lathe run --no-cache --backend=ref %s | FileCheck %s
// RUN: lathe run --no-cache --backend=jit %s | FileCheck %s

// The sizes of the results are rounded up, so the last window extends beyond the data. The mean
// counts the padding that the attributes specify, but not the elements beyond the padding. With
// VALID, the padding is zero. With SAME_UPPER and SAME_LOWER, the padding contains all windows of
// three elements, but not the last window of one element.
// CHECK: tensor<1x2x1xf32> {{\[}}{{\[}}[2], [3.5]]]
// CHECK: tensor<1x2x1xf32> {{\[}}{{\[}}[2], [3.5]]]
// CHECK: tensor<1x2x1xf32> {{\[}}{{\[}}[2], [2.3333333]]]
// CHECK: tensor<1x2x1xf32> {{\[}}{{\[}}[1], [3]]]
// CHECK: tensor<1x3x1xf32> {{\[}}{{\[}}[1], [4], [0]]]
// CHECK: tensor<1x4x1xf32> {{\[}}{{\[}}[2], [2], [5], [3]]]
// CHECK: tensor<1x4x1xf32> {{\[}}{{\[}}[2], [2], [5], [3]]]
// CHECK: tensor<1x4x1xf32> {{\[}}{{\[}}[2], [2], [4], [2]]]
func.func @main() -> (tensor<1x2x1xf32>, tensor<1x2x1xf32>, tensor<1x2x1xf32>, tensor<1x2x1xf32>, tensor<1x3x1xf32>, tensor<1x4x1xf32>, tensor<1x4x1xf32>, tensor<1x4x1xf32>) {
  %c = stablehlo.constant dense<[[[1.0], [2.0], [3.0], [4.0]]]> : tensor<1x4x1xf32>
  %x = stablehlo.optimization_barrier %c : tensor<1x4x1xf32>
  %none = onednn_graph.AvgPool(%x) {strides = array<i64: 2>, pads_begin = array<i64: 0>, pads_end = array<i64: 0>, kernel = array<i64: 3>, exclude_pad = false, rounding_type = "ceil"} : (tensor<1x4x1xf32>) -> tensor<1x2x1xf32>
  %valid = onednn_graph.AvgPool(%x) {strides = array<i64: 2>, pads_begin = array<i64: 1>, pads_end = array<i64: 1>, kernel = array<i64: 3>, exclude_pad = false, rounding_type = "ceil", auto_pad = "VALID"} : (tensor<1x4x1xf32>) -> tensor<1x2x1xf32>
  %upper = onednn_graph.AvgPool(%x) {strides = array<i64: 2>, pads_begin = array<i64: 0>, pads_end = array<i64: 0>, kernel = array<i64: 3>, exclude_pad = false, rounding_type = "ceil", auto_pad = "SAME_UPPER"} : (tensor<1x4x1xf32>) -> tensor<1x2x1xf32>
  %lower = onednn_graph.AvgPool(%x) {strides = array<i64: 2>, pads_begin = array<i64: 0>, pads_end = array<i64: 0>, kernel = array<i64: 3>, exclude_pad = false, rounding_type = "ceil", auto_pad = "SAME_LOWER"} : (tensor<1x4x1xf32>) -> tensor<1x2x1xf32>
  %five = stablehlo.constant dense<[[[1.0], [2.0], [3.0], [4.0], [5.0]]]> : tensor<1x5x1xf32>
  %y = stablehlo.optimization_barrier %five : tensor<1x5x1xf32>
  %behind = onednn_graph.AvgPool(%y) {strides = array<i64: 3>, pads_begin = array<i64: 0>, pads_end = array<i64: 0>, kernel = array<i64: 1>, exclude_pad = false, rounding_type = "ceil", auto_pad = "SAME_UPPER"} : (tensor<1x5x1xf32>) -> tensor<1x3x1xf32>
  %g = stablehlo.constant dense<6.0> : tensor<1x2x1xf32>
  %back = onednn_graph.AvgPoolBackward(%g) {strides = array<i64: 2>, pads_begin = array<i64: 0>, pads_end = array<i64: 0>, kernel = array<i64: 3>, exclude_pad = false, src_shape = array<i64: 1, 4, 1>} : (tensor<1x2x1xf32>) -> tensor<1x4x1xf32>
  %backValid = onednn_graph.AvgPoolBackward(%g) {strides = array<i64: 2>, pads_begin = array<i64: 0>, pads_end = array<i64: 0>, kernel = array<i64: 3>, exclude_pad = false, src_shape = array<i64: 1, 4, 1>, auto_pad = "VALID"} : (tensor<1x2x1xf32>) -> tensor<1x4x1xf32>
  %backUpper = onednn_graph.AvgPoolBackward(%g) {strides = array<i64: 2>, pads_begin = array<i64: 0>, pads_end = array<i64: 0>, kernel = array<i64: 3>, exclude_pad = false, src_shape = array<i64: 1, 4, 1>, auto_pad = "SAME_UPPER"} : (tensor<1x2x1xf32>) -> tensor<1x4x1xf32>
  return %none, %valid, %upper, %lower, %behind, %back, %backValid, %backUpper : tensor<1x2x1xf32>, tensor<1x2x1xf32>, tensor<1x2x1xf32>, tensor<1x2x1xf32>, tensor<1x3x1xf32>, tensor<1x4x1xf32>, tensor<1x4x1xf32>, tensor<1x4x1xf32>
}
