// RUN: lathe-opt %s --stablehlo-to-linalg --fusion --form-tiles --split-input-file | FileCheck %s --check-prefix=TENSORS
// RUN: lathe-opt %s --stablehlo-to-linalg --fusion --form-tiles --plan-buffers --split-input-file | FileCheck %s --check-prefix=BUFFERS
// RUN: lathe-opt %s --stablehlo-to-linalg --fusion --form-tiles --plan-buffers --linalg-to-kernels=target=avx512 --kernel-verify --split-input-file | FileCheck %s --check-prefix=KERNELS

// Bias and relu are computed while the sums are in registers. The sums are never stored.
// TENSORS: linalg.generic {{.*}}["parallel", "reduction", "parallel"]{{.*}} attrs = {{ *}}{lathe.tile = 0 : i64}
// TENSORS: linalg.generic {{.*}}["parallel", "parallel"]{{.*}} attrs = {{ *}}{lathe.tile = 0 : i64}
// BUFFERS-NOT: memref.view
// BUFFERS: memref.alloca() : memref<8x16xf32>
// BUFFERS: lathe.tile = 0 : i64
// BUFFERS: lathe.tile = 0 : i64
// KERNELS-COUNT-1: call @k0
// KERNELS-NOT: call
// KERNELS: math.fma
// KERNELS: arith.addf
// KERNELS: arith.maximumf
// KERNELS: vector.store
func.func @main(%a: tensor<8x12xf32>, %b: tensor<12x16xf32>, %bias: tensor<16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x12xf32>, tensor<12x16xf32>) -> tensor<8x16xf32>
  %1 = stablehlo.broadcast_in_dim %bias, dims = [1] : (tensor<16xf32>) -> tensor<8x16xf32>
  %2 = stablehlo.add %0, %1 : tensor<8x16xf32>
  %z = stablehlo.constant dense<0.0> : tensor<8x16xf32>
  %3 = stablehlo.maximum %2, %z : tensor<8x16xf32>
  return %3 : tensor<8x16xf32>
}

// -----

// A result that two operations read is stored, so no operation continues its nest in the tile.
// TENSORS-LABEL: @stored
// TENSORS-NOT: lathe.tile
// TENSORS: return
// KERNELS-LABEL: @stored
// KERNELS: call @k0
// KERNELS: call @k1
func.func @stored(%a: tensor<8x12xf32>, %b: tensor<12x16xf32>) -> (tensor<8x16xf32>, tensor<8x16xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x12xf32>, tensor<12x16xf32>) -> tensor<8x16xf32>
  %1 = stablehlo.negate %0 : tensor<8x16xf32>
  return %0, %1 : tensor<8x16xf32>, tensor<8x16xf32>
}

// -----

// The product is the last reader of its right operand. But the sum after the product is written while other tiles
// still read this operand, so the sum and the operand have separate memory.
// BUFFERS-LABEL: @dying
// BUFFERS: memref<2048xi8>
// BUFFERS: arith.constant 0 : index
// BUFFERS: memref.view
// BUFFERS: arith.constant 1024 : index
func.func @dying(%a: tensor<16x16xf32>, %b: tensor<16x16xf32>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %0 = stablehlo.add %a, %b : tensor<16x16xf32>
  %1 = stablehlo.dot_general %0, %0, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  %2 = stablehlo.add %1, %c : tensor<16x16xf32>
  %3 = stablehlo.dot_general %2, %2, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return %3 : tensor<16x16xf32>
}
