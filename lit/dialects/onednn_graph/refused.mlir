// RUN: lathe-opt %s --nn-to-stablehlo | FileCheck %s
// RUN: not lathe run --backend=ref %s 2>&1 | FileCheck %s --check-prefix=WHY

// Operations that cannot be expanded are kept.

// A reduction with keep_dims has extent 1 in each dimension whose extent differs from the operand's.
// CHECK: onednn_graph.ReduceSum{{.*}} -> tensor<2x3xf32>
// CHECK: onednn_graph.ReduceSum{{.*}} -> tensor<7xf32>
func.func @reductions(%a: tensor<2x4xf32>, %axes: tensor<1xi32>) -> (tensor<2x3xf32>, tensor<7xf32>) {
  %0 = onednn_graph.ReduceSum(%a, %axes) {keep_dims = true} : (tensor<2x4xf32>, tensor<1xi32>) -> tensor<2x3xf32>
  %1 = onednn_graph.ReduceSum(%a, %axes) {keep_dims = true} : (tensor<2x4xf32>, tensor<1xi32>) -> tensor<7xf32>
  return %0, %1 : tensor<2x3xf32>, tensor<7xf32>
}

// CHECK: onednn_graph.Dequantize
// WHY: error: 'onednn_graph.Dequantize' op {{.*}}it has scales for several groups of channels, but no format of weights has channels in dimension 2
func.func @main(%a: tensor<4x2x2x3x4xi8>) -> tensor<4x2x2x3x4xf32> {
  %0 = onednn_graph.Dequantize(%a) {qtype = "per_channel", axis = 2 : i64, scales = array<f32: 1.0, 2.0, 3.0, 4.0>} : (tensor<4x2x2x3x4xi8>) -> tensor<4x2x2x3x4xf32>
  return %0 : tensor<4x2x2x3x4xf32>
}
