// RUN: lathe-opt %s --stablehlo-refine-shapes | FileCheck %s
// Branches that return tensors of different sizes keep the dynamic type of the result.

// CHECK: "stablehlo.if"
// CHECK: stablehlo.convert %{{.*}} : (tensor<4xf32>) -> tensor<?xf32>
// CHECK: stablehlo.convert %{{.*}} : (tensor<2xf32>) -> tensor<?xf32>
// CHECK: }) : (tensor<i1>) -> (tensor<?xf32>, tensor<2xf32>)
func.func @main(%a: tensor<2xf32>, %p: tensor<i1>) -> (tensor<?xf32>, tensor<?xf32>) {
  %d = stablehlo.convert %a : (tensor<2xf32>) -> tensor<?xf32>
  %0:2 = "stablehlo.if"(%p) ({
    %y = stablehlo.concatenate %d, %d, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    stablehlo.return %y, %d : tensor<?xf32>, tensor<?xf32>
  }, {
    stablehlo.return %d, %d : tensor<?xf32>, tensor<?xf32>
  }) : (tensor<i1>) -> (tensor<?xf32>, tensor<?xf32>)
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>
}
