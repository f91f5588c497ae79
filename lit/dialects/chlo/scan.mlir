// RUN: lathe-opt %s | FileCheck %s
// RUN: lathe-opt %s --mlir-print-op-generic | lathe-opt | FileCheck %s

// CHECK-LABEL: func.func @scan
func.func @scan(%x: tensor<4xi32>, %i: tensor<i32>) -> (tensor<4xi32>, tensor<i32>) {
  // CHECK: chlo.scan(%{{.*}}) inits (%{{.*}}) dimension=0 attributes {is_reverse = true} {
  // CHECK: ^bb0(%input: tensor<i32>, %carry: tensor<i32>):
  %0:2 = chlo.scan(%x) inits(%i) dimension=0 attributes {is_reverse = true} {
  ^bb0(%a: tensor<i32>, %c: tensor<i32>):
    %s = stablehlo.add %a, %c : tensor<i32>
    stablehlo.return %s, %s : tensor<i32>, tensor<i32>
  } : (tensor<4xi32>, tensor<i32>) -> (tensor<4xi32>, tensor<i32>)
  return %0#0, %0#1 : tensor<4xi32>, tensor<i32>
}

// CHECK-LABEL: func.func @ragged
func.func @ragged(%a: tensor<11x5xf32>, %b: tensor<3x5x7xf32>, %s: tensor<3xi64>) -> tensor<11x7xf32> {
  // CHECK: #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>
  %0 = "chlo.ragged_dot"(%a, %b, %s) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_ragged_dimensions = [0], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>
  return %0 : tensor<11x7xf32>
}

// CHECK-LABEL: func.func @without_carry
func.func @without_carry(%x: tensor<4xi32>) -> tensor<4xi32> {
  // CHECK: chlo.scan(%{{.*}}) inits () dimension=0
  %0 = chlo.scan(%x) inits() dimension=0 {
  ^bb0(%a: tensor<i32>):
    stablehlo.return %a : tensor<i32>
  } : (tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
