// RUN: lathe-opt %s --verify-diagnostics --split-input-file --allow-unregistered-dialect
// RUN: lathe-opt %s --verify-diagnostics=only-expected --split-input-file --allow-unregistered-dialect
// RUN: not lathe-opt %s --split-input-file --allow-unregistered-dialect -o %t 2>&1 | FileCheck %s
// RUN: not cat %t
// RUN: not lathe-opt %s --verify-diagnostics --split-input-file --allow-unregistered-dialect --mlir-generate-reproducer=%t.none/r.mlir 2>&1 | FileCheck %s --check-prefix=REPRODUCER

// CHECK: verify-diagnostics.mlir:[[#@LINE+5]]:32: error: type of return operand 0 ('i32') doesn't match function result type ('f32') in function @g
// CHECK-NEXT: func.func @g(%a: i32) -> f32 { return %a : i32 }
// CHECK-NEXT:                                ^
// CHECK-NEXT: note: see current operation: "func.return"(%arg0) : (i32) -> ()
// expected-error-re@+1 {{type of return operand {{[0-9]+}} ('i32')}}
func.func @g(%a: i32) -> f32 { return %a : i32 }

// -----

// REPRODUCER: verify-diagnostics.mlir{{.*}}none/r.mlir
func.func @valid() { return }

// -----

// expected-note@below {{see existing symbol}}
func.func @f() { return }
// expected-error@+1 {{redefinition of symbol named 'f'}}
func.func @f() { return }
