// RUN: lathe-opt %s --stablehlo-refine-shapes=only-dynamic -split-input-file -verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK: %[[S:.*]] = stablehlo.slice %arg0 [0:2, 0:3] : (tensor<2x5xf32>) -> tensor<2x3xf32>
// CHECK: stablehlo.add %[[S]], %[[S]] : tensor<2x3xf32>
func.func @main(%x: tensor<2x5xf32>) -> (tensor<2x?xf32>, tensor<i32>) {
  %n = stablehlo.constant dense<3> : tensor<i32>
  %0 = stablehlo.set_dimension_size %x, %n, dim = 1 : (tensor<2x5xf32>, tensor<i32>) -> tensor<2x?xf32>
  %1 = stablehlo.get_dimension_size %0, dim = 1 : (tensor<2x?xf32>) -> tensor<i32>
  %2 = stablehlo.add %0, %0 : tensor<2x?xf32>
  return %2, %1 : tensor<2x?xf32>, tensor<i32>
}

// -----

// CHECK-LABEL: func.func @static
// CHECK: stablehlo.add
func.func @static() -> tensor<i32> {
  %n = stablehlo.constant dense<3> : tensor<i32>
  %0 = stablehlo.add %n, %n : tensor<i32>
  return %0 : tensor<i32>
}

// -----

func.func @main(%x: tensor<5xf32>) -> tensor<?xf32> {
  %n = stablehlo.constant dense<6> : tensor<i32>
  // expected-error@+1 {{'stablehlo.set_dimension_size' op has the size [6] for dimension 0 of 'tensor<5xf32>', but needs one number from 0 to 5}}
  %0 = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<5xf32>, tensor<i32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
