// RUN: lathe plan --policy=fusion --patterns=%S/Inputs/effects.patterns %s | FileCheck %s

// Operations with effects keep their order. So two of them are not in one partition if a third is between them,
// although the second of them is the only one whose results are used elsewhere.
// CHECK: refused: pattern pair with #2 custom_call, #4 custom_call: would close a cycle: the path #2 stablehlo.custom_call → #3 stablehlo.custom_call → #4 stablehlo.custom_call leaves the match and comes back
// CHECK-NOT: refused: pattern pair with #7
func.func @apart(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @a(%x) {has_side_effect = true} : (tensor<4xf32>) -> tensor<4xf32>
  stablehlo.custom_call @b(%x) {has_side_effect = true} : (tensor<4xf32>) -> ()
  %1 = stablehlo.custom_call @c(%0) {has_side_effect = true} : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

func.func @adjacent(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @a(%x) {has_side_effect = true} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.custom_call @c(%0) {has_side_effect = true} : (tensor<4xf32>) -> tensor<4xf32>
  stablehlo.custom_call @b(%x) {has_side_effect = true} : (tensor<4xf32>) -> ()
  return %1 : tensor<4xf32>
}
