func.func @main(%x: tensor<2x3xf32>, %w: tensor<3x2xf32>) -> tensor<2x2xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<2x2xf32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  %1 = stablehlo.maximum %0, %zero : tensor<2x2xf32>
  %2 = stablehlo.tanh %1 : tensor<2x2xf32>
  return %2 : tensor<2x2xf32>
}
