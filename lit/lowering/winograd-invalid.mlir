// RUN: not lathe-opt %s --stablehlo-to-linalg --split-input-file 2>&1 | FileCheck %s

// CHECK: winograd-invalid.mlir:5:8: error: 'stablehlo.convolution' op attribute 'lathe.winograd' must be 2 or 4, but is 3 : i64
func.func @width(%x: tensor<1x5x5x1xf32>, %w: tensor<3x3x1x1xf32>) -> tensor<1x3x3x1xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, lathe.winograd = 3 : i64} : (tensor<1x5x5x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x3x3x1xf32>
  return %0 : tensor<1x3x3x1xf32>
}

// -----

// CHECK: error: 'stablehlo.convolution' op attribute 'lathe.winograd' requires strides and dilations of 1
func.func @stride(%x: tensor<1x5x5x1xf32>, %w: tensor<3x3x1x1xf32>) -> tensor<1x2x2x1xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, lathe.winograd = 2 : i64} : (tensor<1x5x5x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x2x2x1xf32>
  return %0 : tensor<1x2x2x1xf32>
}

// -----

// CHECK: error: 'stablehlo.convolution' op attribute 'lathe.winograd' requires a window of 3×3
func.func @window(%x: tensor<1x5x5x1xf32>, %w: tensor<2x3x1x1xf32>) -> tensor<1x4x3x1xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, lathe.winograd = 4 : i64} : (tensor<1x5x5x1xf32>, tensor<2x3x1x1xf32>) -> tensor<1x4x3x1xf32>
  return %0 : tensor<1x4x3x1xf32>
}

// -----

// CHECK: error: 'stablehlo.convolution' op attribute 'lathe.winograd' requires a single group
func.func @groups(%x: tensor<1x5x5x2xf32>, %w: tensor<3x3x1x2xf32>) -> tensor<1x3x3x2xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, lathe.winograd = 4 : i64} : (tensor<1x5x5x2xf32>, tensor<3x3x1x2xf32>) -> tensor<1x3x3x2xf32>
  return %0 : tensor<1x3x3x2xf32>
}

// -----

// CHECK: error: 'stablehlo.convolution' op attribute 'lathe.winograd' requires elements of f32
func.func @type(%x: tensor<1x5x5x1xf64>, %w: tensor<3x3x1x1xf64>) -> tensor<1x3x3x1xf64> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, lathe.winograd = 2 : i64} : (tensor<1x5x5x1xf64>, tensor<3x3x1x1xf64>) -> tensor<1x3x3x1xf64>
  return %0 : tensor<1x3x3x1xf64>
}
