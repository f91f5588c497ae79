// A composite, and functions of CHLO.
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.composite "my.gelu" %x {decomposition = @gelu} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = chlo.asinh %0 : tensor<4xf32> -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

func.func private @gelu(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = chlo.erf %x : tensor<4xf32> -> tensor<4xf32>
  %1 = stablehlo.multiply %x, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
