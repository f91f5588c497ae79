// RUN: not lathe run --backend=ref %s 2>&1 | FileCheck %s

// The weights have the format IOX or XOI. The number of groups divides both extents.
// CHECK: 'onednn_graph.Dequantize'
// CHECK-SAME: it has scales for several groups of channels, but dimension 0 and dimension 2 can both be the dimension of the input channels
func.func @main() -> tensor<2x1x4xf32> {
  %w = stablehlo.constant dense<[[[1, 2, 3, 4]], [[5, 6, 7, 8]]]> : tensor<2x1x4xi8>
  %0 = onednn_graph.Dequantize(%w) {qtype = "per_channel", axis = 1 : i64, scales = array<f32: 1.0, 10.0>} : (tensor<2x1x4xi8>) -> tensor<2x1x4xf32>
  return %0 : tensor<2x1x4xf32>
}
