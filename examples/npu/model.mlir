// A layer for the NPU, a tanh that it does not have, and one that is too wide for it.
func.func @main(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>, %b: tensor<4x16xf32>, %v: tensor<16x128xf32>, %c: tensor<4x128xf32>) -> tensor<4x128xf32> {
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %h = stablehlo.add %p, %b : tensor<4x16xf32>
  %t = stablehlo.tanh %h : tensor<4x16xf32>
  %q = stablehlo.dot_general %t, %v, contracting_dims = [1] x [0] : (tensor<4x16xf32>, tensor<16x128xf32>) -> tensor<4x128xf32>
  %y = stablehlo.add %q, %c : tensor<4x128xf32>
  return %y : tensor<4x128xf32>
}
