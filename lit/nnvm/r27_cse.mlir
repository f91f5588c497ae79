// RUN: lathe-opt %s --cse | FileCheck %s
// Two reads of a variable, one before and one after a change, are different values. Reads of the same
// version are one value.

// CHECK-LABEL: func.func @main
// CHECK: %[[OLD:.*]] = nnvm.exp(%arg0)
// CHECK: %[[SET:.*]] = nnvm._assign
// CHECK: %[[NEW:.*]] = nnvm.exp(%arg0)
// CHECK-NOT: nnvm.exp
// CHECK: return %[[OLD]], %[[OLD]], %[[NEW]], %[[NEW]], %[[SET]]
func.func @main(%w: tensor<4xf32>, %t: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %a = nnvm.exp(%w) : (tensor<4xf32>) -> tensor<4xf32>
  %b = nnvm.exp(%w) : (tensor<4xf32>) -> tensor<4xf32>
  %s = nnvm._assign(%w, %t) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %c = nnvm.exp(%w) : (tensor<4xf32>) -> tensor<4xf32>
  %d = nnvm.exp(%w) : (tensor<4xf32>) -> tensor<4xf32>
  return %a, %b, %c, %d, %s : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
