// RUN: not lathe-opt %s --split-input-file > %t.out 2> %t.err
// RUN: FileCheck %s --input-file=%t.out
// RUN: FileCheck %s --input-file=%t.err --check-prefix=ERR
// RUN: not lathe-opt %s --split-input-file --output-split-marker="// MARK" 2> %t.err | FileCheck %s --check-prefix=MARK
// RUN: lathe-opt %s --split-input-file --verify-diagnostics | FileCheck %s

// All parts are processed, even after a part that fails. Line numbers refer to the whole file.
// CHECK:      func.func @first
// CHECK:      // -----
// CHECK-NEXT: // -----
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func @third
// MARK:       func.func @first
// MARK:       // MARK
// MARK-NEXT:  // MARK
// MARK-NEXT:  module {
func.func @first() { return }

// -----

// ERR: split.mlir:[[#@LINE+2]]:37: error: use of undeclared SSA value name
// expected-error@+1 {{use of undeclared SSA value name}}
func.func @second() -> i32 { return %a : i32 }

// -----

func.func @third() { return }
