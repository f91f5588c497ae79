// RUN: not lathe-opt %s --verify-diagnostics --no-implicit-module 2>&1 | FileCheck %s

// CHECK: verify-line-zero-unknown.mlir:0:0: error: unexpected error: source must contain a single top-level operation, found: 2
// CHECK: <unknown>:0: error: expected error "source must contain a single top-level operation, found: 2" was not produced
// expected-error@unknown {{source must contain a single top-level operation, found: 2}}
func.func private @f()
func.func private @g()
