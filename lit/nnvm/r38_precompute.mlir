// RUN: lathe-opt %s --precompute-split=params=x,a | FileCheck %s
// x + 1 depends only on a parameter.

// CHECK: func.func @main_precompute(%arg0: tensor<4xf32> {nnvm.name = "x"}) -> tensor<4xf32>
// CHECK: nnvm.__add_scalar__
// CHECK: func.func @main(%arg0: tensor<4xf32> {nnvm.name = "y"}, %arg1: tensor<4xf32> {nnvm.name = "a"}, %arg2: tensor<4xf32> {nnvm.name = "x1"})
// CHECK-NOT: nnvm.__add_scalar__
// CHECK: func.func @other_precompute_0(%arg0: tensor<4xf32> {nnvm.name = "x"}) -> tensor<4xf32>
// CHECK: func.func @other(%arg0: tensor<4xf32> {nnvm.name = "y"}, %arg1: tensor<4xf32> {nnvm.name = "e"})
// CHECK: func.func @other_precompute()
func.func @main(%y: tensor<4xf32> {nnvm.name = "y"}, %x: tensor<4xf32> {nnvm.name = "x"}, %a: tensor<4xf32> {nnvm.name = "a"}) -> tensor<4xf32> {
  %0 = nnvm.__add_scalar__(%x) {scalar = 1.0, nnvm.name = "x1"} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = nnvm.elemwise_add(%y, %0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = nnvm.elemwise_add(%1, %a) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// Each function has a separate function for precomputing. If its name is taken, a number is appended.
func.func @other(%y: tensor<4xf32> {nnvm.name = "y"}, %x: tensor<4xf32> {nnvm.name = "x"}) -> tensor<4xf32> {
  %0 = nnvm.exp(%x) {nnvm.name = "e"} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = nnvm.elemwise_add(%y, %0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

func.func @other_precompute() {
  return
}
