// RUN: not lathe convert %s 2>&1 | FileCheck %s

// JSON has no infinities and NaNs.
// CHECK: convert-infinite.mlir:6:8: error: 'onednn_graph.Elu' op attribute 'alpha' has an infinity or NaN, which JSON cannot represent
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = onednn_graph.Elu(%x) {alpha = 0x7F800000 : f32} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
