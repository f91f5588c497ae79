// RUN: lathe-opt %s --stablehlo-to-linalg | FileCheck %s

// The last dimension of a result is the innermost loop, so that it is in the lanes of vectors. It is inside the loops of the window
// and inside the loop over groups with one output feature.

// CHECK-LABEL: @pool
// CHECK: iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction", "reduction", "parallel"]
func.func @pool(%x: tensor<1x8x8x16xf32>) -> tensor<1x4x4x16xf32> {
  %z = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %r = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<1x8x8x16xf32>, tensor<f32>) -> tensor<1x4x4x16xf32>
  return %r : tensor<1x4x4x16xf32>
}

// The output feature of a group is not a dimension of the sums, so no reshape separates the sums from later operations.
// CHECK-LABEL: @depthwise
// CHECK: iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction", "reduction", "parallel"]} {{.*}} outs(%{{.*}} : tensor<1x6x6x16xf32>)
// CHECK-NOT: collapse_shape
func.func @depthwise(%x: tensor<1x8x8x16xf32>, %w: tensor<3x3x1x16xf32>) -> tensor<1x6x6x16xf32> {
  %r = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {}
    {batch_group_count = 1 : i64, feature_group_count = 16 : i64} : (tensor<1x8x8x16xf32>, tensor<3x3x1x16xf32>) -> tensor<1x6x6x16xf32>
  return %r : tensor<1x6x6x16xf32>
}

// The loop over groups with several output features is outermost.
// CHECK-LABEL: @grouped
// CHECK: iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction", "parallel"]
func.func @grouped(%x: tensor<1x8x8x16xf32>, %w: tensor<3x3x8x16xf32>) -> tensor<1x6x6x16xf32> {
  %r = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {}
    {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x8x8x16xf32>, tensor<3x3x8x16xf32>) -> tensor<1x6x6x16xf32>
  return %r : tensor<1x6x6x16xf32>
}
