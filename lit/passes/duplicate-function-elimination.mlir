// RUN: lathe-opt %s --duplicate-function-elimination | FileCheck %s

// Of functions that differ only in their names, one is kept.

// CHECK-LABEL: func.func @first(
// CHECK-NEXT: %0 = arith.subi %arg0, %arg0 : i32
// CHECK-NEXT: return %0 : i32
func.func @first(%x: i32) -> i32 {
  %0 = arith.subi %x, %x : i32
  return %0 : i32
}

// CHECK-NOT: func.func @second(
func.func @second(%y: i32) -> i32 {
  %0 = arith.subi %y, %y : i32
  return %0 : i32
}

// CHECK-LABEL: func.func @other(
// CHECK-NEXT: %0 = arith.addi %arg0, %arg0 : i32
// CHECK-NEXT: return %0 : i32
func.func @other(%y: i32) -> i32 {
  %0 = arith.addi %y, %y : i32
  return %0 : i32
}

// CHECK-LABEL: func.func @calls(
// CHECK-NEXT: %0 = call @first(%arg0) : (i32) -> i32
// CHECK-NEXT: %1 = call @other(%arg0) : (i32) -> i32
// CHECK-NEXT: return %0, %1 : i32, i32
func.func @calls(%x: i32) -> (i32, i32) {
  %0 = call @second(%x) : (i32) -> i32
  %1 = call @other(%x) : (i32) -> i32
  return %0, %1 : i32, i32
}
