// RUN: lathe-opt %s --stablehlo-to-linalg --fusion --plan-buffers --linalg-to-kernels=target=avx512 --kernel-verify --split-input-file | FileCheck %s

// Nine rows form a tile of five rows and a tile of four rows. 50 columns are four vectors, the last two of which
// overlap: they begin at 0, 16, 32 and 34. Each element is one chain of fused multiply-adds.
// CHECK: kernel.grid = 2 : index, kernel.lanes = 16 : i64
// CHECK: scf.if
// CHECK: %{{[0-9]+}}:20 = scf.for
// CHECK-COUNT-20: math.fma
// CHECK-COUNT-20: vector.store
// CHECK: } else {
// CHECK: %{{[0-9]+}}:16 = scf.for
// CHECK-COUNT-16: math.fma
// CHECK-COUNT-16: vector.store
func.func @main(%a: tensor<9x20xf32>, %b: tensor<20x50xf32>) -> tensor<9x50xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<9x20xf32>, tensor<20x50xf32>) -> tensor<9x50xf32>
  return %0 : tensor<9x50xf32>
}

// -----

// Four rows and 1024 columns form a grid of strips, because the loop over rows alone would have only one tile.
// CHECK: kernel.grid = 16 : index
func.func @main(%a: tensor<4x256xf32>, %b: tensor<256x1024xf32>) -> tensor<4x1024xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x256xf32>, tensor<256x1024xf32>) -> tensor<4x1024xf32>
  return %0 : tensor<4x1024xf32>
}

// -----

// The grid of a batched product has a dimension for rows of tiles, for strips, and for batches.
// CHECK: kernel.grid = 24 : index
// CHECK: arith.remui
// CHECK: arith.divui
func.func @main(%a: tensor<3x64x20xf32>, %b: tensor<3x20x48xf32>) -> tensor<3x64x48xf32> {
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x64x20xf32>, tensor<3x20x48xf32>) -> tensor<3x64x48xf32>
  return %0 : tensor<3x64x48xf32>
}

// -----

// A sum along the lanes has 64 chains in four vectors. The last ten terms are added under a mask.
// CHECK: kernel.grid = 4 : index, kernel.lanes = 16 : i64
// CHECK: %{{[0-9]+}}:4 = scf.for
// CHECK-COUNT-4: vector.load
// CHECK: scf.yield
// CHECK: vector.load
// CHECK: vector.create_mask
// CHECK: vector.maskedload
// CHECK: arith.select
// CHECK: vector.shuffle {{.*}}[8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7]
// CHECK-COUNT-3: vector.shuffle
// CHECK-NOT: vector.shuffle
// CHECK: vector.extract {{.*}}[0]
func.func @main(%x: tensor<4x154xf32>) -> tensor<4xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x154xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Rows at a distance of a page are in the same set of eight lines of the first-level cache: 64 rows form 11 tiles of at most six rows.
// Otherwise the rows form three tiles of at most 28 rows.
// CHECK: kernel.grid = 11 : index
func.func @page(%a: tensor<64x1024xf32>, %b: tensor<1024x16xf32>) -> tensor<64x16xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<64x1024xf32>, tensor<1024x16xf32>) -> tensor<64x16xf32>
  return %0 : tensor<64x16xf32>
}

// -----

// CHECK: kernel.grid = 3 : index
func.func @nopage(%a: tensor<64x1000xf32>, %b: tensor<1000x16xf32>) -> tensor<64x16xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<64x1000xf32>, tensor<1000x16xf32>) -> tensor<64x16xf32>
  return %0 : tensor<64x16xf32>
}

// -----

// Weights that do not fit into the second-level cache are read once: all rows of the result are computed for one strip of features before
// the next strip. There are seven rows of tiles.
// CHECK: kernel.grid = 77 : index
// CHECK: %[[ROW:.*]] = arith.remui %{{.*}}, %c7 : index
// CHECK: %[[STRIP:.*]] = arith.divui %{{.*}}, %c7 : index
// CHECK: arith.muli %{{.*}}, %c48 : index
// CHECK: scf.for
func.func @main(%x: tensor<1x9x9x512xf32>, %w: tensor<3x3x512x512xf32>) -> tensor<1x7x7x512xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x9x9x512xf32>, tensor<3x3x512x512xf32>) -> tensor<1x7x7x512xf32>
  return %0 : tensor<1x7x7x512xf32>
}
