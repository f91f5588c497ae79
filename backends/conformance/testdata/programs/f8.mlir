func.func @main(%x: tensor<4xf8E4M3FN>) -> tensor<4xf32> {
 %0 = stablehlo.convert %x : (tensor<4xf8E4M3FN>) -> tensor<4xf32>
 return %0 : tensor<4xf32>
}
