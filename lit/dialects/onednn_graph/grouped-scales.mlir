// RUN: lathe run --backend=ref %s | FileCheck %s
// RUN: lathe run --backend=jit %s | FileCheck %s

// The weights of a transposed convolution with two groups have one output channel for each group, and one
// scale for each group. The first two input channels belong to the first group. If the middle one of three
// dimensions has the output channels, the input channels are where the number of groups divides the extent.
// CHECK: tensor<4x1x1xf32> {{\[}}{{\[}}[1]], {{\[}}[2]], {{\[}}[30]], {{\[}}[40]]]
// CHECK: tensor<1x4x1xf32> {{\[}}{{\[}}[1], [2], [30], [40]]]
// CHECK: tensor<1x1x4x2xf32> {{\[}}{{\[}}{{\[}}[1, 200], [1, 200], [3000, 40000], [3000, 40000]]]]
// CHECK: tensor<1x1x4xf32> {{\[}}{{\[}}[1, 2, 30, 40]]]
func.func @main() -> (tensor<4x1x1xf32>, tensor<1x4x1xf32>, tensor<1x1x4x2xf32>, tensor<1x1x4xf32>) {
  %w = stablehlo.constant dense<[[[1]], [[2]], [[3]], [[4]]]> : tensor<4x1x1xi8>
  %0 = onednn_graph.Dequantize(%w) {qtype = "per_channel", axis = 1 : i64, scales = array<f32: 1.0, 10.0>} : (tensor<4x1x1xi8>) -> tensor<4x1x1xf32>
  %v = stablehlo.constant dense<[[[1], [2], [3], [4]]]> : tensor<1x4x1xi8>
  %1 = onednn_graph.Dequantize(%v) {qtype = "per_channel", axis = 0 : i64, scales = array<f32: 1.0, 10.0>} : (tensor<1x4x1xi8>) -> tensor<1x4x1xf32>
  %u = stablehlo.constant dense<[[[[1, 2], [1, 2], [3, 4], [3, 4]]]]> : tensor<1x1x4x2xi8>
  %2 = onednn_graph.Dequantize(%u) {qtype = "per_channel", axis = 3 : i64, scales = array<f32: 1.0, 100.0, 1000.0, 10000.0>} : (tensor<1x1x4x2xi8>) -> tensor<1x1x4x2xf32>
  %t = stablehlo.constant dense<[[[1, 2, 3, 4]]]> : tensor<1x1x4xi8>
  %3 = onednn_graph.Dequantize(%t) {qtype = "per_channel", axis = 1 : i64, scales = array<f32: 1.0, 10.0>} : (tensor<1x1x4xi8>) -> tensor<1x1x4xf32>
  return %0, %1, %2, %3 : tensor<4x1x1xf32>, tensor<1x4x1xf32>, tensor<1x1x4x2xf32>, tensor<1x1x4xf32>
}
