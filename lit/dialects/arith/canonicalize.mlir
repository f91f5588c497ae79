// RUN: lathe-opt %s --canonicalize --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @add_add(
// CHECK-NEXT: %c3_i32 = arith.constant 3 : i32{{$}}
// CHECK-NEXT: %0 = arith.addi %arg0, %c3_i32 overflow<nsw> : i32{{$}}
// CHECK-NEXT: return %0 : i32{{$}}
func.func @add_add(%x: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %0 = arith.addi %x, %c1 overflow<nsw> : i32
  %1 = arith.addi %0, %c2 overflow<nsw, nuw> : i32
  return %1 : i32
}

// CHECK-LABEL: func.func @add_sub(
// CHECK-NEXT: %c-4_i32 = arith.constant -4 : i32{{$}}
// CHECK-NEXT: %0 = arith.addi %arg0, %c-4_i32 : i32{{$}}
// CHECK-NEXT: return %0 : i32{{$}}
func.func @add_sub(%x: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %c5 = arith.constant 5 : i32
  %0 = arith.subi %x, %c5 : i32
  %1 = arith.addi %0, %c1 : i32
  return %1 : i32
}

// CHECK-LABEL: func.func @add_sub_left(
// CHECK-NEXT: %c6_i32 = arith.constant 6 : i32{{$}}
// CHECK-NEXT: %0 = arith.subi %c6_i32, %arg0 : i32{{$}}
// CHECK-NEXT: return %0 : i32{{$}}
func.func @add_sub_left(%x: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %c5 = arith.constant 5 : i32
  %0 = arith.subi %c5, %x : i32
  %1 = arith.addi %0, %c1 : i32
  return %1 : i32
}

// CHECK-LABEL: func.func @add_negated(
// CHECK-NEXT: %0 = arith.subi %arg0, %arg1 : i32{{$}}
// CHECK-NEXT: return %0 : i32{{$}}
func.func @add_negated(%x: i32, %y: i32) -> i32 {
  %m = arith.constant -1 : i32
  %0 = arith.muli %y, %m : i32
  %1 = arith.addi %x, %0 : i32
  return %1 : i32
}

// CHECK-LABEL: func.func @sub_add(
// CHECK-NEXT: %c4_i32 = arith.constant 4 : i32{{$}}
// CHECK-NEXT: %c-4_i32 = arith.constant -4 : i32{{$}}
// CHECK-NEXT: %0 = arith.addi %arg0, %c-4_i32 : i32{{$}}
// CHECK-NEXT: %1 = arith.subi %c4_i32, %arg0 : i32{{$}}
// CHECK-NEXT: return %0, %1 : i32, i32{{$}}
func.func @sub_add(%x: i32) -> (i32, i32) {
  %c1 = arith.constant 1 : i32
  %c5 = arith.constant 5 : i32
  %0 = arith.addi %x, %c1 : i32
  %1 = arith.subi %0, %c5 : i32
  %2 = arith.subi %c5, %0 : i32
  return %1, %2 : i32, i32
}

// CHECK-LABEL: func.func @sub_sub(
// CHECK-NEXT: %c4_i32 = arith.constant 4 : i32{{$}}
// CHECK-NEXT: %c-4_i32 = arith.constant -4 : i32{{$}}
// CHECK-NEXT: %c6_i32 = arith.constant 6 : i32{{$}}
// CHECK-NEXT: %0 = arith.subi %arg0, %c6_i32 : i32{{$}}
// CHECK-NEXT: %1 = arith.subi %c-4_i32, %arg0 : i32{{$}}
// CHECK-NEXT: %2 = arith.subi %c6_i32, %arg0 : i32{{$}}
// CHECK-NEXT: %3 = arith.addi %arg0, %c4_i32 : i32{{$}}
// CHECK-NEXT: return %0, %1, %2, %3 : i32, i32, i32, i32{{$}}
func.func @sub_sub(%x: i32) -> (i32, i32, i32, i32) {
  %c1 = arith.constant 1 : i32
  %c5 = arith.constant 5 : i32
  %0 = arith.subi %x, %c1 : i32
  %1 = arith.subi %c1, %x : i32
  %2 = arith.subi %0, %c5 : i32
  %3 = arith.subi %1, %c5 : i32
  %4 = arith.subi %c5, %0 : i32
  %5 = arith.subi %c5, %1 : i32
  return %2, %3, %4, %5 : i32, i32, i32, i32
}

