// RUN: lathe-opt %s --mlir-use-nameloc-as-prefix --allow-unregistered-dialect | FileCheck %s
// RUN: lathe-opt %s --mlir-use-nameloc-as-prefix --allow-unregistered-dialect | lathe-opt --allow-unregistered-dialect | FileCheck %s --check-prefix=AGAIN
// Results can have the names of arguments, but get a suffix.

// CHECK: func.func @f(%arg0: i32, %arg1: i32) -> i32 {
// CHECK-NEXT: %arg0_0 = arith.addi %arg0, %arg1 : i32
// CHECK-NEXT: %arg1_1 = arith.addi %arg0_0, %arg1 : i32
// CHECK-NEXT: %arg3 = arith.addi %arg0_0, %arg1_1 : i32
// CHECK-NEXT: "t.x"(%arg3) ({
// CHECK-NEXT: ^bb0(%arg2: i32, %arg3_2: i32):
// CHECK-NEXT: "t.r"(%arg2, %arg3_2)
// AGAIN: %0 = arith.addi %arg0, %arg1
// AGAIN: %1 = arith.addi %0, %arg1
func.func @f(%x: i32, %y: i32) -> i32 {
  %a = arith.addi %x, %y : i32 loc("arg0")
  %b = arith.addi %a, %y : i32 loc("arg1")
  %c = arith.addi %a, %b : i32 loc("arg3")
  "t.x"(%c) ({
  ^bb0(%q: i32, %r: i32):
    %l = "t.r"(%q, %r) : (i32, i32) -> i32
  }) : (i32) -> ()
  return %b : i32
}
