// RUN: not lathe-opt %s --verify-diagnostics 2>&1 | FileCheck %s

// CHECK: error: unexpected error: use of undeclared SSA value name
// CHECK: error: expected error "never said" was not produced
// expected-error@+1 {{never said}}
func.func @f() { return }
func.func @g() -> i32 { return %a : i32 }
