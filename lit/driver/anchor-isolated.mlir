// RUN: not lathe-opt %s --pass-pipeline='builtin.module(func.func(scf.for(canonicalize)))' 2>&1 | FileCheck %s
// RUN: lathe-opt %s --pass-pipeline='builtin.module(func.func(scf.for(),scf.while(canonicalize)))'
// A pass runs only on operations that are isolated from above.

// CHECK: :[[#@LINE+3]]:{{.*}} error: 'scf.for' op trying to schedule a pass on an operation not marked as 'IsolatedFromAbove'
// CHECK: :[[#@LINE+4]]:{{.*}} error: 'scf.for' op trying to schedule a pass on an operation not marked as 'IsolatedFromAbove'
func.func @f(%n: index) {
  scf.for %i = %n to %n step %n {
  }
  scf.for %i = %n to %n step %n {
  }
  return
}
