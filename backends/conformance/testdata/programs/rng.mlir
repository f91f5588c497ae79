func.func @main(%a: tensor<f32>, %b: tensor<f32>) -> tensor<4xf32> {
 %s = stablehlo.constant dense<4> : tensor<1xi64>
 %0 = stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
 return %0 : tensor<4xf32>
}
