// RUN: lathe-opt %s --stablehlo-to-linalg --fusion | FileCheck %s

// The maps of a chain of reversals are simplified, so that they do not grow with the chain.
// CHECK: affine_map<(d0) -> (-d0 + 7)>
// CHECK-LABEL: @three
// CHECK-COUNT-1: linalg.generic
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @three(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.reverse %x, dims = [0] : tensor<8xf32>
  %1 = stablehlo.reverse %0, dims = [0] : tensor<8xf32>
  %2 = stablehlo.reverse %1, dims = [0] : tensor<8xf32>
  return %2 : tensor<8xf32>
}
