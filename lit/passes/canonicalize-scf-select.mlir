// RUN: lathe-opt %s --canonicalize | FileCheck %s

// Selects are inserted before the remaining if.

func.func private @v() -> i32

// CHECK-LABEL: func.func @i3(
// CHECK-NEXT: %0 = arith.select %arg0, %arg1, %arg2 : i32
// CHECK-NEXT: %1 = scf.if %arg0 -> (i32) {
// CHECK-NEXT: %2 = func.call @v() : () -> i32
// CHECK-NEXT: scf.yield %2 : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %arg2 : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %0, %1 : i32, i32
func.func @i3(%p: i1, %x: i32, %y: i32) -> (i32, i32) {
  %r:2 = scf.if %p -> (i32, i32) { %z = func.call @v() : () -> i32
  scf.yield %x, %z : i32, i32 } else { scf.yield %y, %y : i32, i32 }
  return %r#0, %r#1 : i32, i32
}

// CHECK-LABEL: func.func @i4(
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %0 = arith.xori %arg0, %true : i1
// CHECK-NEXT: %1 = scf.if %arg0 -> (i32) {
// CHECK-NEXT: %2 = func.call @v() : () -> i32
// CHECK-NEXT: scf.yield %2 : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %arg2 : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %0, %1 : i1, i32
func.func @i4(%p: i1, %x: i32, %y: i32) -> (i1, i32) {
  %t = arith.constant true
  %f = arith.constant false
  %r:2 = scf.if %p -> (i1, i32) { %z = func.call @v() : () -> i32
  scf.yield %f, %z : i1, i32 } else { scf.yield %t, %y : i1, i32 }
  return %r#0, %r#1 : i1, i32
}
