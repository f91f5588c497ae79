func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
 %0 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
   %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
   stablehlo.return %c : tensor<i1>
 }) : (tensor<4xf32>) -> tensor<4xf32>
 return %0 : tensor<4xf32>
}
