// RUN: lathe-opt %s --stablehlo-to-linalg --split-input-file | FileCheck %s
// RUN: lathe-opt %s --lower-to-kernels=target=vm --kernel-verify --split-input-file -o /dev/null

// Seven columns would fill lanes badly: the features are the innermost loop, and the result is transposed. The order of the terms
// is window, then input features, in both.
// CHECK-DAG: #[[X:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d5, d1 + d3, d2 + d4)>
// CHECK-DAG: #[[OUT:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d6)>
// CHECK-DAG: #[[BACK:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
// CHECK-LABEL: @narrow
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction", "parallel"]}
// CHECK-SAME: outs(%{{.*}} : tensor<1x7x7x32xf32>)
// CHECK: linalg.generic {indexing_maps = [#[[BACK]], #
// CHECK-SAME: outs(%{{.*}} : tensor<1x32x7x7xf32>)
func.func @narrow(%x: tensor<1x8x7x7xf32>, %w: tensor<32x8x3x3xf32>) -> tensor<1x32x7x7xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x7x7xf32>, tensor<32x8x3x3xf32>) -> tensor<1x32x7x7xf32>
  return %0 : tensor<1x32x7x7xf32>
}

// -----

// 32 columns that are read two apart.
// CHECK-LABEL: @strided
// CHECK: outs(%{{.*}} : tensor<1x32x32x16xf32>)
// CHECK: outs(%{{.*}} : tensor<1x16x32x32xf32>)
func.func @strided(%x: tensor<1x3x64x64xf32>, %w: tensor<16x3x1x1xf32>) -> tensor<1x16x32x32xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x64x64xf32>, tensor<16x3x1x1xf32>) -> tensor<1x16x32x32xf32>
  return %0 : tensor<1x16x32x32xf32>
}

// -----

// 32 neighbors fill two vectors of 16 lanes, and the 64 positions of a 1x1 window are one loop; few features cannot be in lanes.
// CHECK-LABEL: @wide
// CHECK: outs(%{{.*}} : tensor<1x16x32x32xf32>)
// CHECK-NOT: tensor<1x32x32x16xf32>
// CHECK: outs(%{{.*}} : tensor<1x32x8x8xf32>)
// CHECK-NOT: tensor<1x8x8x32xf32>
// CHECK: outs(%{{.*}} : tensor<1x8x7x7xf32>)
// CHECK-NOT: tensor<1x7x7x8xf32>
// CHECK: return
func.func @wide(%x: tensor<1x4x32x32xf32>, %w: tensor<16x4x3x3xf32>, %y: tensor<1x8x8x8xf32>, %v: tensor<32x8x1x1xf32>, %z: tensor<1x8x7x7xf32>, %u: tensor<8x8x3x3xf32>)
    -> (tensor<1x16x32x32xf32>, tensor<1x32x8x8xf32>, tensor<1x8x7x7xf32>) {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x32x32xf32>, tensor<16x4x3x3xf32>) -> tensor<1x16x32x32xf32>
  %1 = stablehlo.convolution(%y, %v) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x8xf32>, tensor<32x8x1x1xf32>) -> tensor<1x32x8x8xf32>
  %2 = stablehlo.convolution(%z, %u) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x7x7xf32>, tensor<8x8x3x3xf32>) -> tensor<1x8x7x7xf32>
  return %0, %1, %2 : tensor<1x16x32x32xf32>, tensor<1x32x8x8xf32>, tensor<1x8x7x7xf32>
}

// -----

// The gradient of a convolution with strides reads an input with a hole between elements. No zero is multiplied: even and odd rows
// of the result are convolutions of their own, with every second element of the window.
// CHECK-LABEL: @holes
// CHECK: tensor.extract_slice %arg1[0, 0, 0, 0] [2, 2, 16, 32] [2, 2, 1, 1]
// CHECK: tensor.insert_slice %{{.*}} into %[[W0:.*]][0, 0, 0, 0] [1, 8, 8, 16] [1, 2, 2, 1]
// CHECK: tensor.extract_slice %arg1[0, 1, 0, 0] [2, 1, 16, 32] [2, 2, 1, 1]
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[0, 0, 1, 0] [1, 8, 8, 16] [1, 2, 2, 1]
// CHECK: tensor.extract_slice %arg1[1, 0, 0, 0] [1, 2, 16, 32] [2, 2, 1, 1]
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[0, 1, 0, 0] [1, 8, 8, 16] [1, 2, 2, 1]
// CHECK: tensor.extract_slice %arg1[1, 1, 0, 0] [1, 1, 16, 32] [2, 2, 1, 1]
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[0, 1, 1, 0] [1, 8, 8, 16] [1, 2, 2, 1]
func.func @holes(%dy: tensor<1x8x8x32xf32>, %w: tensor<3x3x16x32xf32>) -> tensor<1x16x16x16xf32> {
  %0 = stablehlo.convolution(%dy, %w) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {pad = [[2, 1], [2, 1]], lhs_dilate = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x32xf32>, tensor<3x3x16x32xf32>) -> tensor<1x16x16x16xf32>
  return %0 : tensor<1x16x16x16xf32>
}

// -----

// A window of one element: three of four results are zero.
// CHECK-LABEL: @point
// CHECK: linalg.fill
// CHECK: linalg.generic {{.*}}"reduction"
// CHECK-NOT: "reduction"
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[0, 0, 0, 0] [1, 8, 8, 16] [1, 2, 2, 1]
func.func @point(%dy: tensor<1x8x8x32xf32>, %w: tensor<1x1x16x32xf32>) -> tensor<1x16x16x16xf32> {
  %0 = stablehlo.convolution(%dy, %w) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {pad = [[0, 1], [0, 1]], lhs_dilate = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x32xf32>, tensor<1x1x16x32xf32>) -> tensor<1x16x16x16xf32>
  return %0 : tensor<1x16x16x16xf32>
}

// -----

// In the gradient of weights, the window is an image and the features are the images of a batch: one image comes after another.
// CHECK-DAG: #[[Y:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d3, d4, d5, d6)>
// CHECK-LABEL: @weights
// CHECK: linalg.generic {indexing_maps = [#{{.*}}, #[[Y]], #{{.*}}], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction", "parallel"]}
func.func @weights(%x: tensor<4x8x8x16xf32>, %dy: tensor<4x8x8x32xf32>) -> tensor<3x3x16x32xf32> {
  %0 = stablehlo.convolution(%x, %dy) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x8x8x16xf32>, tensor<4x8x8x32xf32>) -> tensor<3x3x16x32xf32>
  return %0 : tensor<3x3x16x32xf32>
}

// -----

// 25 convolutions would be too many.
// CHECK-LABEL: @parts
// CHECK-NOT: tensor.extract_slice
// CHECK: return
func.func @parts(%x: tensor<1x8x8x4xf32>, %w: tensor<5x5x4x4xf32>) -> tensor<1x32x32x4xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {lhs_dilate = [5, 5]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<5x5x4x4xf32>) -> tensor<1x32x32x4xf32>
  return %0 : tensor<1x32x32x4xf32>
}
