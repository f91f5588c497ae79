// RUN: lathe-opt %s --control-flow-sink | FileCheck %s

// Operations whose results only one branch uses move into this branch.

func.func private @u(i32)

// CHECK-LABEL: func.func @sink(
// CHECK-NEXT: %0 = arith.addi %arg1, %arg1 : i32
// CHECK-NEXT: scf.if %arg0 {
// CHECK-NEXT: %1 = arith.muli %0, %arg1 : i32
// CHECK-NEXT: func.call @u(%1) : (i32) -> ()
// CHECK-NEXT: } else {
// CHECK-NEXT: %1 = arith.subi %arg1, %0 : i32
// CHECK-NEXT: func.call @u(%1) : (i32) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @sink(%p: i1, %x: i32) {
  %a = arith.addi %x, %x : i32
  %b = arith.muli %a, %x : i32
  %c = arith.subi %x, %a : i32
  scf.if %p {
    func.call @u(%b) : (i32) -> ()
  } else {
    func.call @u(%c) : (i32) -> ()
  }
  return
}

// CHECK-LABEL: func.func @stays(
// CHECK-NEXT: %0 = arith.addi %arg1, %arg1 : i32
// CHECK-NEXT: scf.if %arg0 {
// CHECK-NEXT: func.call @u(%0) : (i32) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return %0 : i32
func.func @stays(%p: i1, %x: i32, %n: index) -> i32 {
  %a = arith.addi %x, %x : i32
  scf.if %p {
    func.call @u(%a) : (i32) -> ()
  }
  return %a : i32
}

// CHECK-LABEL: func.func @loop(
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = arith.addi %arg0, %arg0 : i32
// CHECK-NEXT: scf.for %arg2 = %c0 to %arg1 step %c1 {
// CHECK-NEXT: func.call @u(%0) : (i32) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @loop(%x: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = arith.addi %x, %x : i32
  scf.for %i = %c0 to %n step %c1 {
    func.call @u(%a) : (i32) -> ()
  }
  return
}
