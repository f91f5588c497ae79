// A sort by a comparator, and the largest elements.
func.func @main(%x: tensor<3x8xf32>) -> (tensor<3x8xf32>, tensor<3x2xf32>) {
  %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<3x8xf32>) -> tensor<3x8xf32>
  %v, %k = chlo.top_k(%x, k = 2) : tensor<3x8xf32> -> (tensor<3x2xf32>, tensor<3x2xi32>)
  return %0, %v : tensor<3x8xf32>, tensor<3x2xf32>
}
