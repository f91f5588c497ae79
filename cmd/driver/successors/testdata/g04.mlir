// Two products with constants.
func.func @main(%input2: tensor<100x1xf32>) -> tensor<1x100xf32> {
  %input1 = stablehlo.constant dense<0.5> : tensor<1x100xf32>
  %input5 = stablehlo.constant dense<0.25> : tensor<1x100xf32>
  %mul0 = nn.matmul %input1, %input2 : (tensor<1x100xf32>, tensor<100x1xf32>) -> tensor<1x1xf32>
  %mul1 = nn.matmul %mul0, %input5 : (tensor<1x1xf32>, tensor<1x100xf32>) -> tensor<1x100xf32>
  return %mul1 : tensor<1x100xf32>
}
