// RUN: lathe-opt %s --gradient='wrt=x,y heads=g1,g2' --infer-shapes | FileCheck %s
// Gradients of x + √y and of log x, weighted by g1 and g2.

// CHECK: func.func @main(%arg0: tensor<3xf32> {nnvm.name = "x"}, %arg1: tensor<3xf32> {nnvm.name = "y"}, %arg2: tensor<3xf32> {nnvm.name = "g1"}, %arg3: tensor<3xf32> {nnvm.name = "g2"}) -> (tensor<3xf32>, tensor<3xf32>)
func.func @main(%x: tensor<3xf32> {nnvm.name = "x"}, %y: tensor<3xf32> {nnvm.name = "y"}) -> (tensor<3xf32>, tensor<3xf32>) {
  // CHECK: %[[ROOT:.*]] = nnvm.sqrt(%arg1)
  %0 = nnvm.sqrt(%y) : (tensor<3xf32>) -> tensor<3xf32>
  %1 = nnvm.elemwise_add(%x, %0) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %2 = nnvm.log(%x) : (tensor<3xf32>) -> tensor<3xf32>
  // CHECK: %[[LOG:.*]] = nnvm.elemwise_div(%arg3, %arg0)
  // CHECK: %[[HALF:.*]] = nnvm.__mul_scalar__(%arg2) {scalar = 5.000000e-01 : f64}
  // CHECK: %[[Y:.*]] = nnvm.elemwise_div(%[[HALF]], %[[ROOT]])
  // CHECK: %[[X:.*]] = nnvm.elemwise_sum({{.*}}) {num_args = 2 : i64}
  // CHECK: return %[[X]], %[[Y]]
  return %1, %2 : tensor<3xf32>, tensor<3xf32>
}
