// RUN: not lathe-opt %s --precompute-split=params=w 2>&1 | FileCheck %s --check-prefix=SPLIT
// RUN: not lathe-opt %s --state-to-values 2>&1 | FileCheck %s --check-prefix=STATE
// Passes that change the arguments or results of a function fail if another operation calls the function.

func.func private @split(%w: tensor<4xf32> {nnvm.name = "w"}, %x: tensor<4xf32> {nnvm.name = "x"}) -> tensor<4xf32> {
  %0 = nnvm.exp(%w) {nnvm.name = "e"} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = nnvm.elemwise_add(%0, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func private @state(%v: tensor<4xf32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = nnvm._assign(%v, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @main(%w: tensor<4xf32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  // SPLIT: :[[#@LINE+1]]:{{.*}} error: 'func.call' op refers to @split, whose arguments precompute-split changes
  %0 = call @split(%w, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // STATE: :[[#@LINE+1]]:{{.*}} error: 'func.call' op refers to @state, to which state-to-values adds the values of variables as results
  %1 = call @state(%w, %0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
