// RUN: lathe-opt %s --composite-fixed-point-pass='name=Again pipeline=any(cse,canonicalize)' | FileCheck %s
// RUN: lathe-opt %s --composite-fixed-point-pass='name=Again pipeline=any(canonicalize) max-iterations=1' 2>&1 | FileCheck %s --check-prefix=LIMIT
// RUN: not lathe-opt %s --composite-fixed-point-pass='pipeline=any(canonicalize) max-iterations=0' 2>&1 | FileCheck %s --check-prefix=ZERO

// RUN: lathe-opt %s --composite-fixed-point-pass='pipeline=any(print-ir,canonicalize) max-iterations=1' 2>&1 | FileCheck %s --check-prefix=RUNS

// The pipeline runs once more than max-iterations.
// RUNS: IR Dump
// RUNS: IR Dump
// RUNS-NOT: IR Dump
// RUNS: didn't converge in 1 iterations

// ZERO: error: Invalid maxIterations value: 0
// LIMIT: warning: Composite pass "Again" didn't converge in 1 iterations

// CHECK-LABEL: func.func @f
// CHECK-NEXT: return %arg0, %arg0 : i32, i32
func.func @f(%x: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %0 = arith.addi %x, %c0 : i32
  %1 = arith.addi %0, %c0 : i32
  return %0, %1 : i32, i32
}
