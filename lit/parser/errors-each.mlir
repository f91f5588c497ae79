// RUN: not lathe-opt --allow-unregistered-dialect --diag-style=mlir %s 2>&1 | FileCheck --implicit-check-not=error: %s

// Every error is reported, except errors that follow from another error. An invalid operation causes no
// errors for the next operation or for its braces.

// CHECK: 14:3: error: floating point value not valid for specified type
// CHECK: 15:3: error: floating point value not valid for specified type
// CHECK: 16:37: error: undefined symbol alias id 'bar'
// CHECK: 18:27: error: expected attribute value
// CHECK: 19:30: error: expected ',' or ']'
// CHECK: 22:19: error: use of undeclared SSA value name
func.func @f(%a: i32) -> i32 {
  %0 = arith.constant 1.5 : i32
  %1 = arith.constant 2.5 : i32
  %2 = arith.constant 3 : i32
  %3 = arith.addi %a, %a {foo = #bar} : i32
  %4 = arith.addi %a, %a : i32
  %5 = arith.constant {x = i3x} 1 : i32
  %6 = "test.op"() {a = [1, 2} : () -> i32
  %7 = arith.addi %3, %a : i32
  %8 = arith.addi %5, %6 : i32
  %9 = arith.addi %none, %a : i32
  return %4 : i32
}
