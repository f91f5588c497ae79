// RUN: lathe run --backend=vm %s | FileCheck %s
// RUN: lathe run --backend=jit %s | FileCheck %s
// RUN: lathe run --backend=ref %s | FileCheck %s
// The smallest signed number is a large unsigned amount.

// CHECK: tensor<ui64> 0
// CHECK: tensor<i64> 0
// CHECK: tensor<i64> -1
func.func @main() -> (tensor<ui64>, tensor<i64>, tensor<i64>) {
  %a = stablehlo.constant dense<-5> : tensor<i64>
  %u = stablehlo.constant dense<5> : tensor<ui64>
  %n = stablehlo.constant dense<-9223372036854775808> : tensor<i64>
  %m = stablehlo.constant dense<9223372036854775808> : tensor<ui64>
  %b:2 = stablehlo.optimization_barrier %a, %u : tensor<i64>, tensor<ui64>
  %0 = stablehlo.shift_right_logical %b#1, %m : tensor<ui64>
  %1 = stablehlo.shift_left %b#0, %n : tensor<i64>
  %2 = stablehlo.shift_right_arithmetic %b#0, %n : tensor<i64>
  return %0, %1, %2 : tensor<ui64>, tensor<i64>, tensor<i64>
}
