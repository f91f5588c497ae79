// RUN: lathe-opt %s --plan-pools --verify-diagnostics
// RUN: not lathe-opt %s --plan-pool 2>&1 | FileCheck %s
// A pass that needs shapes is run without shapes, and the second pass does not exist.

// CHECK: plan-pool
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error@+1 {{pass 'plan-pools' needs 'shape', which does not hold here; 'infer-shapes' provides it: run that pass first}}
  %0 = nnvm.exp(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
