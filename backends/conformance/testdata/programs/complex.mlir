func.func @main(%x: tensor<4xf32>) -> tensor<4xcomplex<f32>> {
 %0 = stablehlo.complex %x, %x : tensor<4xcomplex<f32>>
 %1 = stablehlo.multiply %0, %0 : tensor<4xcomplex<f32>>
 return %1 : tensor<4xcomplex<f32>>
}
