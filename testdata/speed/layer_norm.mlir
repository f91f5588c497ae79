// work: 524288 bytes
func.func @main(%x: tensor<128x512xf32>, %scale: tensor<512xf32>) -> tensor<128x512xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<512.0> : tensor<128xf32>
  %eps = stablehlo.constant dense<1.0e-05> : tensor<128xf32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<128x512xf32>, tensor<f32>) -> tensor<128xf32>
  %1 = stablehlo.divide %0, %n : tensor<128xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<128xf32>) -> tensor<128x512xf32>
  %3 = stablehlo.subtract %x, %2 : tensor<128x512xf32>
  %4 = stablehlo.multiply %3, %3 : tensor<128x512xf32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<128x512xf32>, tensor<f32>) -> tensor<128xf32>
  %6 = stablehlo.divide %5, %n : tensor<128xf32>
  %7 = stablehlo.add %6, %eps : tensor<128xf32>
  %8 = stablehlo.rsqrt %7 : tensor<128xf32>
  %9 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<128xf32>) -> tensor<128x512xf32>
  %10 = stablehlo.multiply %3, %9 : tensor<128x512xf32>
  %11 = stablehlo.broadcast_in_dim %scale, dims = [1] : (tensor<512xf32>) -> tensor<128x512xf32>
  %12 = stablehlo.multiply %10, %11 : tensor<128x512xf32>
  return %12 : tensor<128x512xf32>
}
