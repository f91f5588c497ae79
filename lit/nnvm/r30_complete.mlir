// RUN: not lathe-opt %s --infer-shapes=complete 2>&1 | FileCheck %s
// A result whose element type is known has no known shape.

// CHECK: error: 'nnvm.exp' op has a result of unknown type: 'tensor<?x3xf32>'
func.func @main(%x: tensor<?x3xf32>) -> tensor<*x!nnvm.any> {
  %0 = nnvm.exp(%x) : (tensor<?x3xf32>) -> tensor<*x!nnvm.any>
  return %0 : tensor<*x!nnvm.any>
}
