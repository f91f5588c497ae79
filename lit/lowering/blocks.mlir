// RUN: lathe-opt %s --stablehlo-to-linalg --fusion --form-tiles --plan-buffers --linalg-to-kernels=target=avx2+l2=65536 --kernel-verify --split-input-file | FileCheck %s

// The rows have 70 x 1400 x 4 bytes and do not fit into the second-level cache. 467 terms of two strips of 8 columns fit into half
// of this cache. So an iteration of the grid computes a block of two strips in three passes over the terms. Between passes the sums
// are in memory. The first pass begins with zero, and the last pass also computes the later operations.
// CHECK-LABEL: func.func private @k0
// CHECK-SAME: kernel.grid = 6 : index
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[STEP:.*]] = arith.constant 467 : index
// CHECK-DAG: %[[ALL:.*]] = arith.constant 1400 : index
// CHECK: scf.for %{{.*}} = %arg3 to %arg4
// CHECK: scf.for %[[FROM:.*]] = %[[C0]] to %[[ALL]] step %[[STEP]]
// CHECK: %[[TO:.*]] = arith.minsi %{{.*}}, %[[ALL]]
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[FROM]], %[[C0]]
// CHECK: %[[SUMS:.*]]:{{.*}} = scf.if %[[FIRST]]
// CHECK: scf.yield
// CHECK: else
// CHECK: vector.load %arg2
// CHECK: scf.for %{{.*}} = %[[FROM]] to %[[TO]] {{.*}} iter_args(%{{.*}} = %[[SUMS]]#0
// CHECK: math.fma
// CHECK: %[[MORE:.*]] = arith.cmpi ult, %[[TO]], %[[ALL]]
// CHECK: scf.if %[[MORE]]
// CHECK-NOT: arith.maximumf
// CHECK: vector.store {{.*}}, %arg2
// CHECK: else
// CHECK: arith.maximumf
// CHECK: vector.store {{.*}}, %arg2
func.func @main(%a: tensor<70x1400xf32>, %b: tensor<1400x100xf32>) -> tensor<70x100xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<70x1400xf32>, tensor<1400x100xf32>) -> tensor<70x100xf32>
  %z = stablehlo.constant dense<0.0> : tensor<70x100xf32>
  %1 = stablehlo.maximum %0, %z : tensor<70x100xf32>
  return %1 : tensor<70x100xf32>
}

// -----

// Rows that fit into the cache are read once for each strip.
// CHECK-LABEL: func.func private @k0
// CHECK-SAME: kernel.grid = 14 : index
func.func @fits(%a: tensor<8x1400xf32>, %b: tensor<1400x100xf32>) -> tensor<8x100xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x1400xf32>, tensor<1400x100xf32>) -> tensor<8x100xf32>
  return %0 : tensor<8x100xf32>
}

// -----

// Nine rows fit into the cache, but the columns, which are not packed, do not. A pass has 43 terms, and the grid consists of blocks of strips.
// CHECK-LABEL: func.func private @k0
// CHECK-SAME: kernel.grid = 8 : index
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[STEP:.*]] = arith.constant 43 : index
// CHECK-DAG: %[[ALL:.*]] = arith.constant 300 : index
// CHECK: scf.for %{{.*}} = %[[C0]] to %[[ALL]] step %[[STEP]]
func.func @few(%a: tensor<9x300xf32>, %b: tensor<300x2100xf32>) -> tensor<9x2100xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<9x300xf32>, tensor<300x2100xf32>) -> tensor<9x2100xf32>
  return %0 : tensor<9x2100xf32>
}

// -----

// One row, and columns that do not fit into the caches. A pass has eight terms. A block has as many columns as sums fit into half of the
// first-level cache. The columns are in strips of four vectors.
// CHECK-LABEL: func.func private @k0
// CHECK-SAME: kernel.grid = 4 : index
// CHECK-SAME: kernel.tile = array<i64: 1, 32>
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[STEP:.*]] = arith.constant 8 : index
// CHECK-DAG: %[[ALL:.*]] = arith.constant 1024 : index
// CHECK: scf.for %{{.*}} = %[[C0]] to %[[ALL]] step %[[STEP]]
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK-COUNT-32: math.fma
func.func @row(%a: tensor<1x1024xf32>, %b: tensor<1024x16384xf32>) -> tensor<1x16384xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<1x1024xf32>, tensor<1024x16384xf32>) -> tensor<1x16384xf32>
  return %0 : tensor<1x16384xf32>
}
