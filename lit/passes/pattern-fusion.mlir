// RUN: lathe-opt %s --pattern-fusion | FileCheck %s
// RUN: lathe-opt %s --pattern-fusion='policy=debug' | FileCheck %s --check-prefix=DEBUG

// A product with operations behind it is one partition; another user ends it.
// CHECK-LABEL: @chain
// CHECK: MatMul{{.*}}cluster.group = "matmul_post_ops.0"
// CHECK: ReLU{{.*}}cluster.group = "matmul_post_ops.0"
// CHECK: Multiply{{.*}}cluster.group = "matmul_post_ops.0"
// DEBUG-LABEL: @chain
// DEBUG-NOT: cluster.group
// DEBUG: return
func.func @chain(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>, %c: tensor<f32>) -> tensor<2x4xf32> {
  %0 = onednn_graph.MatMul(%a, %b) : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %1 = onednn_graph.ReLU(%0) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %2 = onednn_graph.Multiply(%1, %c) : (tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  return %2 : tensor<2x4xf32>
}

// The side path from the product to the sum would close a cycle with the foreign operation.
// CHECK-LABEL: @side_path
// CHECK: MatMul({{.*}}) : (
// CHECK: ReLU
// CHECK: Wildcard
// CHECK: Add
func.func @side_path(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %0 = onednn_graph.MatMul(%a, %b) : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %1 = onednn_graph.ReLU(%0) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %2 = onednn_graph.Wildcard(%0) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %3 = onednn_graph.Add(%1, %2) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return %3 : tensor<2x4xf32>
}
