// Loops and branches of the host, with a private function.
func.func @main(%n: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<4xf32>
    cond {
      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %z = func.call @step(%y) : (tensor<4xf32>) -> tensor<4xf32>
      %k = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %k, %z : tensor<i32>, tensor<4xf32>
    }
  %s = "stablehlo.case"(%n) ({
    stablehlo.return %r#1 : tensor<4xf32>
  }, {
    %m = stablehlo.negate %r#1 : tensor<4xf32>
    stablehlo.return %m : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  return %s : tensor<4xf32>
}

func.func private @step(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.tanh %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