// CHECK-LABEL: func.func @sub_same(
// CHECK-NEXT: %c0_i32 = arith.constant 0 : i32{{$}}
// CHECK-NEXT: %0 = arith.subi %c0_i32, %arg1 : i32{{$}}
// CHECK-NEXT: return %0 : i32{{$}}
func.func @sub_same(%x: i32, %y: i32) -> i32 {
  %0 = arith.subi %x, %y : i32
  %1 = arith.subi %0, %x : i32
  return %1 : i32
}

// CHECK-LABEL: func.func @mul_mul(
// CHECK-NEXT: %cst = arith.constant dense<3> : vector<2xi32>{{$}}
// CHECK-NEXT: %cst_0 = arith.constant dense<4> : vector<2xi32>{{$}}
// CHECK-NEXT: %0 = arith.muli %arg0, %cst : vector<2xi32>{{$}}
// CHECK-NEXT: %1 = arith.muli %0, %cst_0 : vector<2xi32>{{$}}
// CHECK-NEXT: return %1 : vector<2xi32>{{$}}
func.func @mul_mul(%x: vector<2xi32>) -> vector<2xi32> {
  %a = arith.constant dense<3> : vector<2xi32>
  %b = arith.constant dense<4> : vector<2xi32>
  %0 = arith.muli %x, %a : vector<2xi32>
  %1 = arith.muli %0, %b : vector<2xi32>
  return %1 : vector<2xi32>
}

// CHECK-LABEL: func.func @extended(
// CHECK-NEXT: %c0_i32 = arith.constant 0 : i32{{$}}
// CHECK-NEXT: %0 = arith.addi %arg0, %arg1 : i32{{$}}
// CHECK-NEXT: %1 = arith.muli %arg0, %arg1 : i32{{$}}
// CHECK-NEXT: %2 = arith.muli %arg0, %arg1 : i32{{$}}
// CHECK-NEXT: %3 = arith.cmpi slt, %arg0, %c0_i32 : i32{{$}}
// CHECK-NEXT: %4 = arith.extsi %3 : i1 to i32{{$}}
// CHECK-NEXT: return %0, %1, %2, %4 : i32, i32, i32, i32{{$}}
func.func @extended(%x: i32, %y: i32) -> (i32, i32, i32, i32) {
  %c1 = arith.constant 1 : i32
  %s, %c = arith.addui_extended %x, %y : i32, i1
  %l, %h = arith.mulsi_extended %x, %y : i32
  %m, %n = arith.mului_extended %x, %y : i32
  %o, %p = arith.mulsi_extended %x, %c1 : i32
  return %s, %l, %m, %p : i32, i32, i32, i32
}

// CHECK-LABEL: func.func @bitwise(
// CHECK-NEXT: %0 = arith.andi %arg0, %arg1 : i8{{$}}
// CHECK-NEXT: %1 = arith.extsi %0 : i8 to i32{{$}}
// CHECK-NEXT: %2 = arith.ori %arg0, %arg1 : i8{{$}}
// CHECK-NEXT: %3 = arith.extui %2 : i8 to i32{{$}}
// CHECK-NEXT: %4 = arith.xori %arg0, %arg1 : i8{{$}}
// CHECK-NEXT: %5 = arith.extsi %4 : i8 to i32{{$}}
// CHECK-NEXT: return %1, %3, %5 : i32, i32, i32{{$}}
func.func @bitwise(%x: i8, %y: i8) -> (i32, i32, i32) {
  %a = arith.extsi %x : i8 to i32
  %b = arith.extsi %y : i8 to i32
  %c = arith.extui %x : i8 to i32
  %d = arith.extui %y : i8 to i32
  %0 = arith.andi %a, %b : i32
  %1 = arith.ori %c, %d : i32
  %2 = arith.xori %a, %b : i32
  return %0, %1, %2 : i32, i32, i32
}

