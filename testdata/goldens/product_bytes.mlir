// Words of four bytes.
func.func @main(%a: tensor<4x8xui8>, %b: tensor<8x8xi8>) -> tensor<4x8xi32> {
  %x = stablehlo.convert %a : (tensor<4x8xui8>) -> tensor<4x8xi32>
  %y = stablehlo.convert %b : (tensor<8x8xi8>) -> tensor<8x8xi32>
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<4x8xi32>, tensor<8x8xi32>) -> tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}
