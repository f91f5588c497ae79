// RUN: lathe-opt %s --pattern-fusion | FileCheck %s
// RUN: lathe-opt %s --pattern-fusion='policy=debug' | FileCheck %s --check-prefix=DEBUG
// RUN: lathe-opt %s --pattern-fusion='explain=true' 2>&1 | FileCheck %s --check-prefix=WHY

// WHY: @chain: 1 partitions
// WHY-NEXT: 0  matmul_post_ops (kind matmul_post_ops, priority 9.7): #{{[0-9]+}} MatMul, #{{[0-9]+}} ReLU, #{{[0-9]+}} Multiply
// WHY: @side_path: 3 partitions
// WHY-NEXT: 0  matmul_post_ops (kind matmul_post_ops, priority 9.7): #{{[0-9]+}} MatMul
// WHY-NEXT: nearest matmul_post_ops, with 3 operations: another operation, 'onednn_graph.Wildcard', uses the result of 'onednn_graph.MatMul'
// WHY-NEXT: 1  not supported: #{{[0-9]+}} Wildcard: no pattern matches 'onednn_graph.Wildcard'

// A product and the operations after it are one partition. Another user of a result ends the partition.
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

// If the sum were in the partition of the product, the path through the other operation would become a cycle.
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
