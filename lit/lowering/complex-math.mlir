// RUN: lathe-opt %s --stablehlo-complex-math-expander | FileCheck %s

// Constants are at the start. An operation with a requested accuracy is not replaced.
// CHECK-LABEL: @exponential
// CHECK: stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK: stablehlo.constant dense<5.000000e-01> : tensor<f32>
// CHECK: stablehlo.constant dense<0x7F800000> : tensor<f32>
// CHECK: %[[X:.*]] = stablehlo.real %arg0
// CHECK: stablehlo.exponential %[[X]] : tensor<f32>
// CHECK: stablehlo.complex
// CHECK: stablehlo.log %arg0 {result_accuracy
// CHECK: stablehlo.sqrt %arg1 : tensor<f32>
func.func @exponential(%z: tensor<complex<f32>>, %x: tensor<f32>) -> (tensor<complex<f32>>, tensor<complex<f32>>, tensor<f32>) {
  %0 = stablehlo.exponential %z : tensor<complex<f32>>
  %1 = stablehlo.log %z {result_accuracy = #stablehlo.result_accuracy<ulps = 1, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<complex<f32>>
  %2 = stablehlo.sqrt %x : tensor<f32>
  return %0, %1, %2 : tensor<complex<f32>>, tensor<complex<f32>>, tensor<f32>
}
