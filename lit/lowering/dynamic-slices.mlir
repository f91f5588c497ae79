// RUN: lathe-opt %s --stablehlo-to-linalg | FileCheck %s

// There is no loop over the dimension of extent 1, and no start index is read for the dimension whose slices have the whole extent.
// CHECK-LABEL: @row
// CHECK-COUNT-1: arith.minsi
// CHECK-NOT: arith.minsi
// CHECK-COUNT-1: scf.for
// CHECK-NOT: scf.for
// CHECK: return
func.func @row(%x: tensor<16x64xf32>, %u: tensor<1x64xf32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<16x64xf32> {
  %0 = stablehlo.dynamic_update_slice %x, %u, %i, %j : (tensor<16x64xf32>, tensor<1x64xf32>, tensor<i32>, tensor<i32>) -> tensor<16x64xf32>
  return %0 : tensor<16x64xf32>
}

// CHECK-LABEL: @element
// CHECK-COUNT-2: arith.minsi
// CHECK-COUNT-1: scf.for
// CHECK-NOT: scf.for
// CHECK: return
func.func @element(%x: tensor<16x64xf32>, %u: tensor<1x1xf32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<16x64xf32> {
  %0 = stablehlo.dynamic_update_slice %x, %u, %i, %j : (tensor<16x64xf32>, tensor<1x1xf32>, tensor<i32>, tensor<i32>) -> tensor<16x64xf32>
  return %0 : tensor<16x64xf32>
}
