// RUN: lathe-opt %s --infer-shapes | FileCheck %s
// A condition of unknown rank may have one dimension, so its shape is inferred from its other reader.

// CHECK: func.func @main(%arg0: tensor<4xf32>,
func.func @main(%c: tensor<*xf32>, %x: tensor<4x2xf32>, %y: tensor<4x2xf32>, %v: tensor<4xf32>) -> (tensor<4x2xf32>, tensor<4xf32>) {
  %0 = nnvm.where(%c, %x, %y) : (tensor<*xf32>, tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  %1 = nnvm.elemwise_add(%c, %v) : (tensor<*xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4x2xf32>, tensor<4xf32>
}
