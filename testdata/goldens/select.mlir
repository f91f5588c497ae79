// The gradient of relu: comparisons and selections.
func.func @main(%x: tensor<4x8xf32>, %g: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<4x8xf32>
  %0 = stablehlo.compare GT, %x, %zero : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
  %1 = stablehlo.select %0, %g, %zero : tensor<4x8xi1>, tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}
