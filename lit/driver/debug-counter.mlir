// RUN: lathe-opt %s --canonicalize --cse --mlir-debug-counter=pass-execution-skip=1,pass-execution-count=1,other-skip=2 --mlir-print-debug-counter 2>&1 | FileCheck %s
// RUN: not lathe-opt %s --mlir-debug-counter=x=1 2>&1 | FileCheck %s --check-prefix=ERR

// The counter skips the first pass, so only cse runs.

// ERR: expected DebugCounter counter name to end with either `-skip` or `-count`, but got `x`

// CHECK-DAG: arith.addi %arg0, %c0_i32
// CHECK-DAG: DebugCounter counters:
// CHECK-DAG: other                           : {0,2,-1}
// CHECK-DAG: pass-execution                  : {2,1,1}
func.func @f(%x: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %0 = arith.addi %x, %c0 : i32
  return %0 : i32
}
