// A marker must end its line. If text follows, the line does not divide the file, and a warning is printed.
// RUN: lathe-opt %s --split-input-file 2> %t.err | FileCheck %s
// RUN: FileCheck %s --input-file=%t.err --check-prefix=ERR

// CHECK:      @a
// CHECK-NEXT: @b
// CHECK-NEXT: @c
func.func private @a()
// ERR: split-followed.mlir:[[#@LINE+1]]:7: warning: near miss with file split marker
// ----- the second
func.func private @b()
// ERR: split-followed.mlir:[[#@LINE+1]]:7: warning: near miss with file split marker
// ------------
func.func private @c()
