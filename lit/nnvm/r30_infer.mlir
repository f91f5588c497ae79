// RUN: lathe-opt %s --infer-shapes | FileCheck %s
// Shapes and types are inferred forward from %x, and backward from the result.

// CHECK-LABEL: func.func @main(%arg0: tensor<2x4x2xf32>, %arg1: tensor<2x8xf32>) -> tensor<2x8xf64>
func.func @main(%x: tensor<2x4x2xf32>, %y: tensor<*x!nnvm.any>) -> tensor<*x!nnvm.any> {
  // CHECK: nnvm.flatten(%arg0) : (tensor<2x4x2xf32>) -> tensor<2x8xf32>
  %0 = nnvm.flatten(%x) : (tensor<2x4x2xf32>) -> tensor<*x!nnvm.any>
  // CHECK: nnvm.elemwise_add(%0, %arg1) : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  %1 = nnvm.elemwise_add(%0, %y) : (tensor<*x!nnvm.any>, tensor<*x!nnvm.any>) -> tensor<*x!nnvm.any>
  // CHECK: nnvm.cast(%1) {dtype = "float64"} : (tensor<2x8xf32>) -> tensor<2x8xf64>
  %2 = nnvm.cast(%1) {dtype = "float64"} : (tensor<*x!nnvm.any>) -> tensor<*x!nnvm.any>
  return %2 : tensor<*x!nnvm.any>
}
