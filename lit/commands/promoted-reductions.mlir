// The region of a reduction may take a wider type than the operand has. The reference converts the elements; kernels would be
// ill-typed, so the engines refuse them.
// RUN: lathe run --backend=ref %s | FileCheck %s
// RUN: not lathe run --no-cache --backend=vm %s 2>&1 | FileCheck %s --check-prefix=KERNELS
// CHECK: tensor<i32> 1016
// CHECK: tensor<2xf64> [2, 2]
// KERNELS: error: 'stablehlo.reduce' op cannot be lowered to kernels: its region takes elements of type i32, but gets elements of type i8
// KERNELS: help: convert the operands to the type of the results first
func.func @main() -> (tensor<i32>, tensor<2xf64>) {
  %x = stablehlo.constant dense<127> : tensor<8xi8>
  %y = stablehlo.constant dense<1.0> : tensor<4xf32>
  %i = stablehlo.constant dense<0> : tensor<i32>
  %z = stablehlo.constant dense<0.0> : tensor<f64>
  %0 = "stablehlo.reduce"(%x, %i) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<8xi8>, tensor<i32>) -> tensor<i32>
  %1 = "stablehlo.reduce_window"(%y, %z) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) : (tensor<4xf32>, tensor<f64>) -> tensor<2xf64>
  return %0, %1 : tensor<i32>, tensor<2xf64>
}
