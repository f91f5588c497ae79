// RUN: not lathe-opt %s --canonicalize='max-iterations=1 test-convergence=true' 2>&1 | FileCheck %s

// In the only iteration, only the simplification of the regions changes the function.

// CHECK: error: canonicalization: patterns did not converge in 1 iterations; the last one still applied simplification of regions
func.func @unreachable() {
  return
^gone:
  return
}
