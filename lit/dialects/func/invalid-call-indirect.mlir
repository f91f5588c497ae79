// RUN: lathe-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// An indirect call must have the types of the function value.

func.func @f(%f: () -> (), %a: i32) {
// expected-error@+1 {{'func.call_indirect' op failed to verify that callee input types match argument types}}
  "func.call_indirect"(%f, %a) : (() -> (), i32) -> ()
  return
}

// -----

func.func @f(%f: () -> ()) {
// expected-error@+1 {{'func.call_indirect' op failed to verify that callee result types match result types}}
  %r = "func.call_indirect"(%f) : (() -> ()) -> i32
  return
}