// CHECK-LABEL: func.func @not_compare(
// CHECK-NEXT: %0 = arith.cmpi sge, %arg0, %arg1 : i32{{$}}
// CHECK-NEXT: return %0 : i1{{$}}
func.func @not_compare(%x: i32, %y: i32) -> i1 {
  %t = arith.constant true
  %0 = arith.cmpi slt, %x, %y : i32
  %1 = arith.xori %0, %t : i1
  return %1 : i1
}

// CHECK-LABEL: func.func @floats(
// CHECK-NEXT: %0 = arith.mulf %arg0, %arg1 : f32{{$}}
// CHECK-NEXT: %1 = arith.divf %arg0, %arg1 : f32{{$}}
// CHECK-NEXT: return %0, %1 : f32, f32{{$}}
func.func @floats(%x: f32, %y: f32) -> (f32, f32) {
  %a = arith.negf %x : f32
  %b = arith.negf %y : f32
  %0 = arith.mulf %a, %b : f32
  %1 = arith.divf %a, %b : f32
  return %0, %1 : f32, f32
}

// CHECK-LABEL: func.func @casts(
// CHECK-NEXT: %0 = arith.extui %arg0 : i8 to i32{{$}}
// CHECK-NEXT: %1 = arith.extsi %arg0 : i8 to i16{{$}}
// CHECK-NEXT: %2 = arith.extui %arg0 : i8 to i16{{$}}
// CHECK-NEXT: %3 = arith.sitofp %arg2 : i32 to f16{{$}}
// CHECK-NEXT: %4 = arith.index_cast %arg0 : i8 to index{{$}}
// CHECK-NEXT: %5 = arith.index_cast %4 : index to i32{{$}}
// CHECK-NEXT: return %0, %1, %2, %arg1, %3, %arg2, %5 : i32, i16, i16, index, f16, i32, i32{{$}}
func.func @casts(%x: i8, %i: index, %z: i32) -> (i32, i16, i16, index, f16, i32, i32) {
  %a = arith.extui %x : i8 to i16
  %0 = arith.extsi %a : i16 to i32
  %b = arith.extsi %x : i8 to i32
  %1 = arith.trunci %b : i32 to i16
  %c = arith.extui %x : i8 to i32
  %2 = arith.trunci %c : i32 to i16
  %d = arith.index_cast %i : index to i64
  %3 = arith.index_cast %d : i64 to index
  %e = arith.sitofp %z : i32 to f32
  %4 = arith.truncf %e : f32 to f16
  %f = arith.bitcast %z : i32 to f32
  %5 = arith.bitcast %f : f32 to i32
  %g = arith.extsi %x : i8 to i32
  %h = arith.index_cast %g : i32 to index
  %6 = arith.index_cast %h : index to i32
  return %0, %1, %2, %3, %4, %5, %6 : i32, i16, i16, index, f16, i32, i32
}

// A cast that truncates is kept.
// CHECK-LABEL: func.func @truncating_casts(
// CHECK-NEXT: %0 = arith.index_cast %arg0 : index to i8{{$}}
// CHECK-NEXT: %1 = arith.index_cast %0 : i8 to index{{$}}
// CHECK-NEXT: %2 = arith.index_castui %arg0 : index to i32{{$}}
// CHECK-NEXT: %3 = arith.index_castui %2 : i32 to index{{$}}
// CHECK-NEXT: return %1, %3 : index, index{{$}}
func.func @truncating_casts(%i: index) -> (index, index) {
  %a = arith.index_cast %i : index to i8
  %0 = arith.index_cast %a : i8 to index
  %b = arith.index_castui %i : index to i32
  %1 = arith.index_castui %b : i32 to index
  return %0, %1 : index, index
}

