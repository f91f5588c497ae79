// RUN: lathe-opt %s --fusion | FileCheck %s

// A loop whose result is not used stays if it writes memory.

// CHECK-LABEL: func.func @writes(
// CHECK: scf.for
// CHECK: memref.store
func.func @writes(%m: memref<4xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %x) -> f32 {
    memref.store %a, %m[%i] : memref<4xf32>
    %b = arith.addf %a, %a : f32
    scf.yield %b : f32
  }
  return
}

// CHECK-LABEL: func.func @unused(
// CHECK-NOT: scf.for
// CHECK: return
func.func @unused(%x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %x) -> f32 {
    %b = arith.addf %a, %a : f32
    scf.yield %b : f32
  }
  return
}
