// RUN: lathe-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @merge
// CHECK-SAME: (%[[X:.*]]: i32)
// CHECK-NEXT: %[[A:.*]] = arith.addi %[[X]], %[[X]] : i32
// CHECK-NEXT: return %[[A]] : i32
func.func @merge(%x: i32) -> i32 {
  %true = arith.constant true
  cf.assert %true, "always"
  cf.cond_br %true, ^bb1(%x : i32), ^bb2(%x : i32)
^bb1(%y: i32):
  %0 = arith.addi %y, %x : i32
  cf.br ^bb2(%0 : i32)
^bb2(%z: i32):
  return %z : i32
}

// CHECK-LABEL: func.func @same
// CHECK-SAME: (%[[P:.*]]: i1, %[[X:.*]]: i32, %[[Y:.*]]: i32)
// CHECK-NEXT: %[[A:.*]] = arith.select %[[P]], %[[X]], %[[Y]] : i32
// CHECK-NEXT: return %[[A]] : i32
func.func @same(%p: i1, %x: i32, %y: i32) -> i32 {
  cf.cond_br %p, ^bb1, ^bb2
^bb1:
  cf.br ^bb3(%x : i32)
^bb2:
  cf.br ^bb3(%y : i32)
^bb3(%z: i32):
  return %z : i32
}

// CHECK-LABEL: func.func @known
// CHECK-SAME: (%[[P:.*]]: i1)
// CHECK-DAG: %[[T:.*]] = arith.constant true
// CHECK-DAG: %[[F:.*]] = arith.constant false
// CHECK: cf.cond_br %[[P]], ^[[B1:.*]], ^[[B2:.*]]
// CHECK: ^[[B1]]:
// CHECK-NEXT: return %[[T]] : i1
// CHECK: ^[[B2]]:
// CHECK-NEXT: return %[[F]] : i1
func.func @known(%p: i1) -> i1 {
  cf.cond_br %p, ^bb1, ^bb2
^bb1:
  cf.cond_br %p, ^bb3, ^bb2
^bb2:
  return %p : i1
^bb3:
  return %p : i1
}

// CHECK-LABEL: func.func @switch
// CHECK-SAME: (%[[X:.*]]: i32, %[[Y:.*]]: i32)
// CHECK-NEXT: return %[[Y]] : i32
func.func @switch(%x: i32, %y: i32) -> i32 {
  %c = arith.constant 42 : i32
  cf.switch %c : i32, [
    default: ^bb1(%x : i32),
    42: ^bb1(%y : i32)
  ]
^bb1(%z: i32):
  return %z : i32
}
