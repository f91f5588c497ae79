// Stores of results that are large compared to the last cache bypass the caches, unless a later operation reads the result
// from a cache.
// RUN: lathe-opt %s --split-input-file --stablehlo-to-linalg --fusion --form-tiles --plan-buffers --stream-stores=target=avx2+l3=65536 | FileCheck %s
// RUN: lathe-opt %s --split-input-file --stablehlo-to-linalg --fusion --form-tiles --plan-buffers --stream-stores=target=avx2+l3=65536 --linalg-to-kernels=target=avx2 --kernel-verify | FileCheck %s --check-prefix=KERNEL
// RUN: lathe-opt %s --split-input-file --stablehlo-to-linalg --fusion --form-tiles --plan-buffers --stream-stores=target=neon | FileCheck %s --check-prefix=NONE
// NONE-NOT: lathe.stream

// CHECK-LABEL: func.func @large
// CHECK: linalg.generic {{.*}} attrs = {lathe.stream = array<i64: 0>}
// The last elements do not fill a vector.
// KERNEL: func.func private
// KERNEL-COUNT-2: vector.store {{.*}} {nontemporal = true}
// KERNEL: memref.store
func.func @large(%x: tensor<8195xf32>, %y: tensor<8195xf32>) -> tensor<8195xf32> {
  %0 = stablehlo.add %x, %y : tensor<8195xf32>
  return %0 : tensor<8195xf32>
}

// -----

// CHECK-LABEL: func.func @small
// CHECK-NOT: lathe.stream
func.func @small(%x: tensor<8191xf32>, %y: tensor<8191xf32>) -> tensor<8191xf32> {
  %0 = stablehlo.add %x, %y : tensor<8191xf32>
  return %0 : tensor<8191xf32>
}

// -----

// The parts of a concatenation, none of which is large.
// CHECK-LABEL: func.func @parts
// CHECK-COUNT-2: lathe.stream = array<i64: 0>
func.func @parts(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> tensor<64x128xf32> {
  %0 = stablehlo.concatenate %x, %y, dim = 1 : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x128xf32>
  return %0 : tensor<64x128xf32>
}

// -----

// The sums read the result soon, so it must stay in the cache.
// CHECK-LABEL: func.func @read
// CHECK-NOT: lathe.stream
func.func @read(%x: tensor<64x128xf32>, %y: tensor<64x128xf32>) -> (tensor<64x128xf32>, tensor<128xf32>) {
  %0 = stablehlo.multiply %x, %y : tensor<64x128xf32>
  %1 = stablehlo.exponential %0 : tensor<64x128xf32>
  %i = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.reduce(%1 init: %i) applies stablehlo.add across dimensions = [0] : (tensor<64x128xf32>, tensor<f32>) -> tensor<128xf32>
  return %1, %2 : tensor<64x128xf32>, tensor<128xf32>
}

// -----

// A result as large as the cache is no longer in the cache when it is read.
// CHECK-LABEL: func.func @beyond
// CHECK: linalg.generic
// CHECK-SAME: lathe.stream = array<i64: 0>
// CHECK: linalg.fill
// CHECK-NOT: lathe.stream
// CHECK: return
func.func @beyond(%x: tensor<128x128xf32>, %y: tensor<128x128xf32>) -> (tensor<128x128xf32>, tensor<128xf32>) {
  %0 = stablehlo.multiply %x, %y : tensor<128x128xf32>
  %1 = stablehlo.exponential %0 : tensor<128x128xf32>
  %i = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.reduce(%1 init: %i) applies stablehlo.add across dimensions = [0] : (tensor<128x128xf32>, tensor<f32>) -> tensor<128xf32>
  return %1, %2 : tensor<128x128xf32>, tensor<128xf32>
}

// -----

// A kernel that processes rows one after the other stores exponentials in the last row of its slice, so that they stay
// in a cache. Only the stores of the quotients bypass the caches.
// CHECK-LABEL: func.func @rows
// KERNEL-LABEL: func.func @rows
// KERNEL: func.func private @k0
// KERNEL: %[[ROW:.*]] = arith.subi %{{.*}}, %[[C1:.*]] : index
// KERNEL: %[[LAST:.*]] = arith.maxsi %[[ROW]], %{{.*}} : index
// KERNEL: scf.for %[[G:.*]] =
// KERNEL: %[[THERE:.*]] = arith.muli %[[LAST]], %[[C128:.*]] : index
// KERNEL-NOT: nontemporal
// KERNEL: vector.store {{.*}} : memref<16384xf32>
// KERNEL: arith.divf
// KERNEL-COUNT-2: vector.store {{.*}} {nontemporal = true}
// KERNEL-NOT: nontemporal
func.func @rows(%x: tensor<128x128xf32>) -> tensor<128x128xf32> {
  %i = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.maximum across dimensions = [1] : (tensor<128x128xf32>, tensor<f32>) -> tensor<128xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<128xf32>) -> tensor<128x128xf32>
  %2 = stablehlo.subtract %x, %1 : tensor<128x128xf32>
  %3 = stablehlo.exponential %2 : tensor<128x128xf32>
  %4 = stablehlo.reduce(%3 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<128x128xf32>, tensor<f32>) -> tensor<128xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<128xf32>) -> tensor<128x128xf32>
  %6 = stablehlo.divide %3, %5 : tensor<128x128xf32>
  return %6 : tensor<128x128xf32>
}

// -----

// The addition overwrites the exponentials, which it reads from a cache.
// CHECK-LABEL: func.func @in_place
// KERNEL-LABEL: func.func @in_place
// KERNEL-NOT: nontemporal
func.func @in_place(%x: tensor<8200xf32>) -> tensor<8200xf32> {
  %i = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.exponential %x : tensor<8200xf32>
  %1 = stablehlo.reduce(%0 init: %i) applies stablehlo.add across dimensions = [0] : (tensor<8200xf32>, tensor<f32>) -> tensor<f32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<8200xf32>
  %3 = stablehlo.add %0, %2 : tensor<8200xf32>
  return %3 : tensor<8200xf32>
}
