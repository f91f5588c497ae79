// RUN: lathe-opt %s --no-implicit-module --canonicalize | FileCheck %s

// Without an implicit module, passes run on any top-level operation.

// CHECK: {{^}}func.func @f
// CHECK-NEXT: return %arg0
func.func @f(%x: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %0 = arith.addi %x, %c0 : i32
  return %0 : i32
}
