// RUN: lathe-opt %s --stablehlo-to-linalg --fusion --form-tiles --plan-buffers --schedule-nests=target=avx512+mesh=1 --split-input-file | FileCheck %s
// RUN: lathe-opt %s --stablehlo-to-linalg --fusion --form-tiles --plan-buffers --schedule-nests=target=avx512 --split-input-file | FileCheck %s --check-prefix=RING

// The result is larger than an eighth of the second-level cache. On a mesh, its tiles form blocks of whole rows, at least 16 of them.
// CHECK-LABEL: func.func @result
// CHECK: lathe.schedule = {block = array<i64: 2, 16, 64>, height = 13 : i64, prefetch = true, strips = array<i64: 32, 16>}
// RING-LABEL: func.func @result
// RING: lathe.schedule = {block = array<i64>
func.func @result(%a: tensor<512x64xf32>, %b: tensor<64x512xf32>) -> tensor<512x512xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<512x64xf32>, tensor<64x512xf32>) -> tensor<512x512xf32>
  return %0 : tensor<512x512xf32>
}

// -----

// A smaller result is computed tile by tile.
// CHECK-LABEL: func.func @small
// CHECK: lathe.schedule = {block = array<i64>
func.func @small(%a: tensor<128x64xf32>, %b: tensor<64x128xf32>) -> tensor<128x128xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<128x64xf32>, tensor<64x128xf32>) -> tensor<128x128xf32>
  return %0 : tensor<128x128xf32>
}
