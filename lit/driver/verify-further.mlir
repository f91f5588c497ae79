// Errors that mlir-opt does not report, because it stops at an earlier error, need not be expected.
// RUN: lathe-opt %s --verify-diagnostics --split-input-file

// The first error of a text must be expected; the second may be expected.
func.func @first(%a: i32) {
  // expected-error@+1 {{custom op 'arith.adi' is unknown}}
  %0 = arith.adi %a, %a : i32
  return
}
func.func @second(%a: i32) {
  %0 = arith.mulli %a, %a : i32
  // expected-error@+1 {{custom op 'arith.divvi' is unknown}}
  %1 = arith.divvi %a, %a : i32
  return
}

// -----

// Uses of undefined names are reported only at the end of the text.
func.func @undeclared() -> i32 {
  return %x : i32
}
func.func @syntax(%a: i32) {
  // expected-error@+1 {{custom op 'arith.adi' is unknown}}
  %0 = arith.adi %a, %a : i32
  return
}

// -----

// If there is no syntax error, all undefined names are reported.
func.func @all(%a: i32) -> i32 {
  // expected-error@+1 {{use of undeclared SSA value name}}
  %0 = arith.addi %x, %a : i32
  // expected-error@+1 {{use of undeclared SSA value name}}
  return %y : i32
}

// -----

// All undefined blocks of one region are reported, but not the undefined blocks of the next region.
func.func @blocks(%c: i1) {
  // expected-error@+1 {{reference to an undefined block}}
  cf.cond_br %c, ^a,
    // expected-error@+1 {{reference to an undefined block}}
    ^b
}
func.func @more() {
  cf.br ^c
}

// -----

// The verifier stops at the first error of each function.
func.func @one(%a: i32, %f: f32) {
  // expected-error@+1 {{operand #1 must be signless-integer-like, but got 'f32'}}
  %0 = "arith.addi"(%a, %f) : (i32, f32) -> i32
  %1 = "arith.muli"(%a, %f) : (i32, f32) -> i32
  return
}
func.func @two() -> i32 {
  // expected-error@+1 {{has 0 operands, but enclosing function (@two) returns 1}}
  return
}

// -----

// Errors in operations of the module itself are reported before errors in its functions.
func.func @inside(%a: i32, %f: f32) {
  %0 = "arith.addi"(%a, %f) : (i32, f32) -> i32
  return
}
// expected-error@+1 {{failed to verify that all of {value, result} have same type}}
%0 = "arith.constant"() {value = 1 : i32} : () -> i64
