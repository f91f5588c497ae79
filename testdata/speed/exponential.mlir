// work: 524288 bytes
func.func @main(%x: tensor<65536xf32>) -> tensor<65536xf32> {
  %0 = stablehlo.exponential %x : tensor<65536xf32>
  return %0 : tensor<65536xf32>
}
