// work: 524288 bytes
func.func @main(%x: tensor<256x256xf32>) -> tensor<256x256xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<256x256xf32>) -> tensor<256x256xf32>
  return %0 : tensor<256x256xf32>
}
