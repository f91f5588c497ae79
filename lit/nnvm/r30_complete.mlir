// RUN: not lathe-opt %s --infer-shapes=complete 2>&1 | FileCheck %s
// The element type of a result is known, but its shape is not.

// CHECK: error: 'nnvm.exp' op has a result of unknown type: 'tensor<?x3xf32>'
func.func @main(%x: tensor<?x3xf32>) -> tensor<*x!nnvm.any> {
  %0 = nnvm.exp(%x) : (tensor<?x3xf32>) -> tensor<*x!nnvm.any>
  return %0 : tensor<*x!nnvm.any>
}
