// A warning names constants that the chosen precision cannot represent.
// RUN: lathe-opt %s --cluster-precision 2>&1 | FileCheck %s
// RUN: lathe-opt %s --cluster-precision=to=bf16 2>&1 | FileCheck %s --check-prefix=WIDE --implicit-check-not=warning
// CHECK: warning: 'stablehlo.constant' op has 1 of 3 elements, such as -70000, that are too large for 'f16' and become infinite
// CHECK: stablehlo.constant dense<[1.000000e+00, 0xFC00, 0x7C00]> : tensor<3xf16>
// WIDE: stablehlo.constant {{.*}} : tensor<3xbf16>
func.func @main() -> tensor<3xf32> {
  %0 = stablehlo.constant dense<[1.0, -70000.0, 0x7F800000]> : tensor<3xf32>
  return %0 : tensor<3xf32>
}
