func.func @main(%x: tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 5.0e-01>> {
 %0 = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 5.0e-01>>
 return %0 : tensor<4x!quant.uniform<i8:f32, 5.0e-01>>
}
