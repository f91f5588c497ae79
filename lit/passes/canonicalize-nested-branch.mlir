// RUN: lathe-opt %s --allow-unregistered-dialect --canonicalize | FileCheck %s

// A dead operation is forwarded to dead arguments by a nested branch that comes before the operation.

// In the list of blocks, the nested branch comes first.
// CHECK-LABEL: @block_order
// CHECK-NOT: arith.addi
// CHECK:     cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NOT: arith.addi
// CHECK:     return
func.func @block_order(%c: i1, %n: i32) {
  cf.cond_br %c, ^later, ^last
^earlier:
  "test.region"() ({
    cf.cond_br %c, ^x(%d : i32), ^y(%d : i32)
  ^x(%a: i32):
    "test.x"() : () -> ()
  ^y(%b: i32):
    "test.y"() : () -> ()
  }) : () -> ()
  return
^later:
  %d = arith.addi %n, %n : i32
  "test.use"() [^earlier, ^last] : () -> ()
^last:
  return
}

// CHECK-LABEL: @graph
// CHECK:      cf.cond_br %arg0, ^bb1, ^bb2
// CHECK:      "test.y"() : () -> ()
// CHECK-NEXT: }) : () -> ()
// CHECK-NEXT: }) : () -> ()
// CHECK-NEXT: return
func.func @graph(%c: i1, %n: i32) {
  "test.graph"() ({
    "test.region"() ({
      cf.cond_br %c, ^x(%d : i32), ^y(%d : i32)
    ^x(%a: i32):
      "test.x"() : () -> ()
    ^y(%b: i32):
      "test.y"() : () -> ()
    }) : () -> ()
    %d = arith.addi %n, %n : i32
  }) : () -> ()
  return
}
