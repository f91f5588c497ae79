// RUN: not lathe-opt %s --split-input-file --verify-diagnostics 2>&1 | FileCheck %s

// Expected diagnostics that did not occur are reported after all parts. Diagnostics
// without a location are reported last.

// CHECK:      error: unexpected error: use of undeclared SSA value name
// CHECK:      error: expected error "one" was not produced
// CHECK:      error: expected error "three" was not produced
// CHECK:      error: expected remark "four" was not produced
// CHECK:      <unknown>:0: error: expected error "nowhere" was not produced
// CHECK-NOT:  error:

// expected-error@+1 {{one}}
func.func @a() { return }

// -----

// expected-error@+1 {{three}}
func.func @a() { return }
// expected-error@unknown {{nowhere}}
func.func @g() -> i32 { return %a : i32 }

// -----

// expected-remark@+1 {{four}}
func.func @a() { return }
