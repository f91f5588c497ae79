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
