// RUN: lathe-opt %s --simplify-inference --infer-shapes | FileCheck %s
// batch_norm becomes a scale and a shift, and dropout is removed.

// CHECK-LABEL: func.func @main
// CHECK-NOT: batch_norm
// CHECK: nnvm.__add_scalar__(%arg4) {{.*}}scalar = 1.000000e-02
// CHECK: nnvm.sqrt
// CHECK: nnvm.__rdiv_scalar__
// CHECK: nnvm.elemwise_mul
// CHECK: nnvm.negative(%arg3)
// CHECK: %[[SCALED:.*]] = nnvm.broadcast_mul(%arg0,
// CHECK: %[[OUT:.*]] = nnvm.broadcast_add(%[[SCALED]],
// CHECK: return %[[OUT]]
func.func @main(%x: tensor<10x10xf32>, %gamma: tensor<10xf32>, %beta: tensor<10xf32>, %mean: tensor<10xf32>, %var: tensor<10xf32>) -> tensor<10x10xf32> {
  %0:3 = nnvm.batch_norm(%x, %gamma, %beta, %mean, %var) {axis = 1 : i64, epsilon = 0.01} : (tensor<10x10xf32>, tensor<10xf32>, tensor<10xf32>, tensor<10xf32>, tensor<10xf32>) -> (tensor<10x10xf32>, tensor<10xf32>, tensor<10xf32>)
  %1:2 = nnvm.dropout(%0#0) : (tensor<10x10xf32>) -> (tensor<10x10xf32>, tensor<10x10xf32>)
  return %1#0 : tensor<10x10xf32>
}
