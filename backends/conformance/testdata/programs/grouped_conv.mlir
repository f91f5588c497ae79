func.func @main(%x: tensor<1x4x4x2xf32>, %w: tensor<2x2x1x2xf32>) -> tensor<1x3x3x2xf32> {
 %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x4x4x2xf32>, tensor<2x2x1x2xf32>) -> tensor<1x3x3x2xf32>
 return %0 : tensor<1x3x3x2xf32>
}
