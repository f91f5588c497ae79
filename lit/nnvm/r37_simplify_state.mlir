// RUN: lathe-opt %s --simplify-inference --state-to-values | FileCheck %s
// RUN: lathe-opt %s --simplify-inference | FileCheck %s --check-prefix=WAITS
// A dropout of a variable is the value of the variable at this point, even if the variable changes before
// the result is read.

// CHECK-LABEL: func.func @main
// CHECK: %[[E:.*]] = nnvm.exp(%arg0)
// CHECK: return %[[E]], %arg1, %arg1
func.func @main(%w: tensor<4xf32>, %t: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %d, %m = nnvm.dropout(%w) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  %a = nnvm._assign(%w, %t) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %e = nnvm.exp(%d) : (tensor<4xf32>) -> tensor<4xf32>
  return %e, %a : tensor<4xf32>, tensor<4xf32>
}

// The operation no longer has control dependencies.
// WAITS-LABEL: func.func @waits
// WAITS-NOT: nnvm.after
// WAITS: return %{{.*}}, %arg0
func.func @waits(%w: tensor<4xf32>, %t: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = nnvm.exp(%t) : (tensor<4xf32>) -> tensor<4xf32>
  %d, %m = nnvm.dropout(%w) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  nnvm.after %d, %e : tensor<4xf32>, tensor<4xf32>
  return %e, %d : tensor<4xf32>, tensor<4xf32>
}
