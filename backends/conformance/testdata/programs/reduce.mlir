func.func @main(%x: tensor<4x3xf32>) -> tensor<4xf32> {
 %z = stablehlo.constant dense<0.0> : tensor<f32>
 %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
 return %0 : tensor<4xf32>
}
