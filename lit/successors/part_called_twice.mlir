// RUN: not lathe-opt %s --split-input-file --part-inline 2>&1 | FileCheck %s
// A part that is inlined must not be called inside another part or inside a region.

func.func private @b(%x: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.part = {name = "pb"}} {
  %0 = stablehlo.tanh %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @a(%x: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.part = {name = "pa"}} {
  // CHECK: :[[#@LINE+1]]:{{.*}} error: 'func.call' op refers to part 'pb', which is inlined elsewhere and then erased
  %0 = call @b(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @a(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = call @b(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

func.func private @b(%x: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.part = {name = "pb"}} {
  %0 = stablehlo.tanh %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>, %p: tensor<i1>) -> tensor<4xf32> {
  %0 = call @b(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "stablehlo.if"(%p) ({
    // CHECK: :[[#@LINE+1]]:{{.*}} error: 'func.call' op refers to part 'pb', which is inlined elsewhere and then erased
    %2 = func.call @b(%0) : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %2 : tensor<4xf32>
  }, {
    stablehlo.return %0 : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
