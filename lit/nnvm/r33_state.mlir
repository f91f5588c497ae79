// RUN: lathe-opt %s --gradient=wrt=x --infer-shapes --state-to-values | FileCheck %s
// RUN: lathe-opt %s --gradient='wrt=x mirror=exp' | FileCheck %s --check-prefix=MIRROR
// The gradient of an operation reads the value of a variable that the operation read. Gradients also
// pass through assignments.

// c = x·w before w changes: dc/dx is the first value of w.
// CHECK-LABEL: func.func @before
// CHECK-SAME: %arg1: tensor<4xf32> {lathe.state = 1 : i64, nnvm.name = "w"}
// CHECK: %[[ONE:.*]] = nnvm.ones_like
// CHECK: %[[DX:.*]] = nnvm.elemwise_mul(%[[ONE]], %arg1)
// CHECK: return %[[DX]], %arg2
func.func @before(%x: tensor<4xf32> {nnvm.name = "x"}, %w: tensor<4xf32> {nnvm.name = "w"}, %t: tensor<4xf32> {nnvm.name = "t"}) -> tensor<4xf32> {
  %c = nnvm.elemwise_mul(%x, %w) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %a = nnvm._assign(%w, %t) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %c : tensor<4xf32>
}

// x := x·x, y = x + t: through the assignment, dy/dx is 2x for the first value of x.
// CHECK-LABEL: func.func @through
// CHECK: %[[ONE:.*]] = nnvm.ones_like
// CHECK: %[[L:.*]] = nnvm.elemwise_mul(%[[ONE]], %arg0)
// CHECK: %[[R:.*]] = nnvm.elemwise_mul(%[[ONE]], %arg0)
// CHECK: %[[DX:.*]] = nnvm.elemwise_sum(%[[L]], %[[R]])
// CHECK: return %[[DX]]
func.func @through(%x: tensor<4xf32> {nnvm.name = "x"}, %t: tensor<4xf32> {nnvm.name = "t"}) -> tensor<4xf32> {
  %p = nnvm.elemwise_mul(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %a = nnvm._assign(%x, %p) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %y = nnvm.elemwise_add(%x, %t) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// exp(w) is computed again after the change, but from the first value of w.
// CHECK-LABEL: func.func @again
// MIRROR-LABEL: func.func @again
// MIRROR: %[[W:.*]] = nnvm.read(%arg1)
// MIRROR: nnvm._assign(%arg1, %arg2)
// MIRROR: nnvm.exp(%[[W]])
func.func @again(%x: tensor<4xf32> {nnvm.name = "x"}, %w: tensor<4xf32> {nnvm.name = "w"}, %t: tensor<4xf32> {nnvm.name = "t"}) -> tensor<4xf32> {
  %e = nnvm.exp(%w) : (tensor<4xf32>) -> tensor<4xf32>
  %c = nnvm.elemwise_mul(%x, %e) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %a = nnvm._assign(%w, %t) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %c : tensor<4xf32>
}
