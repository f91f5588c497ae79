// RUN: lathe-opt %s --mlir-print-value-users | FileCheck %s

// CHECK-LABEL: func.func @f
// CHECK-NEXT:    // %arg0 is used by %[[CALL:[0-9]+]]
// CHECK-NEXT:    %c1_i32 = arith.constant 1 : i32 // user: %[[TWICE:[0-9]+]]
// CHECK-NEXT:    %[[TWICE]] = arith.addi %c1_i32, %c1_i32 : i32 // users: %sum, %overflow
// CHECK-NEXT:    %sum, %overflow = arith.addui_extended %[[TWICE]], %[[TWICE]] : i32, i1 // users: (%[[CALL]]), (unused)
// CHECK-NEXT:    call @g(%sum, %arg0) : (i32, i32) -> () // id: %[[CALL]]
func.func @f(%x: i32) {
  %c = arith.constant 1 : i32
  %d = arith.addi %c, %c : i32
  %e:2 = arith.addui_extended %d, %d : i32, i1
  func.call @g(%e#0, %x) : (i32, i32) -> ()
  return
}
func.func private @g(i32, i32)
