// Each output of a oneDNN graph is a result of an operation.
// RUN: not lathe convert --to=onednn %s 2>&1 | FileCheck %s

// CHECK: convert-argument.mlir:[[#@LINE+4]]:3: error: 'func.return' op returns argument #0, but the outputs of a oneDNN graph are results of operations
// CHECK: help: return only results of operations
func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = onednn_graph.ReLU(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0, %x : tensor<2xf32>, tensor<2xf32>
}
