// RUN: lathe-opt %s --stablehlo-to-linalg | FileCheck %s

// The imaginary parts of real numbers are zeros, in the type that stores them.
// CHECK: %[[Z:.*]] = linalg.fill {{.*}} -> tensor<4xi8>
// CHECK: return %[[Z]] : tensor<4xi8>
func.func @main(%a: tensor<4xf8E4M3FN>) -> tensor<4xf8E4M3FN> {
  %0 = stablehlo.imag %a : (tensor<4xf8E4M3FN>) -> tensor<4xf8E4M3FN>
  return %0 : tensor<4xf8E4M3FN>
}
