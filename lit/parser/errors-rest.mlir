// RUN: not lathe-opt --diag-style=mlir %s 2>&1 | FileCheck %s --implicit-check-not=error:

// Functions without syntax errors are verified even if other functions have errors. Symbols are not looked
// up, since @broken may define a symbol.
// CHECK: :[[# @LINE + 2]]:8: error: custom op 'arith.adi' is unknown
func.func @broken(%a: i32) {
  %0 = arith.adi %a, %a : i32
  return
}

// No result of an operation with an error is reported as undeclared, even if it was used before.
func.func @before() -> i32 {
  cf.br ^bb2
^bb1:
  return %0#1 : i32
^bb2:
  // CHECK: :[[# @LINE + 1]]:10: error: custom op 'arith.adi' is unknown
  %0:2 = arith.adi : i32, i32
  cf.br ^bb1
}

// CHECK: :[[# @LINE + 3]]:3: error: 'func.return' op has 1 operands, but enclosing function (@returns) returns 0
func.func @returns(%a: i32) {
  func.call @missing() : () -> ()
  "func.return"(%a) : (i32) -> ()
}
// CHECK: :[[# @LINE + 2]]:8: error: 'arith.addi' op expected 2 operands, but found 1
func.func @counts(%a: i32) {
  %1 = "arith.addi"(%a) : (i32) -> i32
  return
}
