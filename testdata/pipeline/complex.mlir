// Complex numbers become pairs of real ones.
func.func @main(%a: tensor<4xcomplex<f32>>, %b: tensor<4xcomplex<f32>>) -> (tensor<4xcomplex<f32>>, tensor<4xf32>) {
  %0 = stablehlo.multiply %a, %b : tensor<4xcomplex<f32>>
  %1 = stablehlo.exponential %0 : tensor<4xcomplex<f32>>
  %2 = stablehlo.abs %1 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return %1, %2 : tensor<4xcomplex<f32>>, tensor<4xf32>
}
