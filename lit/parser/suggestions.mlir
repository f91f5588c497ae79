// RUN: not lathe-opt --allow-unregistered-dialect --diag-style=rich --split-input-file %s 2>&1 | FileCheck %s

// CHECK: error: undefined symbol alias id 'mapp'
// CHECK: help: did you mean '#map'?
#map = affine_map<(d0) -> (d0)>
"test.a"() {m = #mapp} : () -> ()

// -----

// CHECK: error: undefined symbol alias id 'numbr'
// CHECK: help: did you mean '!number'?
!number = i32
"test.a"() : () -> !numbr

// -----

// CHECK: error: 'func.call' op 'calee' does not reference a valid function
// CHECK: help: did you mean '@callee'?
func.func @callee() { return }
func.func @g() { call @calee() : () -> () return }
