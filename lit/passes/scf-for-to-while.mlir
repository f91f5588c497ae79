// RUN: lathe-opt %s --scf-for-to-while | FileCheck %s

// The counter becomes the first carried value.

func.func private @u(index)

// CHECK-LABEL: func.func @plain(
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = scf.while (%arg2 = %c0) : (index) -> index {
// CHECK-NEXT: %1 = arith.cmpi slt, %arg2, %arg0 : index
// CHECK-NEXT: scf.condition(%1) %arg2 : index
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%arg2: index):
// CHECK-NEXT: %1 = arith.addi %arg2, %arg1 : index
// CHECK-NEXT: func.call @u(%arg2) : (index) -> ()
// CHECK-NEXT: scf.yield %1 : index
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @plain(%n: index, %s: index) {
  %c0 = arith.constant 0 : index
  scf.for %i = %c0 to %n step %s {
    func.call @u(%i) : (index) -> ()
  }
  return
}

// CHECK-LABEL: func.func @carried(
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0:2 = scf.while (%arg3 = %c0, %arg4 = %arg2) : (index, f32) -> (index, f32) {
// CHECK-NEXT: %1 = arith.cmpi slt, %arg3, %arg0 : index
// CHECK-NEXT: scf.condition(%1) %arg3, %arg4 : index, f32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%arg3: index, %arg4: f32):
// CHECK-NEXT: %1 = arith.addi %arg3, %arg1 : index
// CHECK-NEXT: %2:2 = scf.while (%arg5 = %arg3, %arg6 = %arg4) : (index, f32) -> (index, f32) {
// CHECK-NEXT: %3 = arith.cmpi slt, %arg5, %arg0 : index
// CHECK-NEXT: scf.condition(%3) %arg5, %arg6 : index, f32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%arg5: index, %arg6: f32):
// CHECK-NEXT: %3 = arith.addi %arg5, %arg1 : index
// CHECK-NEXT: %4 = arith.addf %arg6, %arg2 : f32
// CHECK-NEXT: scf.yield %3, %4 : index, f32
// CHECK-NEXT: } attributes {inner}
// CHECK-NEXT: scf.yield %1, %2#1 : index, f32
// CHECK-NEXT: } attributes {outer}
// CHECK-NEXT: return %0#1 : f32
func.func @carried(%n: index, %s: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %r = scf.for %i = %c0 to %n step %s iter_args(%a = %x) -> f32 {
    %b = scf.for %j = %i to %n step %s iter_args(%d = %a) -> f32 {
      %e = arith.addf %d, %x : f32
      scf.yield %e : f32
    } {inner}
    scf.yield %b : f32
  } {outer}
  return %r : f32
}

// CHECK-LABEL: func.func @unsigned(
// CHECK-NEXT: %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT: %0 = scf.while (%arg2 = %c0_i32) : (i32) -> i32 {
// CHECK-NEXT: %1 = arith.cmpi ult, %arg2, %arg0 : i32
// CHECK-NEXT: scf.condition(%1) %arg2 : i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%arg2: i32):
// CHECK-NEXT: %1 = arith.addi %arg2, %arg1 : i32
// CHECK-NEXT: %2 = arith.index_cast %arg2 : i32 to index
// CHECK-NEXT: func.call @u(%2) : (index) -> ()
// CHECK-NEXT: scf.yield %1 : i32
// CHECK-NEXT: } attributes {unsignedCmp}
// CHECK-NEXT: return
func.func @unsigned(%n: i32, %s: i32) {
  %c0 = arith.constant 0 : i32
  scf.for unsigned %i = %c0 to %n step %s : i32 {
    %0 = arith.index_cast %i : i32 to index
    func.call @u(%0) : (index) -> ()
  }
  return
}
