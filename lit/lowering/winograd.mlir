// RUN: lathe-opt %s --stablehlo-choose-winograd --split-input-file | FileCheck %s
// RUN: lathe-opt %s --stablehlo-choose-winograd --stablehlo-to-linalg --split-input-file | FileCheck %s --check-prefix=NESTS

// Weights that are an argument are transformed in each run. For tiles of 4×4 results, 36 products replace the convolution.
// CHECK-LABEL: @large
// CHECK: stablehlo.convolution{{.*}}lathe.winograd = 4 : i64
// NESTS-LABEL: @large
// The padded input is transformed to 36 tensors with a row for each tile, and the weights to 36 matrices.
// NESTS: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins({{.*}} : tensor<1x58x58x64xf32>
// NESTS: } -> (tensor<1x14x14x64xf32>, {{.*}}
// NESTS: linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]} ins(%arg1
// NESTS: } -> (tensor<64x64xf32>, {{.*}}
// NESTS-COUNT-36: iterator_types = ["parallel", "reduction", "parallel"]
// NESTS-NOT: "reduction"
// NESTS: } -> (tensor<1x14x1x14x1x64xf32>, {{.*}}
// NESTS-COUNT-16: tensor.insert_slice
// NESTS: return {{.*}} : tensor<1x56x56x64xf32>
func.func @large(%x: tensor<1x56x56x64xf32>, %w: tensor<3x3x64x64xf32>) -> tensor<1x56x56x64xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x56x56x64xf32>, tensor<3x3x64x64xf32>) -> tensor<1x56x56x64xf32>
  return %0 : tensor<1x56x56x64xf32>
}

// -----

// Tiles of 2×2 need fewer transformed weights, which is faster for a small image. The window is reversed, and the features are the first
// dimension. The tiles of the last row and column are truncated.
// CHECK-LABEL: @small
// CHECK: stablehlo.convolution{{.*}}lathe.winograd = 2 : i64
// NESTS-LABEL: @small
// NESTS-COUNT-16: iterator_types = ["parallel", "reduction", "parallel"]
// NESTS: tensor.extract_slice {{.*}} : tensor<2x14x14x256xf32> to tensor<2x13x13x256xf32>
// NESTS: return {{.*}} : tensor<2x256x13x13xf32>
func.func @small(%x: tensor<2x256x13x13xf32>, %w: tensor<256x256x3x3xf32>) -> tensor<2x256x13x13xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]], reverse = [true, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x256x13x13xf32>, tensor<256x256x3x3xf32>) -> tensor<2x256x13x13xf32>
  return %0 : tensor<2x256x13x13xf32>
}

// -----

// Not changed: few features, small images with large weights, strides, dilations, groups, higher precision, and other windows
// and types.
// CHECK-LABEL: @kept
// CHECK-NOT: lathe.winograd
// NESTS-LABEL: @kept
func.func @kept(%x: tensor<1x56x56x64xf32>, %w: tensor<3x3x64x64xf32>, %x8: tensor<1x56x56x8xf32>, %w8: tensor<3x3x8x64xf32>, %x7: tensor<1x7x7x512xf32>, %w7: tensor<3x3x512x512xf32>, %wg: tensor<3x3x32x64xf32>, %w5: tensor<5x5x64x64xf32>, %xd: tensor<1x56x56x64xf64>, %wd: tensor<3x3x64x64xf64>) {
  %0 = stablehlo.convolution(%x8, %w8) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x56x56x8xf32>, tensor<3x3x8x64xf32>) -> tensor<1x54x54x64xf32>
  %1 = stablehlo.convolution(%x7, %w7) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x7x7x512xf32>, tensor<3x3x512x512xf32>) -> tensor<1x5x5x512xf32>
  %2 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x56x56x64xf32>, tensor<3x3x64x64xf32>) -> tensor<1x27x27x64xf32>
  %3 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {lhs_dilate = [1, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x56x56x64xf32>, tensor<3x3x64x64xf32>) -> tensor<1x54x109x64xf32>
  %4 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {rhs_dilate = [2, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x56x56x64xf32>, tensor<3x3x64x64xf32>) -> tensor<1x52x54x64xf32>
  %5 = stablehlo.convolution(%x, %wg) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x56x56x64xf32>, tensor<3x3x32x64xf32>) -> tensor<1x54x54x64xf32>
  %6 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision DEFAULT>]} : (tensor<1x56x56x64xf32>, tensor<3x3x64x64xf32>) -> tensor<1x54x54x64xf32>
  %7 = stablehlo.convolution(%x, %w5) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x56x56x64xf32>, tensor<5x5x64x64xf32>) -> tensor<1x52x52x64xf32>
  %8 = stablehlo.convolution(%xd, %wd) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x56x56x64xf64>, tensor<3x3x64x64xf64>) -> tensor<1x54x54x64xf64>
  return
}
