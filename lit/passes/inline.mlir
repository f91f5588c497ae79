// RUN: lathe-opt %s --inline | FileCheck %s
// RUN: lathe-opt %s --inline --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=LOC

// CHECK:       func.func private @leaf
func.func private @leaf(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  return %0 : i32
}

// The body moves to the last call, and the function is removed.
// CHECK-NOT:   @mid
func.func private @mid(%a: i32) -> i32 {
  %0 = call @leaf(%a) : (i32) -> i32
  %1 = call @leaf(%0) : (i32) -> i32
  return %1 : i32
}

// CHECK-LABEL: func.func @top
// CHECK-NEXT:    %[[A:.*]] = arith.addi %arg0, %arg0
// CHECK-NEXT:    %[[B:.*]] = arith.addi %[[A]], %[[A]]
// CHECK-NEXT:    %[[C:.*]] = call @kept(%[[B]])
// CHECK-NEXT:    %[[D:.*]] = call @recursive(%[[C]])
// CHECK-NEXT:    %[[E:.*]] = call @external(%[[D]])
// CHECK-NEXT:    return %[[E]]
// LOC-LABEL:   func.func @top
// LOC:           arith.addi %arg0, %arg0 : i32 loc(callsite("{{.*}}inline.mlir":6:8 at callsite("{{.*}}inline.mlir":13:8 at "{{.*}}inline.mlir":28:8)))
func.func @top(%a: i32) -> i32 {
  %0 = call @mid(%a) : (i32) -> i32
  %1 = call @kept(%0) : (i32) -> i32
  %2 = call @recursive(%1) : (i32) -> i32
  %3 = call @external(%2) : (i32) -> i32
  return %3 : i32
}
// CHECK:       func.func private @kept
func.func private @kept(%a: i32) -> i32 attributes {no_inline} {
  return %a : i32
}
func.func private @recursive(%a: i32) -> i32 {
  %0 = call @recursive(%a) : (i32) -> i32
  return %0 : i32
}
// CHECK-NOT:   @unused
func.func private @unused(%a: i32) -> i32 {
  %0 = call @leaf(%a) : (i32) -> i32
  return %0 : i32
}
func.func private @external(i32) -> i32
