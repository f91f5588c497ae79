func.func @main(%x: tensor<4xf32>) -> tensor<3xcomplex<f32>> {
 %0 = stablehlo.fft %x, type = RFFT, length = [4] : (tensor<4xf32>) -> tensor<3xcomplex<f32>>
 return %0 : tensor<3xcomplex<f32>>
}
