// 11 columns: two vectors overlap.
func.func @main(%a: tensor<3x20xf32>, %b: tensor<20x11xf32>) -> tensor<3x11xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<3x20xf32>, tensor<20x11xf32>) -> tensor<3x11xf32>
  return %0 : tensor<3x11xf32>
}
