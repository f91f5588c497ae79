// RUN: lathe-opt %s --stablehlo-to-linalg --plan-buffers --linalg-to-kernels=target=avx2+l3=1024 --kernel-verify --split-input-file | FileCheck %s
// RUN: lathe-opt %s --stablehlo-to-linalg --plan-buffers --linalg-to-kernels=target=avx2 --kernel-verify --split-input-file | FileCheck %s --check-prefix=NEAR

// Tiles have up to four vectors if the operand fits into the third-level cache, and two otherwise.
// NEAR: kernel.grid = 3 : index, kernel.lanes = 8 : i64, kernel.tile = array<i64: 8, 24>

// Eight rows of eight lanes are transposed by three rounds of eight shuffles. 19 columns form a tile of one vector and a tile of two
// vectors that overlap. 24 rows form three tiles.
// CHECK: kernel.grid = 6 : index, kernel.lanes = 8 : i64, kernel.tile = array<i64: 8, 16>
// CHECK-COUNT-8: vector.load
// CHECK: vector.shuffle {{.*}} [0, 8, 1, 9, 4, 12, 5, 13]
// CHECK: vector.shuffle {{.*}} [2, 10, 3, 11, 6, 14, 7, 15]
// CHECK: vector.shuffle {{.*}} [0, 1, 8, 9, 4, 5, 12, 13]
// CHECK: vector.shuffle {{.*}} [2, 3, 10, 11, 6, 7, 14, 15]
// CHECK: vector.shuffle {{.*}} [0, 1, 2, 3, 8, 9, 10, 11]
// CHECK: vector.shuffle {{.*}} [4, 5, 6, 7, 12, 13, 14, 15]
// CHECK-COUNT-8: vector.store
// CHECK: } else {
// CHECK-COUNT-16: vector.store
func.func @main(%x: tensor<19x24xf32>) -> tensor<24x19xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<19x24xf32>) -> tensor<24x19xf32>
  return %0 : tensor<24x19xf32>
}

// -----

// There are too few columns for vectors.
// CHECK: func.func private @k0
// CHECK-NOT: vector.shuffle
func.func @main(%x: tensor<3x24xf32>) -> tensor<24x3xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<3x24xf32>) -> tensor<24x3xf32>
  return %0 : tensor<24x3xf32>
}

// -----

// Elements of less than four bytes.
// CHECK: func.func private @k0
// CHECK-NOT: vector.shuffle
func.func @main(%x: tensor<32x24xi8>) -> tensor<24x32xi8> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<32x24xi8>) -> tensor<24x32xi8>
  return %0 : tensor<24x32xi8>
}
