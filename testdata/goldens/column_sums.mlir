// Sums of columns, which are in lanes.
func.func @main(%x: tensor<30x24xf32>) -> tensor<24xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<30x24xf32>, tensor<f32>) -> tensor<24xf32>
  return %0 : tensor<24xf32>
}
