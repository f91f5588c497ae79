// Two copies into parts of the result.
func.func @main(%x: tensor<3x8xf32>, %y: tensor<3x16xf32>) -> tensor<3x24xf32> {
  %0 = stablehlo.concatenate %x, %y, dim = 1 : (tensor<3x8xf32>, tensor<3x16xf32>) -> tensor<3x24xf32>
  return %0 : tensor<3x24xf32>
}
