// A normalization whose numerator is used twice, and a result that is returned twice.
func.func @main(%x: tensor<6x33xf32>) -> (tensor<6x33xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6x33xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<6x33xf32>, tensor<f32>) -> tensor<6xf32>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<6xf32>) -> tensor<6x33xf32>
  %d = stablehlo.subtract %x, %mb : tensor<6x33xf32>
  %e = stablehlo.exponential %d : tensor<6x33xf32>
  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<6x33xf32>, tensor<f32>) -> tensor<6xf32>
  %sb = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<6xf32>) -> tensor<6x33xf32>
  %r = stablehlo.divide %e, %sb : tensor<6x33xf32>
  return %r, %s, %s, %x : tensor<6x33xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6x33xf32>
}
