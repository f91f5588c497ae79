// RUN: not lathe-opt %s --split-input-file 2>&1 | FileCheck %s

// CHECK: one.mlir:1:2: error: 'arith.addi' op
// CHECK-NEXT: two.mlir:3:4: note: called from
// CHECK-NEXT: three.mlir:5:6: note: called from
// CHECK-NEXT: one.mlir:1:2: note: see current operation
func.func @f(%x: i32, %y: i64) {
  %0 = "arith.addi"(%x, %y) : (i32, i64) -> i32 loc(fused["a", callsite("b"("one.mlir":1:2) at callsite("two.mlir":3:4 at "three.mlir":5:6))])
  return
}

// -----

// CHECK: g: error: 'arith.addi' op
// CHECK-NEXT: g: note: called from
func.func @unknown_callee(%x: i32, %y: i64) {
  %0 = "arith.addi"(%x, %y) : (i32, i64) -> i32 loc(callsite(unknown at "g"))
  return
}

// -----

// CHECK: h: error: 'arith.addi' op
func.func @empty_name(%x: i32, %y: i64) {
  %0 = "arith.addi"(%x, %y) : (i32, i64) -> i32 loc(""("h"))
  return
}
