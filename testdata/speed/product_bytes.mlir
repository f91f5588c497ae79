// work: 33554432 flops
func.func @main(%a: tensor<256x256xui8>, %b: tensor<256x256xi8>) -> tensor<256x256xi32> {
  %x = stablehlo.convert %a : (tensor<256x256xui8>) -> tensor<256x256xi32>
  %y = stablehlo.convert %b : (tensor<256x256xi8>) -> tensor<256x256xi32>
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<256x256xi32>, tensor<256x256xi32>) -> tensor<256x256xi32>
  return %0 : tensor<256x256xi32>
}
