// RUN: lathe-opt %s --mlir-print-local-scope | FileCheck %s
// RUN: lathe-opt %s --mlir-print-op-generic | lathe-opt --mlir-print-local-scope | FileCheck %s

#map = affine_map<(d0)[s0] -> (d0 + s0)>
#set = affine_set<(d0)[s0] : (d0 - s0 >= 0)>
func.func @f(%m: memref<?x?xf32>, %n: index, %f: f32, %v: memref<10xf32>, %dst: memref<4xf32, 1>, %tag: memref<1xi32>, %num: index) -> f32 {
  affine.for %i = 0 to 10 {
  }
  affine.for %i = 0 to %n step 2 {
    affine.for %j = #map(%i)[%n] to min affine_map<(d0)[s0] -> (d0, s0 + 4)>(%i)[%n] {
      %0 = affine.load %m[%i + 1, %j * 2 + symbol(%n)] : memref<?x?xf32>
      affine.store %0, %m[%i, %j] {x} : memref<?x?xf32>
      affine.prefetch %m[%i, %j + 5], write, locality<2>, instr {y} : memref<?x?xf32>
      affine.prefetch %m[%i, %j], read, locality<0>, data : memref<?x?xf32>
      %1 = affine.apply #map(%i)[%n]
      %2 = affine.min affine_map<(d0, d1)[s0] -> (d0, d1 + s0, 5)>(%i, %j)[%n]
      %3 = affine.max affine_map<(d0) -> (d0, 5)>(%i) {z}
      affine.if #set(%i)[%n] {
        affine.yield
      } else {
        %q = affine.vector_load %m[%i, %j] : memref<?x?xf32>, vector<4xf32>
        affine.vector_store %q, %m[%j floordiv 3, %j mod 4] : memref<?x?xf32>, vector<4xf32>
      } {w}
    } {a = 1 : i32}
  }
  %r = affine.for %i = 0 to 10 iter_args(%acc = %f) -> (f32) {
    affine.yield %acc : f32
  }
  %s:2 = affine.for %i = -5 to 10 iter_args(%acc = %f, %b = %n) -> (f32, index) {
    affine.yield %acc, %b : f32, index
  }
  affine.parallel (%x, %y) = (0, %n) to (10, min(%n, 4, %n * 2)) step (1, 3) {
    affine.yield
  }
  %p:2 = affine.parallel (%x) = (max(0, symbol(%n))) to (%n + 4) reduce ("addf", "mulf") -> (f32, f32) {
    affine.yield %f, %f : f32, f32
  } {q}
  affine.parallel () = () to () {
  }
  %t = affine.if #set(%n)[%n] -> f32 {
    affine.yield %f : f32
  } else {
    affine.yield %r : f32
  }
  %u:2 = affine.if #set(%n)[%n] -> (f32, f32) {
    affine.yield %f, %f : f32, f32
  } else {
    affine.yield %r, %f : f32, f32
  }
  %d:3 = affine.delinearize_index %n into (%n, 3, 4) : index, index, index
  %d2:3 = affine.delinearize_index %n into (3, 4) {k} : index, index, index
  %l = affine.linearize_index [%n, %n] by (3, %n) : index
  %l2 = affine.linearize_index disjoint [%n, %n] by (3) {k} : index
  %l3 = affine.linearize_index [] by () : index
  %c0 = arith.constant 0 : index
  affine.dma_start %v[%c0], %dst[%c0 + 2], %tag[%c0], %num : memref<10xf32>, memref<4xf32, 1>, memref<1xi32>
  affine.dma_start %v[%c0], %dst[symbol(%c0) + 2], %tag[%c0], %num, %n, %n : memref<10xf32>, memref<4xf32, 1>, memref<1xi32>
  affine.dma_wait %tag[%c0], %num : memref<1xi32>
  %al = affine.load %v[7] : memref<10xf32>
  %al2 = affine.load %v[symbol(%n) * 3 - 5] {to_be = "x"} : memref<10xf32>
  return %r : f32
}

