// Convolutions whose features are in lanes, since the last dimension of the result is narrow or strided.
func.func @main(%x: tensor<2x5x9x9xf32>, %w: tensor<18x5x3x3xf32>, %b: tensor<2x4x20x7xbf16>, %v: tensor<3x1x4x16xbf16>, %i: tensor<4x8x3x10xi32>, %u: tensor<3x16x2x3xi32>)
    -> (tensor<2x18x7x7xf32>, tensor<2x18x5x5xf32>, tensor<2x16x20x9xbf16>, tensor<16x7x2x8xi32>) {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x5x9x9xf32>, tensor<18x5x3x3xf32>) -> tensor<2x18x7x7xf32>
  %z = stablehlo.constant dense<0.0> : tensor<2x18x7x7xf32>
  %1 = stablehlo.maximum %0, %z : tensor<2x18x7x7xf32>
  %2 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [2, 2], pad = [[1, 1], [1, 1]], reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x5x9x9xf32>, tensor<18x5x3x3xf32>) -> tensor<2x18x5x5xf32>
  %3 = stablehlo.convolution(%b, %v) dim_numbers = [b, f, 0, 1]x[0, 1, i, o]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x4x20x7xbf16>, tensor<3x1x4x16xbf16>) -> tensor<2x16x20x9xbf16>
  %4 = stablehlo.convolution(%i, %u) dim_numbers = [0, 1, f, b]x[i, o, 0, 1]->[f, 1, 0, b], window = {stride = [1, 1], pad = [[-1, 0], [0, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x8x3x10xi32>, tensor<3x16x2x3xi32>) -> tensor<16x7x2x10xi32>
  %5 = stablehlo.slice %4 [0:16, 0:7, 0:2, 0:8] : (tensor<16x7x2x10xi32>) -> tensor<16x7x2x8xi32>
  return %1, %2, %3, %5 : tensor<2x18x7x7xf32>, tensor<2x18x5x5xf32>, tensor<2x16x20x9xbf16>, tensor<16x7x2x8xi32>
}
