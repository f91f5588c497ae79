// RUN: lathe-opt %s --sccp | FileCheck %s

// Constants are propagated through loops that run and through loops that do not run.

// CHECK-LABEL: func.func @f(
// CHECK-NEXT: %c6_i32 = arith.constant 6 : i32
// CHECK-NEXT: %c3_i32 = arith.constant 3 : i32
// CHECK-NEXT: %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: return %c3_i32, %c6_i32, %c1_i32 : i32, i32, i32
func.func @f(%x: i32) -> (i32, i32, i32) {
  %a = arith.constant 1 : i32
  %b = arith.constant 2 : i32
  %c = arith.addi %a, %b : i32
  %d = arith.muli %c, %b : i32
  return %c, %d, %a : i32, i32, i32
}

// CHECK-LABEL: func.func @g(
// CHECK-NEXT: %c5 = arith.constant 5 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT: return %c0_i32, %c0_i32 : i32, i32
func.func @g(%lb: index) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %r = scf.for %i = %lb to %c5 step %c1 iter_args(%k = %c0) -> i32 {
    %z = arith.addi %k, %c0 : i32
    scf.yield %z : i32
  }
  %e = scf.for %i = %c5 to %c1 step %c1 iter_args(%k = %c0) -> i32 {
    %z = arith.addi %k, %k : i32
    scf.yield %z : i32
  }
  return %r, %e : i32, i32
}
