// RUN: lathe-opt %s --stablehlo-fold-batch-norm --split-input-file | FileCheck %s

// (x - mean) · scale + offset, in the form that frameworks write: 2·(c₀ - 1) + 3 and 4·(c₁ + 1) + 5.
// CHECK-LABEL: @primitives
// CHECK: %[[W:.*]] = stablehlo.constant dense<{{\[\[\[\[}}2.000000e+00, 8.000000e+00], [6.000000e+00, 1.600000e+01{{\]\]\]\]}}> : tensor<1x1x2x2xf32>
// CHECK: %[[C:.*]] = stablehlo.convolution(%arg0, %[[W]])
// CHECK: %[[T:.*]] = stablehlo.constant dense<[1.000000e+00, 9.000000e+00]> : tensor<2xf32>
// CHECK: %[[B:.*]] = stablehlo.broadcast_in_dim %[[T]], dims = [3] : (tensor<2xf32>) -> tensor<1x4x4x2xf32>
// CHECK: %[[S:.*]] = stablehlo.add %[[C]], %[[B]]
// CHECK-NEXT: return %[[S]]
func.func @primitives(%x: tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32> {
  %w = stablehlo.constant dense<[[[[1.0, 2.0], [3.0, 4.0]]]]> : tensor<1x1x2x2xf32>
  %mean = stablehlo.constant dense<[1.0, -1.0]> : tensor<2xf32>
  %scale = stablehlo.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %offset = stablehlo.constant dense<[3.0, 5.0]> : tensor<2xf32>
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<1x1x2x2xf32>) -> tensor<1x4x4x2xf32>
  %1 = stablehlo.broadcast_in_dim %mean, dims = [3] : (tensor<2xf32>) -> tensor<1x1x1x2xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2, 3] : (tensor<1x1x1x2xf32>) -> tensor<1x4x4x2xf32>
  %3 = stablehlo.subtract %0, %2 : tensor<1x4x4x2xf32>
  %4 = stablehlo.broadcast_in_dim %scale, dims = [3] : (tensor<2xf32>) -> tensor<1x4x4x2xf32>
  %5 = stablehlo.multiply %4, %3 : tensor<1x4x4x2xf32>
  %6 = stablehlo.broadcast_in_dim %offset, dims = [3] : (tensor<2xf32>) -> tensor<1x4x4x2xf32>
  %7 = stablehlo.add %5, %6 : tensor<1x4x4x2xf32>
  return %7 : tensor<1x4x4x2xf32>
}

// -----

// The features are the first dimension, in groups: feature o has the weights of group o. There is a quotient, and 1 - c.
// CHECK-LABEL: @operation
// CHECK: stablehlo.constant dense<{{\[\[\[\[}}-5.000000e-01{{\]\]\]}}, {{\[\[\[}}-1.000000e+00{{\]\]\]\]}}> : tensor<2x1x1x1xf64>
// CHECK: stablehlo.convolution
// CHECK: stablehlo.constant dense<[-1.000000e+00, -2.000000e+00]> : tensor<2xf64>
// CHECK-NOT: batch_norm
// CHECK-NOT: divide
func.func @operation(%x: tensor<1x2x4x4xf64>) -> tensor<1x2x4x4xf64> {
  %w = stablehlo.constant dense<[[[[1.0]]], [[[4.0]]]]> : tensor<2x1x1x1xf64>
  %scale = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf64>
  %offset = stablehlo.constant dense<[3.0, 5.0]> : tensor<2xf64>
  %mean = stablehlo.constant dense<[0.0, 0.0]> : tensor<2xf64>
  %variance = stablehlo.constant dense<[3.0, 35.0]> : tensor<2xf64>
  %two = stablehlo.constant dense<2.0> : tensor<1x2x4x4xf64>
  %one = stablehlo.constant dense<1.0> : tensor<1x2x4x4xf64>
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x2x4x4xf64>, tensor<2x1x1x1xf64>) -> tensor<1x2x4x4xf64>
  %1 = "stablehlo.batch_norm_inference"(%0, %scale, %offset, %mean, %variance) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<1x2x4x4xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> tensor<1x2x4x4xf64>
  %2 = stablehlo.divide %1, %two : tensor<1x2x4x4xf64>
  %3 = stablehlo.subtract %one, %2 : tensor<1x2x4x4xf64>
  %4 = stablehlo.subtract %3, %one : tensor<1x2x4x4xf64>
  %5 = stablehlo.constant dense<0.5> : tensor<1x2x4x4xf64>
  %6 = stablehlo.add %4, %5 : tensor<1x2x4x4xf64>
  return %6 : tensor<1x2x4x4xf64>
}

// -----

// A convolution with only a shift is unchanged.
// CHECK-LABEL: @shifted
// CHECK: stablehlo.constant dense<[1.000000e+00, -1.000000e+00]>
// CHECK: stablehlo.convolution
func.func @shifted(%x: tensor<1x1x1x2xf32>) -> tensor<1x1x1x2xf32> {
  %w = stablehlo.constant dense<[[[[1.0, 2.0], [3.0, 4.0]]]]> : tensor<1x1x2x2xf32>
  %mean = stablehlo.constant dense<[1.0, -1.0]> : tensor<2xf32>
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x1x2xf32>, tensor<1x1x2x2xf32>) -> tensor<1x1x1x2xf32>
  %1 = stablehlo.broadcast_in_dim %mean, dims = [3] : (tensor<2xf32>) -> tensor<1x1x1x2xf32>
  %2 = stablehlo.subtract %0, %1 : tensor<1x1x1x2xf32>
  return %2 : tensor<1x1x1x2xf32>
}

// -----

// Not folded: a result with another use, weights that are an argument, a scale that varies along a row, a weight that would become
// subnormal, and a weight that would become infinite.
// CHECK-LABEL: @kept
// CHECK-COUNT-5: stablehlo.multiply
// CHECK: return
func.func @kept(%x: tensor<1x1x2x2xf32>, %v: tensor<1x1x2x2xf32>) -> (tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>) {
  %w = stablehlo.constant dense<[[[[1.0, 2.0], [3.0, 4.0]]]]> : tensor<1x1x2x2xf32>
  %three = stablehlo.constant dense<3.0> : tensor<1x1x2x2xf32>
  %row = stablehlo.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %rows = stablehlo.broadcast_in_dim %row, dims = [2] : (tensor<2xf32>) -> tensor<1x1x2x2xf32>
  %small = stablehlo.constant dense<1.0e-39> : tensor<1x1x2x2xf32>
  %large = stablehlo.constant dense<1.0e38> : tensor<1x1x2x2xf32>
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
  %1 = stablehlo.multiply %0, %three : tensor<1x1x2x2xf32>
  %2 = stablehlo.convolution(%x, %v) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
  %3 = stablehlo.multiply %2, %three : tensor<1x1x2x2xf32>
  %4 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
  %5 = stablehlo.multiply %4, %rows : tensor<1x1x2x2xf32>
  %6 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
  %7 = stablehlo.multiply %6, %small : tensor<1x1x2x2xf32>
  %8 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
  %9 = stablehlo.multiply %8, %large : tensor<1x1x2x2xf32>
  return %0, %1, %3, %5, %7, %9 : tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>
}
