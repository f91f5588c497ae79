// A row by a matrix.
func.func @main(%a: tensor<1x100xf32>, %b: tensor<100x32xf32>) -> tensor<1x32xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<1x100xf32>, tensor<100x32xf32>) -> tensor<1x32xf32>
  return %0 : tensor<1x32xf32>
}
