// RUN: lathe-opt %s --stablehlo-refine-shapes --split-input-file | FileCheck %s
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

// -----

// An unknown size between two sizes that differ.
// CHECK-LABEL: func.func @three
// CHECK: %[[X:.*]] = stablehlo.dynamic_reshape %arg1, {{.*}} -> tensor<3xf32>
// CHECK: %[[Y:.*]] = stablehlo.dynamic_reshape %arg2, {{.*}} -> tensor<4xf32>
// CHECK: "stablehlo.case"
// CHECK: %[[A:.*]] = stablehlo.convert %[[X]] : (tensor<3xf32>) -> tensor<?xf32>
// CHECK: stablehlo.return %[[A]], %[[X]] : tensor<?xf32>, tensor<3xf32>
// CHECK: %[[B:.*]] = stablehlo.convert %[[Y]] : (tensor<4xf32>) -> tensor<?xf32>
// CHECK: stablehlo.return %[[B]], %[[X]] : tensor<?xf32>, tensor<3xf32>
// CHECK: }) : (tensor<i32>) -> (tensor<?xf32>, tensor<3xf32>)
func.func @three(%i: tensor<i32>, %a: tensor<3xf32>, %b: tensor<4xf32>, %n: tensor<1xi32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %n3 = stablehlo.constant dense<3> : tensor<1xi32>
  %n4 = stablehlo.constant dense<4> : tensor<1xi32>
  %x = stablehlo.dynamic_reshape %a, %n3 : (tensor<3xf32>, tensor<1xi32>) -> tensor<?xf32>
  %y = stablehlo.dynamic_reshape %b, %n4 : (tensor<4xf32>, tensor<1xi32>) -> tensor<?xf32>
  %0:2 = "stablehlo.case"(%i) ({
    stablehlo.return %x, %x : tensor<?xf32>, tensor<?xf32>
  }, {
    %u = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
    stablehlo.return %u, %x : tensor<?xf32>, tensor<?xf32>
  }, {
    stablehlo.return %y, %x : tensor<?xf32>, tensor<?xf32>
  }) : (tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>)
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>
}
