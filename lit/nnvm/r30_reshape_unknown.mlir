// RUN: lathe-opt %s --infer-shapes -o - 2>/dev/null | FileCheck %s
// Extents that a reshape gives are known even if the shape of its operand is not.

// CHECK: nnvm.reshape(%arg0) {shape = array<i64: -1, 7>} : (tensor<*xf32>) -> tensor<?x7xf32>
func.func @main(%x: tensor<*xf32>) -> tensor<*x!nnvm.any> {
  %0 = nnvm.reshape(%x) {shape = array<i64: -1, 7>} : (tensor<*xf32>) -> tensor<*x!nnvm.any>
  return %0 : tensor<*x!nnvm.any>
}
