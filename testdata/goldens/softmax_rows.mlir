// Rows are divided by their sums, row after row in one kernel.
func.func @main(%x: tensor<16x32xf32>) -> tensor<16x32xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<16x32xf32>, tensor<f32>) -> tensor<16xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<16xf32>) -> tensor<16x32xf32>
  %2 = stablehlo.divide %x, %1 : tensor<16x32xf32>
  return %2 : tensor<16x32xf32>
}
