// RUN: lathe-opt %s --inline='inlining-threshold=233 default-pipeline=' | FileCheck %s --check-prefix=INLINED
// RUN: lathe-opt %s --inline='inlining-threshold=232 default-pipeline=' | FileCheck %s --check-prefix=KEPT

// The threshold counts nested operations: the callee has 7 operations, and the caller has 3.

// INLINED-LABEL: func.func @caller(
// INLINED-NOT: call
// KEPT-LABEL: func.func @caller(
// KEPT: call @callee
// KEPT: call @callee
func.func @caller(%c: i1, %m: memref<i32>, %v: i32) {
  call @callee(%c, %m, %v) : (i1, memref<i32>, i32) -> ()
  call @callee(%c, %m, %v) : (i1, memref<i32>, i32) -> ()
  return
}

func.func private @callee(%c: i1, %m: memref<i32>, %v: i32) {
  scf.if %c {
    memref.store %v, %m[] : memref<i32>
    memref.store %v, %m[] : memref<i32>
    memref.store %v, %m[] : memref<i32>
    memref.store %v, %m[] : memref<i32>
  }
  return
}
