// RUN: lathe-opt %s --infer-shapes | FileCheck %s
// RUN: not lathe-opt %s --infer-shapes=shape-key=size 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// A later reader determines the type of an operand, so the inference for the earlier reader runs again.

// NEGATIVE: error: 'func.func' op has argument 'x' with size = "(2, -1)", which is not a valid shape
// CHECK: nnvm.exp(%arg0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
func.func @main(%x: tensor<*x!nnvm.any> {nnvm.name = "x", nnvm.dict = {size = "(2, -1)"}}, %y: tensor<2x3xf32>) -> (tensor<*x!nnvm.any>, tensor<*x!nnvm.any>) {
  %0 = nnvm.exp(%x) : (tensor<*x!nnvm.any>) -> tensor<*x!nnvm.any>
  %1 = nnvm.elemwise_add(%x, %y) : (tensor<*x!nnvm.any>, tensor<2x3xf32>) -> tensor<*x!nnvm.any>
  return %0, %1 : tensor<*x!nnvm.any>, tensor<*x!nnvm.any>
}
