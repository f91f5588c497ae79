func.func @main(%x: tensor<2x2xf32>, %s: tensor<2xf32>) -> tensor<2x2xf32> {
 %0 = "stablehlo.batch_norm_inference"(%x, %s, %s, %s, %s) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
 return %0 : tensor<2x2xf32>
}
