// RUN: lathe-opt %s --precompute-split=params=w | FileCheck %s
// A function of several blocks keeps its results.

// CHECK: func.func @f_precompute(%arg0: tensor<2xf32> {nnvm.name = "w"}) -> tensor<2xf32>
// CHECK: func.func @f(%arg0: tensor<2xf32> {nnvm.name = "x"}, %arg1: tensor<2xf32> {nnvm.name = "r"}) -> tensor<2xf32>
// CHECK: cf.br ^bb1(%{{.*}}, %{{.*}} : i32, tensor<2xf32>)
func.func @f(%w: tensor<2xf32> {nnvm.name = "w"}, %x: tensor<2xf32> {nnvm.name = "x"}) -> tensor<2xf32> {
  %r = nnvm.relu(%w) {nnvm.name = "r"} : (tensor<2xf32>) -> tensor<2xf32>
  %s = nnvm.elemwise_add(%r, %x) {nnvm.name = "s"} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %c = arith.constant 3 : i32
  cf.br ^bb1(%c, %s : i32, tensor<2xf32>)
^bb1(%i: i32, %y: tensor<2xf32>):
  return %y : tensor<2xf32>
}
