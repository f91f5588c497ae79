// A matrix by a column: terms are in lanes.
func.func @main(%a: tensor<6x70xf32>, %b: tensor<70xf32>) -> tensor<6xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<6x70xf32>, tensor<70xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}
