// RUN: lathe-opt --allow-unregistered-dialect %s --split-input-file --verify-diagnostics

// A terminator in a wrong operation is reported as a separate error only if there is no
// error before it.

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
