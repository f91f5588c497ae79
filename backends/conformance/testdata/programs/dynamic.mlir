func.func @main(%n: tensor<1xi64>) -> tensor<?xf32> {
 %0 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi64>) -> tensor<?xf32>
 return %0 : tensor<?xf32>
}
