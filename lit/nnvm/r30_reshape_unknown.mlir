// RUN: lathe-opt %s --infer-shapes -o - 2>/dev/null | FileCheck %s
// The extents in the attribute of a reshape are known even if the shape of the operand is not.

// CHECK: nnvm.reshape(%arg0) {shape = array<i64: -1, 7>} : (tensor<*xf32>) -> tensor<?x7xf32>
func.func @main(%x: tensor<*xf32>) -> tensor<*x!nnvm.any> {
  %0 = nnvm.reshape(%x) {shape = array<i64: -1, 7>} : (tensor<*xf32>) -> tensor<*x!nnvm.any>
  return %0 : tensor<*x!nnvm.any>
}
