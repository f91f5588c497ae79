// One product.
func.func @main(%a: tensor<2x10xf32>, %b: tensor<10x16xf32>) -> tensor<2x16xf32> {
  %mul0 = nn.matmul %a, %b : (tensor<2x10xf32>, tensor<10x16xf32>) -> tensor<2x16xf32>
  return %mul0 : tensor<2x16xf32>
}
