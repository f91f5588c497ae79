// A marker may be at the end of a line with other text.
// RUN: lathe-opt %s --split-input-file --output-split-marker= | FileCheck %s

// CHECK:      @a
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-EMPTY:
// CHECK-NEXT: module {
// CHECK-NEXT: @b
func.func private @a() // -----
func.func private @b()
