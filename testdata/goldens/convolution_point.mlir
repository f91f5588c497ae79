// A 1x1 convolution is a product.
func.func @main(%x: tensor<1x2x2x16xf32>, %w: tensor<1x1x16x8xf32>) -> tensor<1x2x2x8xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x2x16xf32>, tensor<1x1x16x8xf32>) -> tensor<1x2x2x8xf32>
  return %0 : tensor<1x2x2x8xf32>
}
