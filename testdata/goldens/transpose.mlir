// A transpose in registers.
func.func @main(%x: tensor<8x8xf64>) -> tensor<8x8xf64> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<8x8xf64>) -> tensor<8x8xf64>
  return %0 : tensor<8x8xf64>
}
