// RUN: lathe-opt %s --stablehlo-to-linalg --fusion --form-tiles --pack-operands=target=avx512+mesh=1 --plan-buffers --schedule-nests=target=avx512+mesh=1 --split-input-file | FileCheck %s
// RUN: lathe-opt %s --stablehlo-to-linalg --fusion --form-tiles --pack-operands=target=avx512 --plan-buffers --schedule-nests=target=avx512 --split-input-file | FileCheck %s --check-prefix=DEFAULT
// RUN: not lathe-opt %s --pack-operands=target=avx512+mesh=2 2>&1 | FileCheck %s --check-prefix=ERROR

// ERROR: error: {{.*}}expected vector, registers, line, l1, l2 or l3 with a number, or mesh or tiles with 0 or 1, but got 'mesh=2'

// Reading from the last-level cache over a mesh takes long, so columns are copied for fewer rows, and smaller columns are copied.
// CHECK-LABEL: @rows64
// CHECK: lathe.packed = 0 : i64
// CHECK: lathe.packed = 1 : i64
// DEFAULT-LABEL: @rows64
// DEFAULT-NOT: lathe.packed
func.func @rows64(%a: tensor<64x500xf32>, %b: tensor<500x400xf32>) -> tensor<64x400xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<64x500xf32>, tensor<500x400xf32>) -> tensor<64x400xf32>
  return %0 : tensor<64x400xf32>
}

// -----

// CHECK-LABEL: @rows63
// CHECK-NOT: lathe.packed
// DEFAULT-LABEL: @rows63
func.func @rows63(%a: tensor<63x500xf32>, %b: tensor<500x400xf32>) -> tensor<63x400xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<63x500xf32>, tensor<500x400xf32>) -> tensor<63x400xf32>
  return %0 : tensor<63x400xf32>
}

// -----

// For few rows, the grid has two blocks, which read 24 rows of the columns at a time.
// CHECK-LABEL: @few
// CHECK: block = array<i64: 2, 8, 24>
// DEFAULT-LABEL: @few
// DEFAULT: block = array<i64: 2, 2, 48>
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
// DEFAULT-LABEL: @gradient
// DEFAULT: linalg.generic {{.*}} ins(%arg0, %arg1 : memref<300x500xf32>, memref<300x256xf32>)
func.func @gradient(%a: tensor<300x500xf32>, %b: tensor<300x256xf32>) -> tensor<500x256xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<300x500xf32>, tensor<300x256xf32>) -> tensor<500x256xf32>
  return %0 : tensor<500x256xf32>
}

// -----

// With fewer columns, the copy does not pay.
// CHECK-LABEL: @narrow
// CHECK-NOT: memref<500x300xf32>
// DEFAULT-LABEL: @narrow
func.func @narrow(%a: tensor<300x500xf32>, %b: tensor<300x255xf32>) -> tensor<500x255xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<300x500xf32>, tensor<300x255xf32>) -> tensor<500x255xf32>
  return %0 : tensor<500x255xf32>
}

// -----

// Columns of 1.1 MiB are too small for blocks, unless they are read over a mesh.
// CHECK-LABEL: @small
// CHECK: block = array<i64: 2, 5, 24>
// DEFAULT-LABEL: @small
// DEFAULT: block = array<i64>
func.func @small(%a: tensor<16x480xf32>, %b: tensor<480x600xf32>) -> tensor<16x600xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<16x480xf32>, tensor<480x600xf32>) -> tensor<16x600xf32>
  return %0 : tensor<16x600xf32>
}

// -----

// The copy has the terms in the order of the loops, and the batch first.
// CHECK-LABEL: @batch
// CHECK: ins(%arg0 : memref<30x2x20x500xf32>) outs(%{{.*}} : memref<2x500x20x30xf32>)
// DEFAULT-LABEL: @batch
func.func @batch(%a: tensor<30x2x20x500xf32>, %b: tensor<2x20x30x256xf32>) -> tensor<2x500x256xf32> {
  %0 = stablehlo.dot_general %a, %b, batching_dims = [1] x [0], contracting_dims = [2, 0] x [1, 2] : (tensor<30x2x20x500xf32>, tensor<2x20x30x256xf32>) -> tensor<2x500x256xf32>
  return %0 : tensor<2x500x256xf32>
}

// -----

// The last dimension has one element, so the terms of a row are adjacent already.
// CHECK-LABEL: @unit
// CHECK-NOT: outs(%{{.*}} : memref<500x1x300xf32>)
// DEFAULT-LABEL: @unit
func.func @unit(%a: tensor<500x300x1xf32>, %b: tensor<300x256xf32>) -> tensor<500x1x256xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<500x300x1xf32>, tensor<300x256xf32>) -> tensor<500x1x256xf32>
  return %0 : tensor<500x1x256xf32>
}
