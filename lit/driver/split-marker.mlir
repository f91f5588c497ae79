// The marker can be any text that is not empty. A warning is printed for lines that are almost equal to the marker.
// RUN: lathe-opt %s --split-input-file=// | FileCheck %s --check-prefix=SHORT
// RUN: lathe-opt %s --split-input-file=//// 2>&1 | FileCheck %s
// RUN: lathe-opt %s --split-input-file="//=====" 2>&1 | FileCheck %s --check-prefix=NEAR

// SHORT-COUNT-2: module {
func.func @a() { return }
//
// CHECK: @a
// CHECK: @b
// CHECK: // -----
// CHECK: @c
func.func @b() { return }
////
func.func @c() { return }
// NEAR: split-marker.mlir:[[#@LINE+1]]:6: warning: near miss with file split marker
//======
