// Sums over inner, outer and all dimensions; a producer that is broadcast; the place of the largest.
func.func @main(%x: tensor<5x4x40xf32>, %y: tensor<5x40xf32>, %h: tensor<6x33xbf16>) -> (tensor<5x4xf32>, tensor<4x40xf32>, tensor<f32>, tensor<5x4xf32>, tensor<6xbf16>, tensor<5x4xi32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %zeroh = stablehlo.constant dense<0.0> : tensor<bf16>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %first = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<5x4x40xf32>, tensor<f32>) -> tensor<5x4xf32>
  %1 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<5x4x40xf32>, tensor<f32>) -> tensor<4x40xf32>
  %2 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<5x4x40xf32>, tensor<f32>) -> tensor<f32>
  %yb = stablehlo.broadcast_in_dim %y, dims = [0, 2] : (tensor<5x40xf32>) -> tensor<5x4x40xf32>
  %xy = stablehlo.multiply %x, %yb : tensor<5x4x40xf32>
  %3 = stablehlo.reduce(%xy init: %low) applies stablehlo.maximum across dimensions = [2] : (tensor<5x4x40xf32>, tensor<f32>) -> tensor<5x4xf32>
  %4 = stablehlo.reduce(%h init: %zeroh) applies stablehlo.add across dimensions = [1] : (tensor<6x33xbf16>, tensor<bf16>) -> tensor<6xbf16>
  %at = stablehlo.iota dim = 2 : tensor<5x4x40xi32>
  %5:2 = "stablehlo.reduce"(%x, %at, %low, %first) <{dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %i: tensor<i32>, %b: tensor<f32>, %j: tensor<i32>):
    %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %v = stablehlo.select %c, %a, %b : tensor<i1>, tensor<f32>
    %k = stablehlo.select %c, %i, %j : tensor<i1>, tensor<i32>
    stablehlo.return %v, %k : tensor<f32>, tensor<i32>
  }) : (tensor<5x4x40xf32>, tensor<5x4x40xi32>, tensor<f32>, tensor<i32>) -> (tensor<5x4xf32>, tensor<5x4xi32>)
  %6 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0, 2] : (tensor<5x4x40xf32>, tensor<f32>) -> tensor<4xf32>
  return %0, %1, %2, %3, %4, %5#1, %6 : tensor<5x4xf32>, tensor<4x40xf32>, tensor<f32>, tensor<5x4xf32>, tensor<6xbf16>, tensor<5x4xi32>, tensor<4xf32>
}
