// RUN: lathe-opt %s --cse | FileCheck %s

// Operations in dominating blocks are reused; operations on other paths are not.
// CHECK-LABEL: func.func @dominance
// CHECK-NEXT:    %[[A:.*]] = arith.addi %arg0, %arg0
// CHECK:       ^bb1:
// CHECK-NEXT:    arith.muli %[[A]], %arg0
// CHECK:       ^bb2:
// CHECK-NEXT:    %[[M:.*]] = arith.muli %arg0, %arg0
// CHECK-NEXT:    arith.subi %[[M]], %[[A]]
// CHECK:       ^bb3(%[[P:.*]]: i32):
// CHECK-NEXT:    %[[N:.*]] = arith.muli %arg0, %arg0
// CHECK-NEXT:    arith.addi %[[P]], %[[N]]
func.func @dominance(%n: i32, %c: i1) -> i32 {
  %0 = arith.addi %n, %n : i32
  cf.cond_br %c, ^a, ^b
^a:
  %1 = arith.addi %n, %n : i32
  %2 = arith.muli %1, %n : i32
  cf.br ^m(%2 : i32)
^b:
  %3 = arith.muli %n, %n : i32
  %4 = arith.addi %n, %n : i32
  %5 = arith.subi %3, %4 : i32
  cf.br ^m(%5 : i32)
^m(%p: i32):
  %6 = arith.muli %n, %n : i32
  %7 = arith.addi %p, %6 : i32
  %8 = arith.addi %7, %0 : i32
  return %8 : i32
}
