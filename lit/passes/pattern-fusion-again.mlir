// RUN: lathe-opt %s --pattern-fusion --pattern-fusion=policy=debug | FileCheck %s
// A second run of the pass removes the groups of the first run.

// CHECK-LABEL: func.func @main
// CHECK-NOT:   cluster.group
func.func @main(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %m = "onednn_graph.MatMul"(%x, %w) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %r = "onednn_graph.ReLU"(%m) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}
