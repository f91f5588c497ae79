// Rows without their means.
func.func @main(%x: tensor<16x32xf32>, %w: tensor<32xf32>) -> tensor<16x32xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<32.0> : tensor<16xf32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<16x32xf32>, tensor<f32>) -> tensor<16xf32>
  %1 = stablehlo.divide %0, %n : tensor<16xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<16xf32>) -> tensor<16x32xf32>
  %3 = stablehlo.subtract %x, %2 : tensor<16x32xf32>
  %4 = stablehlo.broadcast_in_dim %w, dims = [1] : (tensor<32xf32>) -> tensor<16x32xf32>
  %5 = stablehlo.multiply %3, %4 : tensor<16x32xf32>
  return %5 : tensor<16x32xf32>
}
