func.func @main(%x: tensor<i64>) -> tensor<i64> {
 %0 = stablehlo.while(%i = %x) : tensor<i64>
 cond {
  %n = stablehlo.constant dense<10> : tensor<i64>
  %c = stablehlo.compare LT, %i, %n : (tensor<i64>, tensor<i64>) -> tensor<i1>
  stablehlo.return %c : tensor<i1>
 } do {
  %k = stablehlo.constant dense<3> : tensor<i64>
  %j = stablehlo.add %i, %k : tensor<i64>
  stablehlo.return %j : tensor<i64>
 }
 return %0 : tensor<i64>
}
