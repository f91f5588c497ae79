// RUN: lathe-opt %s --stablehlo-to-linalg --fusion --form-tiles --pack-operands=target=avx512 --plan-buffers --schedule-nests=target=avx512 --split-input-file | FileCheck %s --check-prefix=CHOSEN
// RUN: lathe-opt %s --stablehlo-to-linalg --fusion --form-tiles --pack-operands=target=avx512 --plan-buffers --schedule-nests=target=avx512 --linalg-to-kernels=target=avx512 --kernel-verify --split-input-file | FileCheck %s --check-prefix=KERNELS

// The tables choose tiles of thirteen rows and two vectors for a product.
// CHOSEN-LABEL: @product
// CHOSEN: lathe.schedule = {block = array<i64>, height = 13 : i64, prefetch = false, strips = array<i64: 32, 4>}
// KERNELS-LABEL: func.func private @k0
// KERNELS-SAME: kernel.tile = array<i64: 13, 32>
func.func @product(%a: tensor<64x64xf32>, %b: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %0 : tensor<64x128xf32>
}

// -----

// An elementwise loop computes up to four vectors together.
// CHOSEN-LABEL: @elementwise
// CHOSEN: lathe.schedule = {unroll = 4 : i64}
func.func @elementwise(%a: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = stablehlo.negate %a : tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// -----

// A large block that the compiler chose by default can be given again as a record. Here the block has all rows, so that columns are read once.
// CHOSEN-LABEL: @deep
// CHOSEN: lathe.schedule = {block = array<i64: 64, {{[0-9]+}}, 128>
// KERNELS-LABEL: func.func private @k0
func.func @deep(%a: tensor<512x512xf32>, %b: tensor<512x2048xf32>) -> tensor<512x2048xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<512x512xf32>, tensor<512x2048xf32>) -> tensor<512x2048xf32>
  return %0 : tensor<512x2048xf32>
}
