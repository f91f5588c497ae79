// RUN: lathe-opt --verify-roundtrip %s | FileCheck %s

// CHECK: stablehlo.dynamic_slice %arg0, {{ *}}sizes = []
func.func @main(%a: tensor<i32>) -> tensor<i32> {
  %0 = "stablehlo.dynamic_slice"(%a) {slice_sizes = array<i64>} : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}