// CHECK-LABEL: func.func @high(
// CHECK-NEXT: %c32_i64 = arith.constant 32 : i64{{$}}
// CHECK-NEXT: %0 = arith.extsi %arg0 : i32 to i64{{$}}
// CHECK-NEXT: %1 = arith.extsi %arg1 : i32 to i64{{$}}
// CHECK-NEXT: %2 = arith.muli %0, %1 : i64{{$}}
// CHECK-NEXT: %3 = arith.shrui %2, %c32_i64 : i64{{$}}
// CHECK-NEXT: %4 = arith.trunci %3 : i64 to i32{{$}}
// CHECK-NEXT: return %4 : i32{{$}}
func.func @high(%x: i32, %y: i32) -> i32 {
  %c = arith.constant 32 : i64
  %a = arith.extsi %x : i32 to i64
  %b = arith.extsi %y : i32 to i64
  %p = arith.muli %a, %b : i64
  %s = arith.shrui %p, %c : i64
  %r = arith.trunci %s : i64 to i32
  return %r : i32
}

// CHECK-LABEL: func.func @shift(
// CHECK-NEXT: %c20_i32 = arith.constant 20 : i32{{$}}
// CHECK-NEXT: %0 = arith.shrsi %arg0, %c20_i32 : i32{{$}}
// CHECK-NEXT: %1 = arith.trunci %0 : i32 to i8{{$}}
// CHECK-NEXT: return %1 : i8{{$}}
func.func @shift(%x: i32) -> i8 {
  %c = arith.constant 20 : i32
  %s = arith.shrsi %x, %c : i32
  %r = arith.trunci %s : i32 to i8
  return %r : i8
}

// CHECK-LABEL: func.func @compare(
// CHECK-NEXT: %0 = arith.cmpi ne, %arg0, %arg1 : i8{{$}}
// CHECK-NEXT: return %0 : i1{{$}}
func.func @compare(%x: i8, %y: i8) -> i1 {
  %a = arith.extui %x : i8 to i32
  %b = arith.extui %y : i8 to i32
  %0 = arith.cmpi ne, %a, %b : i32
  return %0 : i1
}

// CHECK-LABEL: func.func @select(
// CHECK-NEXT: %true = arith.constant true{{$}}
// CHECK-NEXT: %0 = arith.select %arg0, %arg2, %arg4 : i32{{$}}
// CHECK-NEXT: %1 = arith.select %arg0, %arg4, %arg3 : i32{{$}}
// CHECK-NEXT: %2 = arith.select %arg0, %arg3, %arg2 : i32{{$}}
// CHECK-NEXT: %3 = arith.xori %arg0, %true : i1{{$}}
// CHECK-NEXT: %4 = arith.extui %arg0 : i1 to i32{{$}}
// CHECK-NEXT: %5 = arith.xori %arg0, %true : i1{{$}}
// CHECK-NEXT: %6 = arith.extui %5 : i1 to i32{{$}}
// CHECK-NEXT: %7 = arith.select %arg1, %arg2, %arg3 : i32{{$}}
// CHECK-NEXT: %8 = arith.select %arg0, %7, %arg3 : i32{{$}}
// CHECK-NEXT: %9 = arith.select %arg0, %arg2, %7 : i32{{$}}
// CHECK-NEXT: %10 = arith.select %arg0, %7, %arg2 : i32{{$}}
// CHECK-NEXT: return %0, %1, %2, %3, %4, %6, %8, %9, %10 : i32, i32, i32, i1, i32, i32, i32, i32, i32{{$}}
func.func @select(%p: i1, %q: i1, %x: i32, %y: i32, %z: i32) -> (i32, i32, i32, i1, i32, i32, i32, i32, i32) {
  %t = arith.constant true
  %f = arith.constant false
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %a = arith.select %p, %x, %y : i32
  %0 = arith.select %p, %a, %z : i32
  %1 = arith.select %p, %z, %a : i32
  %n = arith.xori %p, %t : i1
  %2 = arith.select %n, %x, %y : i32
  %3 = arith.select %p, %f, %t : i1
  %4 = arith.select %p, %c1, %c0 : i32
  %5 = arith.select %p, %c0, %c1 : i32
  %b = arith.select %q, %x, %y : i32
  %6 = arith.select %p, %b, %y : i32
  %7 = arith.select %p, %x, %b : i32
  %8 = arith.select %p, %b, %x : i32
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : i32, i32, i32, i1, i32, i32, i32, i32, i32
}


