// RUN: lathe-opt %s --inline | FileCheck %s

// Canonicalization turns the indirect calls into calls, so that @a calls itself.

// CHECK-LABEL: func.func @m(
// CHECK-NEXT: call @a(
// CHECK-NEXT: return
func.func @m(%x: i32) -> i32 {
  %0 = call @a(%x) : (i32) -> i32
  return %0 : i32
}
// CHECK-LABEL: func.func @a(
// CHECK-NEXT: call @a(
// CHECK-NEXT: return
func.func @a(%x: i32) -> i32 {
  %f = constant @b : (i32) -> i32
  %0 = call_indirect %f(%x) : (i32) -> i32
  return %0 : i32
}
// CHECK-LABEL: func.func @b(
// CHECK-NEXT: call @a(
// CHECK-NEXT: return
func.func @b(%x: i32) -> i32 {
  %f = constant @a : (i32) -> i32
  %0 = call_indirect %f(%x) : (i32) -> i32
  return %0 : i32
}
