// RUN: lathe-opt %s --canonicalize --allow-unregistered-dialect --split-input-file | FileCheck %s
// RUN: lathe-opt %s --canonicalize --allow-unregistered-dialect --mlir-disable-threading --split-input-file | FileCheck %s

// Equal constants are merged at the start of the entry block, in order.
// CHECK-LABEL: func.func @constants
// CHECK-NEXT:    %[[C1:.*]] = arith.constant 1 : i32
// CHECK-NEXT:    %[[C2:.*]] = arith.constant 2 : i32
// CHECK-NEXT:    "t.use"(%[[C1]], %[[C2]], %[[C1]])
func.func @constants() {
  %0 = arith.constant 1 : i32
  %1 = arith.constant 2 : i32
  %2 = arith.constant 1 : i32
  "t.use"(%0, %1, %2) : (i32, i32, i32) -> ()
  return
}

// A chain of dead operations of any length is removed.
// CHECK-LABEL: func.func @dead
// CHECK-NEXT:    return
func.func @dead(%a: i32) {
  %0 = arith.addi %a, %a : i32
  %1 = arith.muli %0, %a : i32
  %2 = arith.subi %1, %0 : i32
  return
}

// Constants of commutative operations move to the right.
// CHECK-LABEL: func.func @commute
// CHECK:         %[[R:.*]] = arith.addi %arg0, %c5_i32
// CHECK-NEXT:    return %[[R]]
func.func @commute(%a: i32) -> i32 {
  %c = arith.constant 5 : i32
  %0 = arith.addi %c, %a : i32
  return %0 : i32
}

// Constants move out of regions that can use values from outside.
// CHECK-LABEL: func.func @hoist
// CHECK-NEXT:    %[[C:.*]] = arith.constant 7 : i32
// CHECK-NEXT:    scf.if
// CHECK-NEXT:      "t.use"(%[[C]])
func.func @hoist(%c: i1) {
  scf.if %c {
    %0 = arith.constant 7 : i32
    "t.use"(%0) : (i32) -> ()
  }
  return
}

// CHECK-LABEL: func.func @unreachable
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @unreachable() {
  return
^bb1:
  "t.use"() : () -> ()
  return
}
