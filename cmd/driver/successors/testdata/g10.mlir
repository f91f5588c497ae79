// A chain of products.
func.func @main(%a: tensor<2x10xf32>, %b: tensor<10x16xf32>, %c: tensor<16x20xf32>, %d: tensor<20x1xf32>, %e: tensor<1x50xf32>) -> tensor<2x50xf32> {
  %m0 = nn.matmul %a, %b : (tensor<2x10xf32>, tensor<10x16xf32>) -> tensor<2x16xf32>
  %m1 = nn.matmul %m0, %c : (tensor<2x16xf32>, tensor<16x20xf32>) -> tensor<2x20xf32>
  %m2 = nn.matmul %m1, %d : (tensor<2x20xf32>, tensor<20x1xf32>) -> tensor<2x1xf32>
  %m3 = nn.matmul %m2, %e : (tensor<2x1xf32>, tensor<1x50xf32>) -> tensor<2x50xf32>
  return %m3 : tensor<2x50xf32>
}
