// RUN: not lathe-opt --diag-style=rich %s --split-input-file --infer-shapes 2>&1 | FileCheck %s
// If types contradict each other and a graph listed some of them, the error mentions this.

// CHECK: error: 'nnvm.flatten' op needs result #0 of shape [2 8], but it has shape [9 9]
// CHECK: help: the graph's own attribute "shape" lists types too
func.func @main(%x: tensor<2x4x2xf32>) -> tensor<9x9xf32> attributes {nnvm.graph = [["shape", "[\22list_shape\22, [[2, 4, 2], [], [9, 9]]]"]]} {
  %a = nnvm.exp(%x) : (tensor<2x4x2xf32>) -> tensor<*xf32>
  %0 = nnvm.flatten(%a) : (tensor<*xf32>) -> tensor<9x9xf32>
  return %0 : tensor<9x9xf32>
}

// -----

// CHECK: error: 'nnvm.tanh' op {{.*}}'f32' and 'f64'
// CHECK: help: the graph's own attribute "dtype" lists types too
func.func @main(%x: tensor<2x4xf32>) -> tensor<2x4xf64> attributes {nnvm.graph = [["dtype", "[\22list_int\22, [0, -1, 1]]"]]} {
  %a = nnvm.exp(%x) : (tensor<2x4xf32>) -> tensor<2x4x!nnvm.any>
  %0 = nnvm.tanh(%a) : (tensor<2x4x!nnvm.any>) -> tensor<2x4xf64>
  return %0 : tensor<2x4xf64>
}