// arith.extsi cannot return an index.
// CHECK-LABEL: func.func @mulsi_extended_index(
// CHECK: arith.mulsi_extended %arg0, %{{.*}} : index
func.func @mulsi_extended_index(%x: index) -> (index, index) {
  %c1 = arith.constant 1 : index
  %lo, %hi = arith.mulsi_extended %x, %c1 : index
  return %lo, %hi : index, index
}

// A combination of constants that overflows removes the corresponding flag.
// CHECK-LABEL: func.func @flags(
// CHECK: arith.addi %arg0, %c-56_i8 overflow<nuw> : i8
// CHECK: arith.addi %arg0, %c-2_i8 overflow<nsw> : i8
// CHECK: arith.addi %arg0, %c2_i8 overflow<nsw, nuw> : i8
// CHECK: arith.subi %c44_i8, %arg0 overflow<nsw> : i8
// CHECK: arith.subi %c-56_i8, %arg0 overflow<nuw> : i8
// CHECK: arith.subi %arg0, %c-56_i8 overflow<nuw> : i8
// CHECK: arith.subi %c-2_i8, %arg0 overflow<nsw> : i8
// CHECK: arith.subi %c-56_i8, %arg0 overflow<nuw> : i8
// CHECK: arith.addi %arg0, %c-2_i8 overflow<nsw> : i8
// CHECK: arith.muli %arg0, %c-56_i8 overflow<nuw> : i8
func.func @flags(%x: i8) -> (i8, i8, i8, i8, i8, i8, i8, i8, i8, i8) {
  %c2 = arith.constant 2 : i8
  %c3 = arith.constant 3 : i8
  %c5 = arith.constant 5 : i8
  %c100 = arith.constant 100 : i8
  %m56 = arith.constant -56 : i8
  %a0 = arith.addi %x, %c100 overflow<nsw, nuw> : i8
  %a = arith.addi %a0, %c100 overflow<nsw, nuw> : i8
  %b0 = arith.subi %x, %c5 overflow<nsw, nuw> : i8
  %b = arith.addi %b0, %c3 overflow<nsw, nuw> : i8
  %c0 = arith.subi %x, %c3 overflow<nsw, nuw> : i8
  %c = arith.addi %c0, %c5 overflow<nsw, nuw> : i8
  %d0 = arith.subi %m56, %x overflow<nsw, nuw> : i8
  %d = arith.addi %d0, %c100 overflow<nsw, nuw> : i8
  %e0 = arith.subi %c100, %x overflow<nsw, nuw> : i8
  %e = arith.addi %e0, %c100 overflow<nsw, nuw> : i8
  %f0 = arith.subi %x, %c100 overflow<nsw, nuw> : i8
  %f = arith.subi %f0, %c100 overflow<nsw, nuw> : i8
  %g0 = arith.addi %x, %c5 overflow<nsw, nuw> : i8
  %g = arith.subi %c3, %g0 overflow<nsw, nuw> : i8
  %h0 = arith.subi %x, %c100 overflow<nsw, nuw> : i8
  %h = arith.subi %c100, %h0 overflow<nsw, nuw> : i8
  %i0 = arith.subi %c5, %x overflow<nsw, nuw> : i8
  %i = arith.subi %c3, %i0 overflow<nsw, nuw> : i8
  %j0 = arith.muli %x, %c100 overflow<nsw, nuw> : i8
  %j = arith.muli %j0, %c2 overflow<nsw, nuw> : i8
  return %a, %b, %c, %d, %e, %f, %g, %h, %i, %j : i8, i8, i8, i8, i8, i8, i8, i8, i8, i8
}
