// RUN: lathe-opt %s --stablehlo-to-linalg | FileCheck %s

// The windows are larger than the padded inputs, so the results are empty.
// CHECK-LABEL: @convolution
// CHECK-NOT: math.fma
// CHECK: tensor.empty() : tensor<1x1x0xf32>
func.func @convolution(%x: tensor<1x1x2xf32>, %w: tensor<1x1x7xf32>) -> tensor<1x1x0xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x2xf32>, tensor<1x1x7xf32>) -> tensor<1x1x0xf32>
  return %0 : tensor<1x1x0xf32>
}

// CHECK-LABEL: @reduce_window
// CHECK: tensor.empty() : tensor<2x0xf32>
// CHECK-NOT: arith.addf
func.func @reduce_window(%x: tensor<2x1xf32>, %z: tensor<f32>) -> tensor<2x0xf32> {
  %0 = "stablehlo.reduce_window"(%x, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {window_dimensions = array<i64: 1, 3>} : (tensor<2x1xf32>, tensor<f32>) -> tensor<2x0xf32>
  return %0 : tensor<2x0xf32>
}
