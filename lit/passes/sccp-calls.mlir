// RUN: lathe-opt %s --sccp | FileCheck %s

// Constants are propagated through calls and branches.

func.func private @known(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  return %0 : i32
}
func.func private @differs(%x: i32) -> i32 {
  return %x : i32
}
func.func private @never(%x: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  return %c1 : i32
}

// CHECK-LABEL: func.func @calls(
// CHECK-NEXT: %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT: %c3_i32 = arith.constant 3 : i32
// CHECK-NEXT: %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT: %0 = call @known(%c2_i32) : (i32) -> i32
// CHECK-NEXT: %1 = call @differs(%c2_i32) : (i32) -> i32
// CHECK-NEXT: %2 = call @differs(%c3_i32) : (i32) -> i32
// CHECK-NEXT: return %c4_i32, %1, %2 : i32, i32, i32
func.func @calls() -> (i32, i32, i32) {
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %0 = call @known(%c2) : (i32) -> i32
  %1 = call @differs(%c2) : (i32) -> i32
  %2 = call @differs(%c3) : (i32) -> i32
  return %0, %1, %2 : i32, i32, i32
}

// CHECK-LABEL: func.func @branches(
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: cf.br ^bb1(%c1_i32 : i32)
// CHECK-NEXT: ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT: cf.cond_br %arg0, ^bb1(%c1_i32 : i32), ^bb2(%c1_i32 : i32)
// CHECK-NEXT: ^bb2(%1: i32):  // pred: ^bb1
// CHECK-NEXT: return %c1_i32 : i32
func.func @branches(%p: i1) -> i32 {
  %c1 = arith.constant 1 : i32
  cf.br ^bb1(%c1 : i32)
^bb1(%x: i32):
  cf.cond_br %p, ^bb1(%x : i32), ^bb2(%x : i32)
^bb2(%y: i32):
  return %y : i32
}

// CHECK-LABEL: func.func @dead_edge(
// CHECK-NEXT: %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: cf.cond_br %true, ^bb1(%c1_i32 : i32), ^bb1(%c2_i32 : i32)
// CHECK-NEXT: ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb0
// CHECK-NEXT: return %0 : i32
func.func @dead_edge() -> i32 {
  %true = arith.constant true
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  cf.cond_br %true, ^bb1(%c1 : i32), ^bb1(%c2 : i32)
^bb1(%x: i32):
  return %x : i32
}

// CHECK-LABEL: func.func @structured(
// CHECK-NEXT: %c8_i32 = arith.constant 8 : i32
// CHECK-NEXT: %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = scf.if %arg1 -> (i32) {
// CHECK-NEXT: scf.yield %c7_i32 : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %c8_i32 : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %c7_i32, %0, %c7_i32 : i32, i32, i32
func.func @structured(%n: index, %p: i1) -> (i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 7 : i32
  %y = arith.constant 8 : i32
  %a = scf.if %p -> i32 {
    scf.yield %x : i32
  } else {
    scf.yield %x : i32
  }
  %b = scf.if %p -> i32 {
    scf.yield %x : i32
  } else {
    scf.yield %y : i32
  }
  %w = scf.while (%i = %x) : (i32) -> i32 {
    scf.condition(%p) %i : i32
  } do {
  ^bb0(%i: i32):
    scf.yield %i : i32
  }
  return %a, %b, %w : i32, i32, i32
}
