// RUN: lathe-opt %s --simplify-inference --infer-shapes=complete=true | FileCheck %s --implicit-check-not=__undef__
// In inference, the mean and the variance are the moving mean and variance, and a mask consists of ones.

// CHECK-LABEL: func.func @mean
// CHECK: return %arg3 : tensor<3xf32>
func.func @mean(%x: tensor<2x3xf32>, %gamma: tensor<3xf32>, %beta: tensor<3xf32>, %mean: tensor<3xf32>, %var: tensor<3xf32>) -> tensor<3xf32> {
  %0:3 = nnvm.batch_norm(%x, %gamma, %beta, %mean, %var) {axis = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return %0#1 : tensor<3xf32>
}
// CHECK-LABEL: func.func @both
// CHECK: %[[OUT:.*]] = nnvm.broadcast_add
// CHECK: %[[SUM:.*]] = nnvm.elemwise_add(%arg3, %arg4)
// CHECK: return %[[OUT]], %[[SUM]]
func.func @both(%x: tensor<2x3xf32>, %gamma: tensor<3xf32>, %beta: tensor<3xf32>, %mean: tensor<3xf32>, %var: tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>) {
  %0:3 = nnvm.batch_norm(%x, %gamma, %beta, %mean, %var) {axis = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  %1 = nnvm.elemwise_add(%0#1, %0#2) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0#0, %1 : tensor<2x3xf32>, tensor<3xf32>
}
// CHECK-LABEL: func.func @mask
// CHECK: %[[ONES:.*]] = nnvm.ones_like(%arg0)
// CHECK: nnvm.elemwise_mul(%arg0, %[[ONES]])
func.func @mask(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0:2 = nnvm.dropout(%x) : (tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>)
  %1 = nnvm.elemwise_mul(%0#0, %0#1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}
