// RUN: lathe-opt %s --inline --split-input-file | FileCheck %s

// The call of @p in @m is its only use, although the call refers to @p twice.

// CHECK-LABEL: func.func @m(
// CHECK-NEXT: return %arg0
// CHECK-NOT: @p
func.func @m(%x: i32) -> i32 {
  %0 = call @p(%x) {t.s = [@p]} : (i32) -> i32
  return %0 : i32
}
func.func private @p(%x: i32) -> i32 {
  return %x : i32
}

// -----

// Functions of nested visibility are erased if all references to them are known.

// CHECK-LABEL: module @inner
// CHECK-NOT: @unused
// CHECK: func.func nested @used
// CHECK-NOT: @user
module @inner {
  func.func nested @unused() {
    return
  }
  func.func nested @used() {
    return
  }
}
func.func @m() attributes {t.s = @inner::@used} {
  return
}
func.func nested @user() {
  return
}

// -----

// An attribute that refers to the function itself is no recursion.

// CHECK-LABEL: func.func @n(
// CHECK-NEXT: return %arg0
func.func @n(%x: i32) -> i32 {
  %0 = call @r(%x) : (i32) -> i32
  return %0 : i32
}
func.func private @r(%x: i32) -> i32 attributes {t.s = @r} {
  return %x : i32
}
