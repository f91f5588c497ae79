func.func @main(%x: tensor<4xi4>) -> tensor<4xi4> {
 %0 = stablehlo.add %x, %x : tensor<4xi4>
 return %0 : tensor<4xi4>
}
