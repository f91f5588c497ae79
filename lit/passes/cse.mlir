// RUN: lathe-opt %s --cse --allow-unregistered-dialect | FileCheck %s
// RUN: lathe-opt %s --pass-pipeline='builtin.module(func.func(cse))' --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @simple
// CHECK-NEXT:    %[[A:.*]] = arith.addi %arg0, %arg1
// CHECK-NEXT:    "t.use"(%[[A]], %[[A]])
func.func @simple(%a: i32, %b: i32) {
  %0 = arith.addi %a, %b : i32
  %1 = arith.addi %a, %b : i32
  "t.use"(%0, %1) : (i32, i32) -> ()
  return
}

// The order of operands is ignored if the operation is commutative.
// CHECK-LABEL: func.func @commutative
// CHECK-NEXT:    %[[A:.*]] = arith.addi %arg0, %arg1
// CHECK-NEXT:    %[[S:.*]] = arith.subi %arg0, %arg1
// CHECK-NEXT:    %[[T:.*]] = arith.subi %arg1, %arg0
// CHECK-NEXT:    "t.use"(%[[A]], %[[A]], %[[S]], %[[T]])
func.func @commutative(%a: i32, %b: i32) {
  %0 = arith.addi %a, %b : i32
  %1 = arith.addi %b, %a : i32
  %2 = arith.subi %a, %b : i32
  %3 = arith.subi %b, %a : i32
  "t.use"(%0, %1, %2, %3) : (i32, i32, i32, i32) -> ()
  return
}

// Operations in inner regions can be replaced by outer operations. The reverse is not possible, nor
// replacement by operations of another inner region.
// CHECK-LABEL: func.func @regions
// CHECK-NEXT:    %[[A:.*]] = arith.addi
// CHECK-NEXT:    scf.if
// CHECK-NEXT:      %[[M:.*]] = arith.muli
// CHECK-NEXT:      "t.use"(%[[A]], %[[M]])
// CHECK-NEXT:    } else {
// CHECK-NEXT:      %[[N:.*]] = arith.muli
// CHECK-NEXT:      "t.use"(%[[A]], %[[N]])
func.func @regions(%a: i32, %c: i1) {
  %0 = arith.addi %a, %a : i32
  scf.if %c {
    %1 = arith.addi %a, %a : i32
    %2 = arith.muli %a, %a : i32
    "t.use"(%1, %2) : (i32, i32) -> ()
  } else {
    %1 = arith.addi %a, %a : i32
    %2 = arith.muli %a, %a : i32
    "t.use"(%1, %2) : (i32, i32) -> ()
  }
  "t.use"(%0) : (i32) -> ()
  return
}

// Operations with regions are equal if their regions are equal.
// CHECK-LABEL: func.func @equal_regions
// CHECK:         %[[R:.*]] = scf.if
// CHECK-NOT:     scf.if
// CHECK:         "t.use"(%[[R]], %[[R]])
func.func @equal_regions(%c: i1, %a: i32) {
  %0 = scf.if %c -> i32 {
    %1 = arith.addi %a, %a : i32
    scf.yield %1 : i32
  } else {
    scf.yield %a : i32
  }
  %2 = scf.if %c -> i32 {
    %1 = arith.addi %a, %a : i32
    scf.yield %1 : i32
  } else {
    scf.yield %a : i32
  }
  "t.use"(%0, %2) : (i32, i32) -> ()
  return
}

// Operations with unknown effects are kept.
// CHECK-LABEL: func.func @unknown
// CHECK-COUNT-2: "t.op"()
func.func @unknown() {
  %0 = "t.op"() : () -> i32
  %1 = "t.op"() : () -> i32
  return
}

// A read equals an earlier read if no operation writes in between.
// CHECK-LABEL: func.func @loads
// CHECK-NEXT:    %[[A:.*]] = memref.load
// CHECK-NEXT:    memref.store
// CHECK-NEXT:    %[[B:.*]] = memref.load
// CHECK-NEXT:    "t.use"(%[[A]], %[[A]], %[[B]])
func.func @loads(%m: memref<4xi32>, %i: index, %v: i32) {
  %0 = memref.load %m[%i] : memref<4xi32>
  %1 = memref.load %m[%i] : memref<4xi32>
  memref.store %v, %m[%i] : memref<4xi32>
  %2 = memref.load %m[%i] : memref<4xi32>
  "t.use"(%0, %1, %2) : (i32, i32, i32) -> ()
  return
}
