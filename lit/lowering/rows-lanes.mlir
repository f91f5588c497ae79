// A row of 20 elements that a reduction reads with 8 lanes is reversed with 4: index vectors of 512
// bits have 8 lanes, so the kernel is written again with fewer lanes, on which its units must agree.
// RUN: lathe-opt %s --lower-to-kernels=target=avx512 --kernel-verify | FileCheck %s

// CHECK-LABEL: func.func private @k0
// CHECK: vector<4xindex>
// CHECK-NOT: vector<8x
func.func @main(%x: tensor<33x20xi1>) -> tensor<33x20xi1> {
  %t = stablehlo.constant dense<false> : tensor<i1>
  %r = stablehlo.reverse %x, dims = [1] : tensor<33x20xi1>
  %s = stablehlo.reduce(%r init: %t) applies stablehlo.and across dimensions = [1] : (tensor<33x20xi1>, tensor<i1>) -> tensor<33xi1>
  %b = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<33xi1>) -> tensor<33x20xi1>
  %y = stablehlo.xor %r, %b : tensor<33x20xi1>
  return %y : tensor<33x20xi1>
}
