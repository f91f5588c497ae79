// RUN: lathe-opt %s --cluster-precision | FileCheck %s

// A splat stores one number for any size: 16 GiB here.

// CHECK: stablehlo.constant dense<2.000000e+00> : tensor<4294967296xf16>
func.func @main() -> tensor<4294967296xf32> {
  %0 = stablehlo.constant dense<2.0> : tensor<4294967296xf32>
  %1 = stablehlo.negate %0 : tensor<4294967296xf32>
  return %1 : tensor<4294967296xf32>
}
