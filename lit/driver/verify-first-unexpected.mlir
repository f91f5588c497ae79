// An error that mlir-opt also reports must be expected.
// RUN: not lathe-opt %s --verify-diagnostics --split-input-file 2>&1 | FileCheck %s

// CHECK: [[#@LINE+2]]:8: error: unexpected error: custom op 'arith.adi' is unknown
func.func @first(%a: i32) {
  %0 = arith.adi %a, %a : i32
  // expected-error@+1 {{custom op 'arith.divvi' is unknown}}
  %1 = arith.divvi %a, %a : i32
  return
}

// -----

// CHECK: [[#@LINE+4]]:10: error: unexpected error: use of undeclared SSA value name
func.func @all(%a: i32) -> i32 {
  // expected-error@+1 {{use of undeclared SSA value name}}
  %0 = arith.addi %x, %a : i32
  return %y : i32
}

// -----

// CHECK: [[#@LINE+6]]:3: error: unexpected error: 'func.return' op has 0 operands
func.func @one() -> i32 {
  // expected-error@+1 {{has 0 operands}}
  return
}
func.func @two() -> i32 {
  return
}
// CHECK-NOT: error
