// RUN: lathe-opt %s --infer-shapes | FileCheck %s
// The shape of one operand follows from the other operands and the result.

// CHECK-LABEL: func.func @rest(%arg0: tensor<2x6xf32>, %arg1: tensor<2x4xf32>)
func.func @rest(%x: tensor<2x6xf32>, %y: tensor<*xf32>) -> tensor<2x10xf32> {
  %0 = nnvm.concatenate(%x, %y) {axis = 1 : i64} : (tensor<2x6xf32>, tensor<*xf32>) -> tensor<2x10xf32>
  return %0 : tensor<2x10xf32>
}
// If several operands have unknown shapes, only the dimensions that they share are inferred.
// CHECK-LABEL: func.func @two(%arg0: tensor<2x?xf32>, %arg1: tensor<2x?xf32>)
func.func @two(%x: tensor<*xf32>, %y: tensor<?x?xf32>) -> tensor<2x10xf32> {
  %0 = nnvm.concatenate(%x, %y) {axis = -1 : i64} : (tensor<*xf32>, tensor<?x?xf32>) -> tensor<2x10xf32>
  return %0 : tensor<2x10xf32>
}
// CHECK-LABEL: func.func @other(%arg0: tensor<2x6xf32>, %arg1: tensor<2x4xf32>) -> tensor<2x10xf32>
func.func @other(%x: tensor<2x6xf32>, %y: tensor<?x4xf32>) -> tensor<*xf32> {
  %0 = nnvm.concatenate(%x, %y) {axis = 1 : i64} : (tensor<2x6xf32>, tensor<?x4xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