// The output must have these lines in this order.
// CHECK: func.func @f(%arg0: memref<?x?xf32>, %arg1: index, %arg2: f32, %arg3: memref<10xf32>, %arg4: memref<4xf32, 1>, %arg5: memref<1xi32>, %arg6: index) -> f32 {
// CHECK-NEXT: affine.for %arg7 = 0 to 10 {
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg7 = 0 to %arg1 step 2 {
// CHECK-NEXT: affine.for %arg8 = affine_map<(d0)[s0] -> (d0 + s0)>(%arg7)[%arg1] to min affine_map<(d0)[s0] -> (d0, s0 + 4)>(%arg7)[%arg1] {
// CHECK-NEXT: %12 = affine.load %arg0[%arg7 + 1, %arg8 * 2 + symbol(%arg1)] : memref<?x?xf32>
// CHECK-NEXT: affine.store %12, %arg0[%arg7, %arg8] {x} : memref<?x?xf32>
// CHECK-NEXT: affine.prefetch %arg0[%arg7, %arg8 + 5], write, locality<2>, instr {y} : memref<?x?xf32>
// CHECK-NEXT: affine.prefetch %arg0[%arg7, %arg8], read, locality<0>, data : memref<?x?xf32>
// CHECK-NEXT: %13 = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%arg7)[%arg1]
// CHECK-NEXT: %14 = affine.min affine_map<(d0, d1)[s0] -> (d0, d1 + s0, 5)>(%arg7, %arg8)[%arg1]
// CHECK-NEXT: %15 = affine.max affine_map<(d0) -> (d0, 5)>(%arg7) {z}
// CHECK-NEXT: affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0)>(%arg7)[%arg1] {
// CHECK-NEXT: } else {
// CHECK-NEXT: %16 = affine.vector_load %arg0[%arg7, %arg8] : memref<?x?xf32>, vector<4xf32>
// CHECK-NEXT: affine.vector_store %16, %arg0[%arg8 floordiv 3, %arg8 mod 4] : memref<?x?xf32>, vector<4xf32>
// CHECK-NEXT: } {w}
// CHECK-NEXT: } {a = 1 : i32}
// CHECK-NEXT: }
// CHECK-NEXT: %0 = affine.for %arg7 = 0 to 10 iter_args(%arg8 = %arg2) -> (f32) {
// CHECK-NEXT: affine.yield %arg8 : f32
// CHECK-NEXT: }
// CHECK-NEXT: %1:2 = affine.for %arg7 = -5 to 10 iter_args(%arg8 = %arg2, %arg9 = %arg1) -> (f32, index) {
// CHECK-NEXT: affine.yield %arg8, %arg9 : f32, index
// CHECK-NEXT: }
// CHECK-NEXT: affine.parallel (%arg7, %arg8) = (0, %arg1) to (10, min(%arg1, 4, %arg1 * 2)) step (1, 3) {
// CHECK-NEXT: }
// CHECK-NEXT: %2:2 = affine.parallel (%arg7) = (max(0, symbol(%arg1))) to (%arg1 + 4) reduce ("addf", "mulf") -> (f32, f32) {
// CHECK-NEXT: affine.yield %arg2, %arg2 : f32, f32
// CHECK-NEXT: } {q}
// CHECK-NEXT: affine.parallel () = () to () {
// CHECK-NEXT: }
// CHECK-NEXT: %3 = affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0)>(%arg1)[%arg1] -> f32 {
// CHECK-NEXT: affine.yield %arg2 : f32
// CHECK-NEXT: } else {
// CHECK-NEXT: affine.yield %0 : f32
// CHECK-NEXT: }
// CHECK-NEXT: %4:2 = affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0)>(%arg1)[%arg1] -> (f32, f32) {
// CHECK-NEXT: affine.yield %arg2, %arg2 : f32, f32
// CHECK-NEXT: } else {
// CHECK-NEXT: affine.yield %0, %arg2 : f32, f32
// CHECK-NEXT: }
// CHECK-NEXT: %5:3 = affine.delinearize_index %arg1 into (%arg1, 3, 4) : index, index, index
// CHECK-NEXT: %6:3 = affine.delinearize_index %arg1 into (3, 4) {k} : index, index, index
// CHECK-NEXT: %7 = affine.linearize_index [%arg1, %arg1] by (3, %arg1) : index
// CHECK-NEXT: %8 = affine.linearize_index disjoint [%arg1, %arg1] by (3) {k} : index
// CHECK-NEXT: %9 = affine.linearize_index [] by () : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: affine.dma_start %arg3[%c0], %arg4[%c0 + 2], %arg5[%c0], %arg6 : memref<10xf32>, memref<4xf32, 1>, memref<1xi32>
// CHECK-NEXT: affine.dma_start %arg3[%c0], %arg4[symbol(%c0) + 2], %arg5[%c0], %arg6, %arg1, %arg1 : memref<10xf32>, memref<4xf32, 1>, memref<1xi32>
// CHECK-NEXT: affine.dma_wait %arg5[%c0], %arg6 : memref<1xi32>
// CHECK-NEXT: %10 = affine.load %arg3[7] : memref<10xf32>
// CHECK-NEXT: %11 = affine.load %arg3[symbol(%arg1) * 3 - 5] {to_be = "x"} : memref<10xf32>
// CHECK-NEXT: return %0 : f32
// CHECK-NEXT: }
