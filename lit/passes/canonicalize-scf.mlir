// RUN: lathe-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @constant
// CHECK-SAME: (%[[X:.*]]: i32)
// CHECK-NEXT: %[[A:.*]] = arith.addi %[[X]], %[[X]] : i32
// CHECK-NEXT: %[[B:.*]] = arith.muli %[[X]], %[[A]] : i32
// CHECK-NEXT: return %[[A]], %[[B]]
func.func @constant(%x: i32) -> (i32, i32) {
  %true = arith.constant true
  %false = arith.constant false
  %a = scf.if %true -> (i32) {
    %0 = arith.addi %x, %x : i32
    scf.yield %0 : i32
  } else {
    scf.yield %x : i32
  }
  %b = scf.if %false -> (i32) {
    scf.yield %x : i32
  } else {
    %0 = arith.muli %x, %a : i32
    scf.yield %0 : i32
  }
  return %a, %b : i32, i32
}

// CHECK-LABEL: func.func @trips
// CHECK-SAME: (%[[M:.*]]: memref<?xindex>, %[[X:.*]]: index)
// CHECK-NEXT: %[[C:.*]] = arith.constant 5 : index
// CHECK-NEXT: %[[A:.*]] = arith.addi %[[X]], %[[C]] : index
// CHECK-NEXT: memref.store %[[A]], %[[M]][%[[C]]] : memref<?xindex>
// CHECK-NEXT: return %[[A]], %[[X]]
func.func @trips(%m: memref<?xindex>, %x: index) -> (index, index) {
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %c2 = arith.constant 2 : index
  %a = scf.for %i = %c5 to %c7 step %c2 iter_args(%y = %x) -> (index) {
    %0 = arith.addi %y, %i : index
    memref.store %0, %m[%i] : memref<?xindex>
    scf.yield %0 : index
  }
  %b = scf.for %i = %c7 to %c5 step %c2 iter_args(%y = %x) -> (index) {
    memref.store %i, %m[%i] : memref<?xindex>
    scf.yield %i : index
  }
  return %a, %b : index, index
}

// A loop with two iterations is kept.
// CHECK-LABEL: func.func @twice
// CHECK: scf.for
func.func @twice(%m: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %c3 step %c2 {
    memref.store %i, %m[%i] : memref<?xindex>
  }
  return
}
