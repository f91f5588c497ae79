// RUN: lathe-opt %s --stablehlo-to-linalg --fusion --form-tiles --plan-buffers --linalg-to-kernels=target=avx2 --kernel-verify | FileCheck %s

// While the differences of a row are computed, the next row is prefetched. The maximum is then computed from the first-level cache.
// CHECK-LABEL: func.func private @k0
// CHECK-DAG: %[[ROW:.*]] = arith.constant 256 : index
// CHECK: %[[NEXT:.*]] = arith.addi %[[AT:.*]], %[[ROW]]
// CHECK: scf.for %[[COLUMN:.*]] =
// CHECK: vector.load %arg0[%{{.*}}]
// CHECK: arith.maximumf
// CHECK-NOT: memref.prefetch
// CHECK: vector.store
// CHECK: %[[FETCH:.*]] = arith.addi %[[NEXT]], %{{.*}}
// CHECK: memref.prefetch %arg0[%[[FETCH]]], read
func.func @ahead(%x: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %i = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %m = stablehlo.reduce(%x init: %i) applies stablehlo.maximum across dimensions = [1] : (tensor<64x256xf32>, tensor<f32>) -> tensor<64xf32>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<64xf32>) -> tensor<64x256xf32>
  %d = stablehlo.subtract %x, %mb : tensor<64x256xf32>
  return %d : tensor<64x256xf32>
}
