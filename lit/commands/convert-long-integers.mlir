// RUN: lathe run --no-cache --backend=ref %s | FileCheck %s
// RUN: lathe run --no-cache --backend=vm %s | FileCheck %s
// RUN: lathe run --no-cache --backend=jit %s | FileCheck %s

// Integers of 64 bits are rounded to bf16 once: the second of each pair is just above a halfway case, and
// f64 cannot represent the difference.

// CHECK: tensor<6xbf16> [4.611686e+18, 4.647715e+18, -4.611686e+18, -4.647715e+18, 4.2949673e+09, 4.3285217e+09]
// CHECK: tensor<2xbf16> [9.223372e+18, 9.29543e+18]
func.func @main() -> (tensor<6xbf16>, tensor<2xbf16>) {
  %s = stablehlo.constant dense<[4629700416936869888, 4629700416936869889, -4629700416936869888, -4629700416936869889, 4311744512, 4311744513]> : tensor<6xi64>
  %u = stablehlo.constant dense<[9259400833873739776, 9259400833873739777]> : tensor<2xui64>
  %so = stablehlo.optimization_barrier %s : tensor<6xi64>
  %uo = stablehlo.optimization_barrier %u : tensor<2xui64>
  %0 = stablehlo.convert %so : (tensor<6xi64>) -> tensor<6xbf16>
  %1 = stablehlo.convert %uo : (tensor<2xui64>) -> tensor<2xbf16>
  return %0, %1 : tensor<6xbf16>, tensor<2xbf16>
}
