// RUN: lathe-opt %s --precompute-split=params=x,p 2>&1 | FileCheck %s
// A variable that changes is not a parameter, even if it is listed. Operations that read the variable before or
// after the change cannot be computed once.

// CHECK: warning: 'x' is listed as a parameter, but the function changes it: operations that depend on it are not moved
// CHECK: warning: 'x' is listed as a parameter

// CHECK-LABEL: func.func @main_precompute(
// CHECK-SAME: nnvm.name = "p"
// CHECK-NEXT: nnvm.log
// CHECK-NEXT: return
// CHECK-LABEL: func.func @main(
// CHECK: nnvm.exp(%arg0)
// CHECK-NEXT: nnvm._assign
// CHECK-NEXT: nnvm.exp(%arg0)
func.func @main(%x: tensor<4xf32> {nnvm.name = "x"}, %y: tensor<4xf32> {nnvm.name = "y"}, %p: tensor<4xf32> {nnvm.name = "p"}) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %e = nnvm.exp(%x) {nnvm.name = "e"} : (tensor<4xf32>) -> tensor<4xf32>
  %a = nnvm._assign(%x, %y) {nnvm.name = "a"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %f = nnvm.exp(%x) {nnvm.name = "f"} : (tensor<4xf32>) -> tensor<4xf32>
  %g = nnvm.log(%p) {nnvm.name = "g"} : (tensor<4xf32>) -> tensor<4xf32>
  return %e, %f, %g : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// A variable that keeps its value between runs is also not a parameter.
// CHECK-LABEL: func.func @kept(
// CHECK: nnvm.exp
func.func @kept(%x: tensor<4xf32> {nnvm.name = "x", lathe.state = 1}, %y: tensor<4xf32> {nnvm.name = "y"}) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = nnvm.exp(%x) {nnvm.name = "e"} : (tensor<4xf32>) -> tensor<4xf32>
  return %e, %y : tensor<4xf32>, tensor<4xf32>
}

// Control dependencies: an operation that depends on an operation that stays also stays. An operation that is
// computed in advance depends on nothing.
// CHECK-LABEL: func.func @order_precompute(
// CHECK: nnvm.log
// CHECK-NEXT: return
// CHECK-LABEL: func.func @order(
// CHECK: %[[Y:.*]] = nnvm.exp(%arg0)
// CHECK-NEXT: nnvm.sqrt(%arg1)
// CHECK-NEXT: nnvm.after
// CHECK-NEXT: return
func.func @order(%y: tensor<4xf32> {nnvm.name = "y"}, %p: tensor<4xf32> {nnvm.name = "p"}) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %l = nnvm.log(%p) {nnvm.name = "l"} : (tensor<4xf32>) -> tensor<4xf32>
  %e = nnvm.exp(%y) {nnvm.name = "e"} : (tensor<4xf32>) -> tensor<4xf32>
  nnvm.after %e, %l : tensor<4xf32>, tensor<4xf32>
  %s = nnvm.sqrt(%p) {nnvm.name = "s"} : (tensor<4xf32>) -> tensor<4xf32>
  nnvm.after %s, %e : tensor<4xf32>, tensor<4xf32>
  return %l, %e, %s : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
