// RUN: lathe-opt %s --order-mutation | FileCheck %s
// An operation that changes a variable by two operands does not wait for itself.

// CHECK:      nnvm.batch_norm
// CHECK-NEXT: nnvm.after %bn#0, %a
// CHECK-NEXT: return
func.func @main(%x: tensor<2x4xf32>, %g: tensor<4xf32>, %m: tensor<4xf32>) -> tensor<2x4xf32> {
  %a = nnvm.exp(%m) {nnvm.name = "a"} : (tensor<4xf32>) -> tensor<4xf32>
  %o, %mean, %var = nnvm.batch_norm(%x, %g, %g, %m, %m) {nnvm.name = "bn"} : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)
  return %o : tensor<2x4xf32>
}
