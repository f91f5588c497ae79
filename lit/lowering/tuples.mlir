// RUN: lathe-opt %s --stablehlo-flatten-tuples | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK-SAME: (%arg0: tensor<2xf32>, %arg1: tensor<2xi32>, %arg2: tensor<2xi64> {test.kept}) -> (tensor<2xi64>, tensor<2xf32>) {
// CHECK-NEXT: %[[R:.*]]:2 = call @swap(%arg2, %arg0) : (tensor<2xi64>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xi64>)
// CHECK-NEXT: %[[C:.*]] = stablehlo.custom_call @foo(%[[R]]#0, %[[R]]#1) : (tensor<2xf32>, tensor<2xi64>) -> tensor<2xi64>
// CHECK-NEXT: return %[[C]], %[[R]]#0 : tensor<2xi64>, tensor<2xf32>
func.func @main(%t: tuple<tensor<2xf32>, tuple<tensor<2xi32>>>, %x: tensor<2xi64> {test.kept}) -> tuple<tuple<tensor<2xi64>>, tensor<2xf32>> {
  %0 = stablehlo.get_tuple_element %t[0] : (tuple<tensor<2xf32>, tuple<tensor<2xi32>>>) -> tensor<2xf32>
  %1 = stablehlo.tuple %x, %0 : tuple<tensor<2xi64>, tensor<2xf32>>
  %2 = func.call @swap(%1) : (tuple<tensor<2xi64>, tensor<2xf32>>) -> tuple<tensor<2xf32>, tensor<2xi64>>
  %3 = stablehlo.get_tuple_element %2[0] : (tuple<tensor<2xf32>, tensor<2xi64>>) -> tensor<2xf32>
  %4 = stablehlo.custom_call @foo(%2) : (tuple<tensor<2xf32>, tensor<2xi64>>) -> tuple<tensor<2xi64>>
  %5 = stablehlo.tuple %4, %3 : tuple<tuple<tensor<2xi64>>, tensor<2xf32>>
  return %5 : tuple<tuple<tensor<2xi64>>, tensor<2xf32>>
}

// CHECK-LABEL: func.func private @swap
// CHECK-SAME: (%arg0: tensor<2xi64>, %arg1: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xi64>) {
// CHECK-NEXT: return %arg1, %arg0
func.func private @swap(%t: tuple<tensor<2xi64>, tensor<2xf32>>) -> tuple<tensor<2xf32>, tensor<2xi64>> {
  %0 = stablehlo.get_tuple_element %t[0] : (tuple<tensor<2xi64>, tensor<2xf32>>) -> tensor<2xi64>
  %1 = stablehlo.get_tuple_element %t[1] : (tuple<tensor<2xi64>, tensor<2xf32>>) -> tensor<2xf32>
  %2 = stablehlo.tuple %1, %0 : tuple<tensor<2xf32>, tensor<2xi64>>
  return %2 : tuple<tensor<2xf32>, tensor<2xi64>>
}

// Loads and stores of globals need one value.

ml_program.global private mutable @global : tuple<>

// CHECK-LABEL: func.func @globals
func.func @globals() {
  // CHECK-NEXT: %[[V:.*]] = ml_program.global_load @global : tuple<>
  // CHECK-NEXT: ml_program.global_store @global = %[[V]] : tuple<>
  %0 = ml_program.global_load @global : tuple<>
  ml_program.global_store @global = %0 : tuple<>
  return
}

// The elements of a tuple that a region yields are read from the tuple.

// CHECK-LABEL: func.func @region
// CHECK-SAME: (%arg0: tensor<2xf32>, %arg1: tensor<i32>, %arg2: i1) -> (tensor<2xf32>, tensor<i32>) {
// CHECK-NEXT: %[[T0:.*]] = stablehlo.tuple %arg1 : tuple<tensor<i32>>
// CHECK-NEXT: %[[T1:.*]] = stablehlo.tuple %arg0, %[[T0]]
// CHECK-NEXT: %[[R:.*]] = scf.if
// CHECK: %[[A:.*]] = stablehlo.get_tuple_element %[[R]][0]
// CHECK-NEXT: %[[B:.*]] = stablehlo.get_tuple_element %[[R]][1]
// CHECK-NEXT: %[[C:.*]] = stablehlo.get_tuple_element %[[B]][0]
// CHECK-NEXT: return %[[A]], %[[C]] : tensor<2xf32>, tensor<i32>
func.func @region(%t: tuple<tensor<2xf32>, tuple<tensor<i32>>>, %c: i1) -> tuple<tensor<2xf32>, tuple<tensor<i32>>> {
  %0 = scf.if %c -> (tuple<tensor<2xf32>, tuple<tensor<i32>>>) {
    scf.yield %t : tuple<tensor<2xf32>, tuple<tensor<i32>>>
  } else {
    scf.yield %t : tuple<tensor<2xf32>, tuple<tensor<i32>>>
  }
  return %0 : tuple<tensor<2xf32>, tuple<tensor<i32>>>
}

// StableHLO has no tuples of scalars.

// CHECK-LABEL: func.func @scalars
// CHECK-SAME: (%arg0: tuple<tuple<>, i1, tuple<i2>>) -> tuple<tuple<>, i1, tuple<i2>> {
// CHECK-NEXT: return %arg0
func.func @scalars(%t: tuple<tuple<>, i1, tuple<i2>>) -> tuple<tuple<>, i1, tuple<i2>> {
  return %t : tuple<tuple<>, i1, tuple<i2>>
}
