// RUN: lathe-opt --allow-unregistered-dialect %s --split-input-file --verify-diagnostics

// A terminator that belongs elsewhere is an error of its own only where nothing
// before it is wrong.

"test.scope"() ({
  // expected-error@+1 {{requires an ancestor op with AutomaticAllocationScope trait}}
  memref.alloca() : memref<1xf32>
  func.return
}) : () -> ()

// -----

"test.scope"() ({
  "test.op"() : () -> ()
  // expected-error@+1 {{'func.return' op expects parent op 'func.func'}}
  func.return
}) : () -> ()
