// RUN: lathe plan --policy=fusion --patterns=%S/Inputs/refused.patterns %s | FileCheck %s

// A complete match that is not used is reported as refused, with each reason once for an operation. An
// incomplete match is not reported.
// CHECK: #2 stablehlo.dot_general
// CHECK-NEXT: pattern single of priority 1 takes it alone
// CHECK-NEXT: refused: pattern pair with #2 dot_general, #3 add: another operation, 'stablehlo.multiply', uses the result of 'stablehlo.dot_general'
// CHECK-NEXT: #3 stablehlo.add
// CHECK-NEXT: pattern single of priority 1 takes it alone
// CHECK-NEXT: refused: pattern pair
// CHECK-NEXT: #4 stablehlo.tanh
// CHECK-NEXT: pattern single of priority 1 takes it alone
// CHECK-NEXT: refused: pattern triple with #2 dot_general, #3 add, #4 tanh: another operation, 'stablehlo.multiply'
// CHECK-NEXT: #5 stablehlo.multiply
// CHECK-NEXT: pattern single of priority 1 takes it alone
// CHECK-NEXT: #8 stablehlo.dot_general
// CHECK-NEXT: pattern single of priority 1 takes it alone
// CHECK-NEXT: nearest: pattern pair matched only #8 dot_general: no operation add reads a value that was matched before
// CHECK-NOT: refused
func.func @main(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.add %x, %0 : tensor<4x4xf32>
  %2 = stablehlo.tanh %1 : tensor<4x4xf32>
  %3 = stablehlo.multiply %0, %2 : tensor<4x4xf32>
  return %2, %3 : tensor<4x4xf32>, tensor<4x4xf32>
}

func.func @short(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
