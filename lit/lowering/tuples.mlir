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
