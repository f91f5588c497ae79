// RUN: lathe-opt %s --canonicalize | FileCheck %s

// Patterns of scf.

func.func private @u(i32)
func.func private @v()

// CHECK-LABEL: func.func @i1(
// CHECK-NEXT: %0 = arith.select %arg0, %arg1, %arg2 : i32
// CHECK-NEXT: return %0 : i32
func.func @i1(%p: i1, %x: i32, %y: i32) -> i32 {
  %r = scf.if %p -> i32 { scf.yield %x : i32 } else { scf.yield %y : i32 }
  return %r : i32
}

// CHECK-LABEL: func.func @i2(
// CHECK-NEXT: scf.if %arg0 {
// CHECK-NEXT: func.call @v() : () -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @i2(%p: i1) {
  scf.if %p { func.call @v() : () -> () } else { }
  return
}

// CHECK-LABEL: func.func @i3(
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %0 = arith.xori %arg0, %true : i1
// CHECK-NEXT: scf.if %arg0 {
// CHECK-NEXT: func.call @v() : () -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return %arg0, %0 : i1, i1
func.func @i3(%p: i1) -> (i1, i1) {
  %t = arith.constant true
  %f = arith.constant false
  %r:3 = scf.if %p -> (i1, i1, i1) { func.call @v() : () -> ()
  scf.yield %t, %f, %f : i1, i1, i1 } else { scf.yield %f, %t, %t : i1, i1, i1 }
  return %r#0, %r#1 : i1, i1
}

// CHECK-LABEL: func.func @i4(
// CHECK-NEXT: %0 = arith.andi %arg0, %arg1 : i1
// CHECK-NEXT: scf.if %0 {
// CHECK-NEXT: func.call @v() : () -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @i4(%p: i1, %q: i1) {
  scf.if %p { scf.if %q { func.call @v() : () -> () } }
  return
}

// CHECK-LABEL: func.func @i5(
// CHECK-NEXT: %0 = arith.andi %arg0, %arg1 : i1
// CHECK-NEXT: %1 = scf.if %0 -> (i32) {
// CHECK-NEXT: %2 = func.call @w() : () -> i32
// CHECK-NEXT: scf.yield %2 : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %arg3 : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %1 : i32
func.func @i5(%p: i1, %q: i1, %x: i32, %y: i32) -> i32 {
  %r = scf.if %p -> i32 {
    %s = scf.if %q -> i32 { %z = func.call @w() : () -> i32
    scf.yield %z : i32 } else { scf.yield %y : i32 }
    scf.yield %s : i32
  } else { scf.yield %y : i32 }
  return %r : i32
}
func.func private @w() -> i32

// CHECK-LABEL: func.func @i6(
// CHECK-NEXT: %0 = scf.if %arg0 -> (i32) {
// CHECK-NEXT: %1 = func.call @w() : () -> i32
// CHECK-NEXT: %2 = arith.addi %1, %arg1 : i32
// CHECK-NEXT: func.call @u(%2) : (i32) -> ()
// CHECK-NEXT: scf.yield %2 : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: func.call @u(%arg1) : (i32) -> ()
// CHECK-NEXT: scf.yield %arg1 : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %0 : i32
func.func @i6(%p: i1, %x: i32) -> i32 {
  %r = scf.if %p -> i32 { %z = func.call @w() : () -> i32
  scf.yield %z : i32 } else { scf.yield %x : i32 }
  %s = scf.if %p -> i32 { %z = arith.addi %r, %x : i32
  func.call @u(%z) : (i32) -> ()
  scf.yield %z : i32 } else {
  func.call @u(%r) : (i32) -> ()
  scf.yield %x : i32 }
  return %s : i32
}

// CHECK-LABEL: func.func @i7(
// CHECK-NEXT: scf.if %arg0 {
// CHECK-NEXT: %0 = func.call @w() : () -> i32
// CHECK-NEXT: } else {
// CHECK-NEXT: func.call @v() : () -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @i7(%p: i1) {
  %t = arith.constant true
  %n = arith.xori %p, %t : i1
  scf.if %n { func.call @v() : () -> () } else { 
    %z = func.call @w() : () -> i32
    }
  return
}

// CHECK-LABEL: func.func @i8(
// CHECK-NEXT: %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: scf.if %arg0 {
// CHECK-NEXT: func.call @u(%c1_i32) : (i32) -> ()
// CHECK-NEXT: } else {
// CHECK-NEXT: func.call @u(%c0_i32) : (i32) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @i8(%p: i1) {
  scf.if %p { 
  %e = arith.extui %p : i1 to i32
  func.call @u(%e) : (i32) -> () } else {   %e = arith.extui %p : i1 to i32
  func.call @u(%e) : (i32) -> ()  }
  return
}

