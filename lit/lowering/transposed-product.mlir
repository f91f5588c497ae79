// RUN: lathe-opt %s --stablehlo-to-linalg --split-input-file | FileCheck %s
// RUN: lathe-opt %s --stablehlo-to-linalg --fusion --form-tiles --plan-buffers --linalg-to-kernels=target=avx2 --kernel-verify --split-input-file | FileCheck %s --check-prefix=KERNEL

// A transpose that alone uses a product gives the order of the product's loops: the rows of the transposed result, the terms, and
// its columns. So the gradient of a weight is subtracted from it while the sums are in registers, and what is read for that is
// fetched while terms are added.
// CHECK: #[[B:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK: #[[A:.*]] = affine_map<(d0, d1, d2) -> (d1, d0)>
// CHECK: #[[R:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-LABEL: @update
// CHECK: linalg.generic {indexing_maps = [#[[B]], #[[A]], #[[R]]], iterator_types = ["parallel", "reduction", "parallel"]} ins(%arg0, %arg1 :
// CHECK-SAME: outs(%{{.*}} : tensor<40x48xf32>)
// CHECK-NOT: linalg.generic {{.*}}"parallel", "reduction"
// KERNEL-LABEL: func.func private @k0
// KERNEL: memref.prefetch %arg2
// KERNEL: scf.for
// KERNEL: math.fma
// KERNEL: vector.load %arg2
// KERNEL: arith.subf
// KERNEL: vector.store
func.func @update(%dy: tensor<64x48xf32>, %x: tensor<64x40xf32>, %w: tensor<40x48xf32>) -> tensor<40x48xf32> {
  %0 = stablehlo.dot_general %dy, %x, contracting_dims = [0] x [0] : (tensor<64x48xf32>, tensor<64x40xf32>) -> tensor<48x40xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<48x40xf32>) -> tensor<40x48xf32>
  %2 = stablehlo.subtract %w, %1 : tensor<40x48xf32>
  return %2 : tensor<40x48xf32>
}

// -----

// The heads of attention: the columns stay where they are.
// CHECK-LABEL: @heads
// CHECK: iterator_types = ["parallel", "parallel", "parallel", "reduction", "parallel"]
// CHECK-SAME: outs(%{{.*}} : tensor<2x32x4x16xf32>)
// CHECK-NOT: tensor<2x4x32x16xf32>
// CHECK: return
func.func @heads(%p: tensor<2x4x32x32xf32>, %v: tensor<2x4x32x16xf32>) -> tensor<2x32x4x16xf32> {
  %0 = stablehlo.dot_general %p, %v, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2] : (tensor<2x4x32x32xf32>, tensor<2x4x32x16xf32>) -> tensor<2x4x32x16xf32>
  %1 = stablehlo.transpose %0, dims = [0, 2, 1, 3] : (tensor<2x4x32x16xf32>) -> tensor<2x32x4x16xf32>
  return %1 : tensor<2x32x4x16xf32>
}

// -----

// Rows that are not neighbors in memory would be columns: the product stays as it is.
// CHECK-LABEL: @apart
// CHECK: iterator_types = ["parallel", "reduction", "parallel"]
// CHECK-SAME: outs(%{{.*}} : tensor<48x40xf32>)
// CHECK: iterator_types = ["parallel", "parallel"]
func.func @apart(%x: tensor<48x64xf32>, %y: tensor<64x40xf32>) -> tensor<40x48xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<48x64xf32>, tensor<64x40xf32>) -> tensor<48x40xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<48x40xf32>) -> tensor<40x48xf32>
  return %1 : tensor<40x48xf32>
}

// -----

// Ten columns would fill vectors worse than 48.
// CHECK-LABEL: @few
// CHECK: iterator_types = ["parallel", "reduction", "parallel"]
// CHECK-SAME: outs(%{{.*}} : tensor<10x48xf32>)
// CHECK: iterator_types = ["parallel", "parallel"]
func.func @few(%dy: tensor<64x10xf32>, %x: tensor<64x48xf32>) -> tensor<48x10xf32> {
  %0 = stablehlo.dot_general %dy, %x, contracting_dims = [0] x [0] : (tensor<64x10xf32>, tensor<64x48xf32>) -> tensor<10x48xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<10x48xf32>) -> tensor<48x10xf32>
  return %1 : tensor<48x10xf32>
}

// -----

// One column: the terms are in lanes, and would not be in the transposed product.
// CHECK-LABEL: @column
// CHECK: iterator_types = ["parallel", "reduction", "parallel"]
// CHECK-SAME: outs(%{{.*}} : tensor<48x1xf32>)
// CHECK: iterator_types = ["parallel", "parallel"]
func.func @column(%x: tensor<64x48xf32>, %y: tensor<64x1xf32>) -> tensor<1x48xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<64x48xf32>, tensor<64x1xf32>) -> tensor<48x1xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<48x1xf32>) -> tensor<1x48xf32>
  return %1 : tensor<1x48xf32>
}

// -----

// Two uses: the product is stored as it is.
// CHECK-LABEL: @both
// CHECK: iterator_types = ["parallel", "reduction", "parallel"]
// CHECK-SAME: outs(%{{.*}} : tensor<48x40xf32>)
// CHECK: iterator_types = ["parallel", "parallel"]
func.func @both(%dy: tensor<64x48xf32>, %x: tensor<64x40xf32>) -> (tensor<48x40xf32>, tensor<40x48xf32>) {
  %0 = stablehlo.dot_general %dy, %x, contracting_dims = [0] x [0] : (tensor<64x48xf32>, tensor<64x40xf32>) -> tensor<48x40xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<48x40xf32>) -> tensor<40x48xf32>
  return %0, %1 : tensor<48x40xf32>, tensor<40x48xf32>
}
