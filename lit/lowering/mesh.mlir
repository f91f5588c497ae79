// RUN: lathe-opt %s --stablehlo-to-linalg --fusion --form-tiles --pack-operands=target=avx512+mesh=1 --plan-buffers --schedule-nests=target=avx512+mesh=1 --split-input-file | FileCheck %s
// RUN: lathe-opt %s --stablehlo-to-linalg --fusion --form-tiles --pack-operands=target=avx512 --plan-buffers --schedule-nests=target=avx512 --split-input-file | FileCheck %s --check-prefix=RING
// RUN: not lathe-opt %s --pack-operands=target=avx512+mesh=2 2>&1 | FileCheck %s --check-prefix=ERROR

// Reading from the last-level cache over a mesh takes long, so columns are copied for fewer rows.
// ERROR: error: {{.*}}expected vector, registers, line, l1, l2, l3 or mesh with a number, but got 'mesh=2'
// CHECK-LABEL: @rows64
// CHECK: lathe.packed = 0 : i64
// CHECK: lathe.packed = 1 : i64
// RING-LABEL: @rows64
// RING-NOT: lathe.packed
func.func @rows64(%a: tensor<64x500xf32>, %b: tensor<500x500xf32>) -> tensor<64x500xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<64x500xf32>, tensor<500x500xf32>) -> tensor<64x500xf32>
  return %0 : tensor<64x500xf32>
}

// -----

// CHECK-LABEL: @rows63
// CHECK-NOT: lathe.packed
// RING-LABEL: @rows63
func.func @rows63(%a: tensor<63x500xf32>, %b: tensor<500x500xf32>) -> tensor<63x500xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<63x500xf32>, tensor<500x500xf32>) -> tensor<63x500xf32>
  return %0 : tensor<63x500xf32>
}

// -----

// For few rows, the grid has two blocks, which read 24 rows of the columns at a time.
// CHECK-LABEL: @few
// CHECK: block = array<i64: 2, 8, 24>
// RING-LABEL: @few
// RING: block = array<i64: 2, 2, 48>
func.func @few(%a: tensor<16x960xf32>, %b: tensor<960x768xf32>) -> tensor<16x768xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<16x960xf32>, tensor<960x768xf32>) -> tensor<16x768xf32>
  return %0 : tensor<16x768xf32>
}

// -----

// In the gradient of a weight, adjacent elements of the first operand belong to different rows. It is copied, so that the terms of
// a row are adjacent.
// CHECK-LABEL: @gradient
// CHECK: linalg.generic {{.*}} ins(%arg0 : memref<300x500xf32>) outs(%{{.*}} : memref<500x300xf32>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : memref<500x300xf32>, memref<300x256xf32>)
// RING-LABEL: @gradient
// RING: linalg.generic {{.*}} ins(%arg0, %arg1 : memref<300x500xf32>, memref<300x256xf32>)
func.func @gradient(%a: tensor<300x500xf32>, %b: tensor<300x256xf32>) -> tensor<500x256xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<300x500xf32>, tensor<300x256xf32>) -> tensor<500x256xf32>
  return %0 : tensor<500x256xf32>
}

// -----

// With fewer columns, the copy does not pay.
// CHECK-LABEL: @narrow
// CHECK-NOT: memref<500x300xf32>
// RING-LABEL: @narrow
func.func @narrow(%a: tensor<300x500xf32>, %b: tensor<300x255xf32>) -> tensor<500x255xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<300x500xf32>, tensor<300x255xf32>) -> tensor<500x255xf32>
  return %0 : tensor<500x255xf32>
}
