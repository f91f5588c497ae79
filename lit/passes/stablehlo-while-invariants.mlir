// RUN: lathe-opt --stablehlo-aggressive-simplification %s | FileCheck %s

// The first carried value does not change, and the body also returns it as the second one.

// CHECK: stablehlo.return %{{.*}}, %arg0 : tensor<i32>, tensor<2xf32>
// CHECK: return %arg0, %{{.*}}#1
func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %r:3 = stablehlo.while(%i = %c, %a = %x, %b = %y) : tensor<i32>, tensor<2xf32>, tensor<2xf32> cond {
    %n = stablehlo.constant dense<4> : tensor<i32>
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %a, %a : tensor<i32>, tensor<2xf32>, tensor<2xf32>
  }
  return %r#1, %r#2 : tensor<2xf32>, tensor<2xf32>
}
