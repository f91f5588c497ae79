// RUN: lathe-opt %s --canonicalize --allow-unregistered-dialect | FileCheck %s

// Patterns of cf.switch.

// CHECK-LABEL: func.func @same_as_default(
// CHECK-NEXT: cf.switch %arg0 : i32, [
// CHECK-NEXT: default: ^bb1(%arg1 : f32),
// CHECK-NEXT: 10: ^bb2(%arg2 : f32)
// CHECK-NEXT: ]
// CHECK-NEXT: ^bb1(%0: f32):  // pred: ^bb0
// CHECK-NEXT: return %0 : f32
// CHECK-NEXT: ^bb2(%1: f32):  // pred: ^bb0
// CHECK-NEXT: %2 = arith.addf %1, %1 : f32
// CHECK-NEXT: return %2 : f32
func.func @same_as_default(%f: i32, %x: f32, %y: f32) -> f32 {
  cf.switch %f : i32, [default: ^bb1(%x : f32), 10: ^bb2(%y : f32), 17: ^bb1(%x : f32)]
^bb1(%a: f32):
  return %a : f32
^bb2(%b: f32):
  %c = arith.addf %b, %b : f32
  return %c : f32
}

// CHECK-LABEL: func.func @through(
// CHECK-NEXT: cf.switch %arg0 : i32, [
// CHECK-NEXT: default: ^bb2(%arg1 : f32),
// CHECK-NEXT: 10: ^bb1(%arg2 : f32)
// CHECK-NEXT: ]
// CHECK-NEXT: ^bb1(%0: f32):  // pred: ^bb0
// CHECK-NEXT: %1 = arith.addf %0, %0 : f32
// CHECK-NEXT: return %1 : f32
// CHECK-NEXT: ^bb2(%2: f32):  // pred: ^bb0
// CHECK-NEXT: %3 = arith.mulf %2, %2 : f32
// CHECK-NEXT: return %3 : f32
func.func @through(%f: i32, %x: f32, %y: f32) -> f32 {
  cf.switch %f : i32, [default: ^bb1(%x : f32), 10: ^bb2(%y : f32)]
^bb1(%a: f32):
  cf.br ^bb3(%a : f32)
^bb2(%b: f32):
  %c = arith.addf %b, %b : f32
  return %c : f32
^bb3(%d: f32):
  %e = arith.mulf %d, %d : f32
  return %e : f32
}

// CHECK-LABEL: func.func @again(
// CHECK-NEXT: cf.switch %arg0 : i32, [
// CHECK-NEXT: default: ^bb2(%arg1 : f32),
// CHECK-NEXT: 42: ^bb1
// CHECK-NEXT: ]
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT: %0 = arith.addf %arg2, %arg2 : f32
// CHECK-NEXT: return %0 : f32
// CHECK-NEXT: ^bb2(%1: f32):  // pred: ^bb0
// CHECK-NEXT: %2 = arith.mulf %1, %1 : f32
// CHECK-NEXT: return %2 : f32
func.func @again(%f: i32, %x: f32, %y: f32) -> f32 {
  cf.switch %f : i32, [default: ^bb2(%x : f32), 42: ^bb1]
^bb1:
  cf.switch %f : i32, [default: ^bb2(%y : f32), 42: ^bb3(%y : f32)]
^bb2(%d: f32):
  %e = arith.mulf %d, %d : f32
  return %e : f32
^bb3(%g: f32):
  %h = arith.addf %g, %g : f32
  return %h : f32
}

// CHECK-LABEL: func.func @excluded(
// CHECK-NEXT: cf.switch %arg0 : i32, [
// CHECK-NEXT: default: ^bb1,
// CHECK-NEXT: 42: ^bb2(%arg1 : f32)
// CHECK-NEXT: ]
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT: cf.switch %arg0 : i32, [
// CHECK-NEXT: default: ^bb2(%arg2 : f32),
// CHECK-NEXT: 43: ^bb3(%arg2 : f32)
// CHECK-NEXT: ]
// CHECK-NEXT: ^bb2(%0: f32):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT: %1 = arith.mulf %0, %0 : f32
// CHECK-NEXT: return %1 : f32
// CHECK-NEXT: ^bb3(%2: f32):  // pred: ^bb1
// CHECK-NEXT: %3 = arith.addf %2, %2 : f32
// CHECK-NEXT: return %3 : f32
func.func @excluded(%f: i32, %x: f32, %y: f32) -> f32 {
  cf.switch %f : i32, [default: ^bb1, 42: ^bb2(%x : f32)]
^bb1:
  cf.switch %f : i32, [default: ^bb2(%y : f32), 42: ^bb3(%x : f32), 43: ^bb3(%y : f32)]
^bb2(%d: f32):
  %e = arith.mulf %d, %d : f32
  return %e : f32
^bb3(%g: f32):
  %h = arith.addf %g, %g : f32
  return %h : f32
}

// If a block argument is removed, the operands of cases for this argument are removed too.

// CHECK-LABEL: func.func @unused_argument(
// CHECK-NEXT: "foo.use"() : () -> ()
// CHECK-NEXT: cf.switch %arg0 : i32, [
// CHECK-NEXT: default: ^bb1(%arg2 : i32),
// CHECK-NEXT: 0: ^bb1(%arg3 : i32),
// CHECK-NEXT: 1: ^bb2
// CHECK-NEXT: ]
// CHECK-NEXT: ^bb1(%0: i32):
func.func @unused_argument(%s: i32, %a: i32, %b: i32, %c: i32) -> i32 {
  "foo.use"() : () -> ()
  cf.switch %s : i32, [default: ^bb1(%a, %b : i32, i32), 0: ^bb1(%b, %c : i32, i32), 1: ^bb2(%a : i32)]
^bb1(%x: i32, %y: i32):
  return %y : i32
^bb2(%z: i32):
  "foo.use"() : () -> ()
  return %s : i32
}

// CHECK-LABEL: func.func @no_argument_used(
// CHECK-NEXT: return
func.func @no_argument_used(%s: i32, %a: i32, %b: i32) {
  cf.switch %s : i32, [default: ^bb1(%a : i32), 0: ^bb1(%b : i32)]
^bb1(%x: i32):
  return
}
