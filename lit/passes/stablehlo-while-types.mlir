// RUN: lathe-opt %s --stablehlo-target-independent-optimization | FileCheck %s
// Operands replace results and arguments of a loop only if they have the same types.

// CHECK-LABEL: func.func @never

// CHECK: %[[LOOP:.*]]:2 = "stablehlo.while"(%arg0, %arg1)
// CHECK: return %[[LOOP]]#0 : tensor<?xf32>
func.func @never(%a: tensor<4xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0:2 = "stablehlo.while"(%a, %b) ({
  ^bb0(%x: tensor<?xf32>, %y: tensor<?xf32>):
    %false = stablehlo.constant dense<false> : tensor<i1>
    stablehlo.return %false : tensor<i1>
  }, {
  ^bb0(%x: tensor<?xf32>, %y: tensor<?xf32>):
    %z = stablehlo.add %x, %y : tensor<?xf32>
    stablehlo.return %x, %z : tensor<?xf32>, tensor<?xf32>
  }) : (tensor<4xf32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  return %0#0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @invariant
// CHECK:         "stablehlo.while"(%arg0, %arg2)
// CHECK:         }, {
// CHECK-NEXT:    ^bb0(%[[X:.*]]: tensor<?xf32>, %[[Y:.*]]: tensor<?xf32>):
// CHECK:         func.call @next(%[[X]], %[[Y]]) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
func.func @invariant(%a: tensor<4xf32>, %c: tensor<i1>, %b: tensor<?xf32>) -> (tensor<4xf32>, tensor<?xf32>) {
  %0:2 = "stablehlo.while"(%a, %b) ({
  ^bb0(%x: tensor<?xf32>, %y: tensor<?xf32>):
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%x: tensor<?xf32>, %y: tensor<?xf32>):
    %z = func.call @next(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    stablehlo.return %x, %z : tensor<?xf32>, tensor<?xf32>
  }) : (tensor<4xf32>, tensor<?xf32>) -> (tensor<4xf32>, tensor<?xf32>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<?xf32>
}
func.func private @next(tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
