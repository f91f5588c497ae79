// RUN: lathe-opt %s --verify-diagnostics --stablehlo-legalize-quant-to-math

// Two scales for four elements. Operations of StableHLO reject this type; other operations do not.
func.func @scales() {
  // expected-error@+1 {{'nnvm.__undef__' op has a value of type 'tensor<4x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>', which StableHLO does not have}}
  %0 = nnvm.__undef__() : () -> tensor<4x!quant.uniform<i8:f32:0, {0.5,0.25}>>
  return
}
