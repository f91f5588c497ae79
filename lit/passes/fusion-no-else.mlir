// RUN: lathe-opt %s --fusion | FileCheck %s

// An if without else has an empty region.

// CHECK-LABEL: func.func @f(
// CHECK: scf.if
func.func @f(%c: i1, %m: memref<f32>, %x: f32) {
  scf.if %c {
    memref.store %x, %m[] : memref<f32>
  }
  return
}