// CHECK-LABEL: func.func @f1(
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0:2 = scf.for %arg4 = %c0 to %arg0 step %arg1 iter_args(%arg5 = %arg3, %arg6 = %arg3) -> (i32, i32) {
// CHECK-NEXT: %1 = arith.addi %arg5, %arg2 : i32
// CHECK-NEXT: %2 = arith.addi %arg6, %arg2 : i32
// CHECK-NEXT: func.call @u(%1) : (i32) -> ()
// CHECK-NEXT: scf.yield %1, %2 : i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: return %arg2, %0#0, %arg2, %0#0 : i32, i32, i32, i32
func.func @f1(%n: index, %s: index, %x: i32, %y: i32) -> (i32, i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %r:5 = scf.for %i = %c0 to %n step %s iter_args(%a = %x, %b = %y, %c = %x, %d = %y, %e = %y) -> (i32, i32, i32, i32, i32) {
    %z = arith.addi %b, %x : i32
    %z2 = arith.addi %e, %x : i32
    func.call @u(%z) : (i32) -> ()
    scf.yield %a, %z, %x, %z, %z2 : i32, i32, i32, i32, i32
  }
  return %r#0, %r#1, %r#2, %r#3 : i32, i32, i32, i32
}

// CHECK-LABEL: func.func @f2(
// CHECK-NEXT: return %arg1 : i32
func.func @f2(%x: i32, %y: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %r = scf.for %i = %c0 to %c5 step %c1 iter_args(%a = %x) -> i32 {
    scf.yield %y : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @s1(
// CHECK-NEXT: return %arg0 : i32
func.func @s1(%x: i32, %y: i32) -> i32 {
  %c2 = arith.constant 2 : index
  %r = scf.index_switch %c2 -> i32
  case 2 { scf.yield %x : i32 } 
  default { scf.yield %y : i32 }
  return %r : i32
}

// CHECK-LABEL: func.func @e1(
// CHECK-NEXT: %0 = arith.addi %arg0, %arg1 : i32
// CHECK-NEXT: return %0 : i32
func.func @e1(%x: i32, %y: i32) -> i32 {
  %r = scf.execute_region -> i32 {
    %z = arith.addi %x, %y : i32
    scf.yield %z : i32
  }
  return %r : i32
}
func.func private @cond() -> i1

// CHECK-LABEL: func.func @w1(
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: %0 = scf.while (%arg2 = %arg0) : (i32) -> i32 {
// CHECK-NEXT: %1 = func.call @cond() : () -> i1
// CHECK-NEXT: scf.condition(%1) %arg2 : i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%arg2: i32):
// CHECK-NEXT: func.call @u(%c1_i32) : (i32) -> ()
// CHECK-NEXT: %1 = arith.addi %arg2, %arg2 : i32
// CHECK-NEXT: scf.yield %1 : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %0 : i32
func.func @w1(%x: i32, %y: i32) -> i32 {
  %r:3 = scf.while (%a = %x, %b = %y) : (i32, i32) -> (i32, i32, i1) {
    %p = func.call @cond() : () -> i1
    scf.condition(%p) %a, %a, %p : i32, i32, i1
  } do {
  ^bb0(%a: i32, %b: i32, %p: i1):
    %e = arith.extui %p : i1 to i32
    func.call @u(%e) : (i32) -> ()
    %z = arith.addi %a, %b : i32
    scf.yield %z, %b : i32, i32
  }
  return %r#0 : i32
}

// CHECK-LABEL: func.func @w2(
// CHECK-NEXT: %0:2 = scf.while (%arg2 = %arg0) : (i32) -> (i32, i32) {
// CHECK-NEXT: %1 = func.call @cond() : () -> i1
// CHECK-NEXT: %2 = func.call @w() : () -> i32
// CHECK-NEXT: scf.condition(%1) %arg2, %2 : i32, i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%arg2: i32, %arg3: i32):
// CHECK-NEXT: func.call @u(%arg3) : (i32) -> ()
// CHECK-NEXT: scf.yield %arg3 : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %0#0 : i32
func.func @w2(%x: i32, %y: i32) -> i32 {
  %r:2 = scf.while (%a = %x) : (i32) -> (i32, i32) {
    %p = func.call @cond() : () -> i1
    %z = func.call @w() : () -> i32
    scf.condition(%p) %a, %z : i32, i32
  } do {
  ^bb0(%a: i32, %b: i32):
    func.call @u(%b) : (i32) -> ()
    scf.yield %b : i32
  }
  return %r#0 : i32
}
