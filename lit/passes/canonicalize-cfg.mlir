// RUN: lathe-opt %s --canonicalize | FileCheck %s
// RUN: lathe-opt %s --canonicalize --mlir-disable-threading | FileCheck %s

// Block arguments that only keep each other alive are removed, with the operands for them. Unreachable
// blocks are also removed.
// CHECK-LABEL: func.func @loop
// CHECK-NEXT:    cf.br ^bb1(%arg0 : i32)
// CHECK-NEXT:  ^bb1(%[[X:.*]]: i32):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:    %[[Y:.*]] = arith.muli %[[X]], %arg0 : i32
// CHECK-NEXT:    cf.cond_br %arg1, ^bb1(%[[Y]] : i32), ^bb2(%[[Y]] : i32)
// CHECK-NEXT:  ^bb2(%[[R:.*]]: i32):  // pred: ^bb1
// CHECK-NEXT:    return %[[R]] : i32
// CHECK-NEXT:  }
func.func @loop(%n: i32, %c: i1) -> i32 {
  cf.br ^head(%n, %n : i32, i32)
^head(%x: i32, %unused: i32):
  %d = arith.addi %unused, %n : i32
  %y = arith.muli %x, %n : i32
  cf.cond_br %c, ^head(%y, %d : i32, i32), ^exit(%y, %d : i32, i32)
^exit(%r: i32, %q: i32):
  return %r : i32
^gone:
  %z = arith.addi %n, %n : i32
  cf.br ^exit(%z, %z : i32, i32)
}

// -----

// The loop is dead, since its result is only forwarded to a dead argument. The operations in the loop are live.
// CHECK-LABEL: @dead_loop
// CHECK-NEXT: return %arg0 : i32
func.func @dead_loop(%a: i32, %t: i1) -> i32 {
  %one = arith.constant 1 : i32
  %z = arith.constant 0 : i32
  %w:2 = scf.while (%p = %a, %q = %one) : (i32, i32) -> (i32, i32) {
    %c = arith.cmpi sgt, %p, %z : i32
    scf.condition(%c) %p, %a : i32, i32
  } do {
  ^bb0(%p: i32, %q: i32):
    %d = arith.subi %p, %one : i32
    scf.yield %d, %q : i32, i32
  }
  cf.cond_br %t, ^bb1(%w#1 : i32), ^bb2(%w#0, %w#0 : i32, i32)
^bb1(%x: i32):
  return %w#1 : i32
^bb2(%v: i32, %u: i32):
  cf.br ^bb1(%v : i32)
}

// -----

// In the unreachable loops, operations become operands of themselves. They are not rewritten, and their blocks are erased.
// CHECK-LABEL: @unreachable_loops
// CHECK-NEXT: return %arg0 : i64
func.func @unreachable_loops(%x: i64) -> i64 {
  %false = arith.constant false
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  %i1 = arith.constant 1 : index
  %i3 = arith.constant 3 : index
  %i5 = arith.constant 5 : index
  cf.br ^head
^head:
  cf.cond_br %false, ^outer(%i5 : index), ^exit
^outer(%i: index):
  %c = arith.cmpi slt, %i, %i3 : index
  cf.cond_br %c, ^inner(%zero : i32), ^end
^inner(%n: i32):
  %d = arith.cmpi ult, %n, %three : i32
  cf.cond_br %d, ^body(%n : i32), ^next
^body(%m: i32):
  %sum = arith.addi %m, %one : i32
  cf.br ^inner(%sum : i32)
^next:
  %j = arith.addi %i, %i1 : index
  cf.br ^outer(%j : index)
^end:
  cf.br ^head
^exit:
  return %x : i64
}
