// Sums of bf16 are f32.
func.func @main(%a: tensor<2x24xbf16>, %b: tensor<24x8xbf16>) -> tensor<2x8xbf16> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x24xbf16>, tensor<24x8xbf16>) -> tensor<2x8xbf16>
  return %0 : tensor<2x8xbf16>
}
