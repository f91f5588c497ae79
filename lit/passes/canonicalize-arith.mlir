// RUN: lathe-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @chains
// CHECK-SAME: (%[[X:.*]]: i32, %[[Y:.*]]: i32)
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : i32
// CHECK-DAG: %[[C2:.*]] = arith.constant 2 : i32
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : i32
// CHECK-DAG: %[[C15:.*]] = arith.constant 15 : i32
// CHECK: %[[A:.*]] = arith.addi %[[X]], %[[C8]] overflow<nsw> : i32
// CHECK: %[[B:.*]] = arith.subi %[[C2]], %[[X]] : i32
// CHECK: %[[C:.*]] = arith.muli %[[X]], %[[C15]] : i32
// CHECK: %[[D:.*]] = arith.subi %[[C0]], %[[Y]] : i32
// CHECK: %[[E:.*]] = arith.subi %[[Y]], %[[X]] : i32
// CHECK: return %[[A]], %[[B]], %[[C]], %[[D]], %[[E]]
func.func @chains(%x: i32, %y: i32) -> (i32, i32, i32, i32, i32) {
  %c3 = arith.constant 3 : i32
  %c5 = arith.constant 5 : i32
  %m1 = arith.constant -1 : i32
  %0 = arith.addi %x, %c3 overflow<nsw, nuw> : i32
  %a = arith.addi %0, %c5 overflow<nsw> : i32
  %1 = arith.addi %x, %c3 : i32
  %b = arith.subi %c5, %1 : i32
  %2 = arith.muli %x, %c3 : i32
  %c = arith.muli %2, %c5 : i32
  %3 = arith.subi %x, %y : i32
  %d = arith.subi %3, %x : i32
  %4 = arith.muli %x, %m1 : i32
  %e = arith.addi %4, %y : i32
  return %a, %b, %c, %d, %e : i32, i32, i32, i32, i32
}

// CHECK-LABEL: func.func @logic
// CHECK-SAME: (%[[X:.*]]: i32, %[[Y:.*]]: i32, %[[P:.*]]: i1, %[[Q:.*]]: i1)
// CHECK: %[[A:.*]] = arith.cmpi sge, %[[X]], %[[Y]] : i32
// CHECK: %[[B:.*]] = arith.select %[[P]], %[[Y]], %[[X]] : i32
// CHECK: %[[C:.*]] = arith.extui %[[P]] : i1 to i32
// CHECK: %[[D0:.*]] = arith.ori %[[P]], %[[Q]] : i1
// CHECK: %[[D:.*]] = arith.extsi %[[D0]] : i1 to i32
// CHECK: return %[[A]], %[[B]], %[[C]], %[[D]]
func.func @logic(%x: i32, %y: i32, %p: i1, %q: i1) -> (i1, i32, i32, i32) {
  %true = arith.constant true
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = arith.cmpi slt, %x, %y : i32
  %a = arith.xori %0, %true : i1
  %1 = arith.xori %p, %true : i1
  %b = arith.select %1, %x, %y : i32
  %c = arith.select %p, %c1, %c0 : i32
  %2 = arith.extsi %p : i1 to i32
  %3 = arith.extsi %q : i1 to i32
  %d = arith.ori %2, %3 : i32
  return %a, %b, %c, %d : i1, i32, i32, i32
}

// CHECK-LABEL: func.func @casts
// CHECK-SAME: (%[[X:.*]]: i8, %[[Y:.*]]: i32, %[[F:.*]]: f32)
// CHECK: %[[A:.*]] = arith.extsi %[[X]] : i8 to i16
// CHECK: %[[B:.*]] = arith.index_cast %[[X]] : i8 to index
// CHECK: %[[C0:.*]] = arith.shrui %[[Y]], %{{.*}} : i32
// CHECK: %[[C:.*]] = arith.trunci %[[C0]] : i32 to i8
// CHECK: %[[D:.*]] = arith.mulf %[[F]], %[[F]] fastmath<nnan> : f32
// CHECK: %[[E:.*]] = arith.addi %[[Y]], %[[Y]] : i32
// CHECK: return %[[A]], %[[B]], %[[C]], %[[D]], %[[E]]
func.func @casts(%x: i8, %y: i32, %f: f32) -> (i16, index, i8, f32, i32) {
  %c24 = arith.constant 24 : i32
  %0 = arith.extsi %x : i8 to i32
  %a = arith.trunci %0 : i32 to i16
  %b = arith.index_cast %0 : i32 to index
  %1 = arith.shrsi %y, %c24 : i32
  %c = arith.trunci %1 : i32 to i8
  %2 = arith.negf %f : f32
  %d = arith.mulf %2, %2 fastmath<nnan> : f32
  %e, %carry = arith.addui_extended %y, %y : i32, i1
  return %a, %b, %c, %d, %e : i16, index, i8, f32, i32
}

// Selections between splats do not list the elements, even for very large types.
// CHECK-LABEL: func @select_large_splats
func.func @select_large_splats() -> tensor<99999999999999xi8> {
  // CHECK: %[[C:.*]] = arith.constant dense<2> : tensor<99999999999999xi8>
  // CHECK: return %[[C]]
  %c = arith.constant dense<true> : tensor<99999999999999xi1>
  %0 = arith.constant dense<2> : tensor<99999999999999xi8>
  %1 = arith.constant dense<3> : tensor<99999999999999xi8>
  %r = arith.select %c, %0, %1 : tensor<99999999999999xi1>, tensor<99999999999999xi8>
  return %r : tensor<99999999999999xi8>
}
