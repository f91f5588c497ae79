// A product with a bias, in one tile.
func.func @main(%a: tensor<2x64xf32>, %b: tensor<64x16xf32>, %bias: tensor<16xf32>) -> tensor<2x16xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x64xf32>, tensor<64x16xf32>) -> tensor<2x16xf32>
  %1 = stablehlo.broadcast_in_dim %bias, dims = [1] : (tensor<16xf32>) -> tensor<2x16xf32>
  %2 = stablehlo.add %0, %1 : tensor<2x16xf32>
  return %2 : tensor<2x16xf32>
}
