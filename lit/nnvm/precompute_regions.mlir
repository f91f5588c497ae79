// RUN: lathe-opt %s --precompute-split=params=w,v | FileCheck %s
// An operation with regions moves only if its regions read no other values.

// CHECK-LABEL: func.func @moves_precompute(%arg0: tensor<i1> {nnvm.name = "w"}, %arg1: tensor<4xf32> {nnvm.name = "v"}) -> tensor<4xf32>
// CHECK:         "stablehlo.if"(%arg0)
// CHECK:         stablehlo.return %arg1
// CHECK-LABEL: func.func @moves(%arg0: tensor<4xf32> {nnvm.name = "x"}, %arg1: tensor<4xf32> {nnvm.name = "choice"})
func.func @moves(%w: tensor<i1> {nnvm.name = "w"}, %v: tensor<4xf32> {nnvm.name = "v"}, %x: tensor<4xf32> {nnvm.name = "x"}) -> tensor<4xf32> {
  %e = nnvm.exp(%v) {nnvm.name = "e"} : (tensor<4xf32>) -> tensor<4xf32>
  %choice = "stablehlo.if"(%w) ({
    %t = stablehlo.tanh %e : tensor<4xf32>
    stablehlo.return %t : tensor<4xf32>
  }, {
    stablehlo.return %v : tensor<4xf32>
  }) {nnvm.name = "choice"} : (tensor<i1>) -> tensor<4xf32>
  %sum = stablehlo.add %choice, %x : tensor<4xf32>
  return %sum : tensor<4xf32>
}

// CHECK-NOT:   @stays_precompute
// CHECK-LABEL: func.func @stays(
// CHECK:         "stablehlo.if"(%arg0)
// CHECK:         stablehlo.return %arg2
func.func @stays(%w: tensor<i1> {nnvm.name = "w"}, %v: tensor<4xf32> {nnvm.name = "v"}, %x: tensor<4xf32> {nnvm.name = "x"}) -> tensor<4xf32> {
  %choice = "stablehlo.if"(%w) ({
    stablehlo.return %x : tensor<4xf32>
  }, {
    stablehlo.return %v : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %choice : tensor<4xf32>
}
