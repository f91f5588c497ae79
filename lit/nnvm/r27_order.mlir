// RUN: lathe-opt %s --order-mutation | FileCheck %s
// Operations that read a variable, and operations that change it, get control dependencies.

// CHECK-LABEL: func.func @main
// CHECK: nnvm.after %assign, %conv
// CHECK: nnvm.after %assign, %add1
// CHECK: nnvm.after %add2, %assign
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %conv = nnvm.exp(%x) {nnvm.name = "conv"} : (tensor<4xf32>) -> tensor<4xf32>
  %add1 = nnvm.elemwise_add(%conv, %x) {nnvm.name = "add1"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %assign = nnvm._assign(%x, %add1) {nnvm.name = "assign"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %add2 = nnvm.elemwise_add(%add1, %x) {nnvm.name = "add2"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %add2, %assign : tensor<4xf32>, tensor<4xf32>
}
