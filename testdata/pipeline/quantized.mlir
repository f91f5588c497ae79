// Quantized types become their storage.
func.func @main(%a: tensor<4xf32>, %b: tensor<4x!quant.uniform<i8:f32, 0.5>>) -> tensor<4xf32> {
  %0 = stablehlo.uniform_quantize %a : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5>>
  %1 = stablehlo.add %0, %b : tensor<4x!quant.uniform<i8:f32, 0.5>>
  %2 = stablehlo.uniform_dequantize %1 : (tensor<4x!quant.uniform<i8:f32, 0.5>>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}
