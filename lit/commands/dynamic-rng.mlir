// The shape of random numbers may be computed from constants.
// RUN: lathe run --interpret %s | FileCheck %s --check-prefix=INTERPRET
// RUN: lathe run --no-cache --backend=ref %s | FileCheck %s
// RUN: lathe run --no-cache --backend=vm %s | FileCheck %s
// RUN: lathe run --no-cache --devices=vm,ref %s | FileCheck %s

// CHECK: tensor<2xf32> [0.5, 0.5]
// INTERPRET: [5.000000e-01, 5.000000e-01]
func.func @main() -> tensor<?xf32> {
  %half = stablehlo.constant dense<0.5> : tensor<f32>
  %one = stablehlo.constant dense<1> : tensor<1xi64>
  %n = stablehlo.add %one, %one : tensor<1xi64>
  %0 = stablehlo.rng %half, %half, %n, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
