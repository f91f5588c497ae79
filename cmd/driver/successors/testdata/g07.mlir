// A sum that two branches read.
func.func @main(%a: tensor<2x10xf32>, %b: tensor<2x10xf32>, %c: tensor<2x10xf32>, %d: tensor<2x10xf32>) -> tensor<2x10xf32> {
  %add0 = nn.add %a, %b : tensor<2x10xf32>
  %add1 = nn.add %add0, %c : tensor<2x10xf32>
  %add2 = nn.add %add1, %d : tensor<2x10xf32>
  %sub1 = nn.sub %add1, %add2 : tensor<2x10xf32>
  return %sub1 : tensor<2x10xf32>
}
