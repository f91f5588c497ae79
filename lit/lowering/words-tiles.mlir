// RUN: lathe-opt %s --stablehlo-to-linalg --fusion --form-tiles --pack-operands=target=avx512+tiles=1 --plan-buffers --schedule-nests=target=avx512+tiles=1 --split-input-file | FileCheck %s
// RUN: lathe-opt %s --stablehlo-to-linalg --fusion --form-tiles --pack-operands=target=avx512 --plan-buffers --schedule-nests=target=avx512 --split-input-file | FileCheck %s --check-prefix=VECTORS

// Instructions for tiles compute 32 rows of two vectors. A block is a row of tiles.
// CHECK-LABEL: @words
// CHECK: block = array<i64: 1, 7, 64>, height = 32 : i64{{.*}}strips = array<i64: 32, 6, 18, 1>
// VECTORS-LABEL: @words
// VECTORS: height = 12 : i64
func.func @words(%a: tensor<70x256xi8>, %b: tensor<256x210xui8>) -> tensor<70x210xi32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<70x256xi8>, tensor<256x210xui8>) -> tensor<70x210xi32>
  return %0 : tensor<70x210xi32>
}

// -----

// There are too few rows.
// CHECK-LABEL: @rows
// CHECK: height = 7 : i64
func.func @rows(%a: tensor<7x256xi8>, %b: tensor<256x210xui8>) -> tensor<7x210xi32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<7x256xi8>, tensor<256x210xui8>) -> tensor<7x210xi32>
  return %0 : tensor<7x210xi32>
}

// -----

// 100 terms are not a multiple of 64, and fewer than 512, so changing the sizes of tiles would take too long.
// CHECK-LABEL: @terms
// CHECK-NOT: height = 32 : i64
// CHECK: return
func.func @terms(%a: tensor<64x100xi8>, %b: tensor<100x210xui8>) -> tensor<64x210xi32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<64x100xi8>, tensor<100x210xui8>) -> tensor<64x210xi32>
  return %0 : tensor<64x210xi32>
}

// -----

// A tile has the rows of the innermost loop over rows: the result is transposed, so the loops over
// rows cannot be merged.
// CHECK-LABEL: @transposed
// CHECK: height = 10 : i64{{.*}}strips = array<i64: 20, 1>
func.func @transposed(%a: tensor<10x4x64xi8>, %b: tensor<64x20xi8>) -> tensor<4x10x20xi32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [2] x [0] : (tensor<10x4x64xi8>, tensor<64x20xi8>) -> tensor<10x4x20xi32>
  %1 = stablehlo.transpose %0, dims = [1, 0, 2] : (tensor<10x4x20xi32>) -> tensor<4x10x20xi32>
  return %1 : tensor<4x10x20xi32>
}

// -----

// A stride leaves two loops over rows, of 20 and of 18 iterations.
// CHECK-LABEL: @strided
// CHECK: height = 18 : i64{{.*}}strips = array<i64: 32, 2>
func.func @strided(%a: tensor<1x39x35x64xi8>, %b: tensor<1x1x64x64xi8>) -> tensor<1x20x18x64xi32> {
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x39x35x64xi8>, tensor<1x1x64x64xi8>) -> tensor<1x20x18x64xi32>
  return %0 : tensor<1x20x18x64xi32>
}

// -----

// Loops over rows that can be merged are one loop, so a tile has rows of both.
// CHECK-LABEL: @merged
// CHECK: height = 32 : i64
func.func @merged(%a: tensor<10x4x64xi8>, %b: tensor<64x20xi8>) -> tensor<10x4x20xi32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [2] x [0] : (tensor<10x4x64xi8>, tensor<64x20xi8>) -> tensor<10x4x20xi32>
  return %0 : tensor<10x4x20xi32>
}
