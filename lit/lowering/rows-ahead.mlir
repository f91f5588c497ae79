// RUN: lathe-opt %s --stablehlo-to-linalg --fusion --form-tiles --plan-buffers --linalg-to-kernels=target=avx2 --kernel-verify | FileCheck %s

// While the maximum of a row is computed, the next row is prefetched. Later steps read a row from the first-level cache.
// CHECK-LABEL: func.func private @k0
// CHECK-DAG: %[[ROW:.*]] = arith.constant 256 : index
// CHECK: %[[X:.*]] = vector.load %arg0[%[[AT:.*]]]
// CHECK: arith.maximumf
// CHECK: %[[NEXT:.*]] = arith.addi %[[AT]], %[[ROW]]
// CHECK: memref.prefetch %arg0[%[[NEXT]]], read
// CHECK: vector.store
// CHECK-NOT: memref.prefetch
func.func @ahead(%x: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %i = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %m = stablehlo.reduce(%x init: %i) applies stablehlo.maximum across dimensions = [1] : (tensor<64x256xf32>, tensor<f32>) -> tensor<64xf32>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<64xf32>) -> tensor<64x256xf32>
  %d = stablehlo.subtract %x, %mb : tensor<64x256xf32>
  return %d : tensor<64x256xf32>
}
