// RUN: lathe-opt %s --canonicalize | FileCheck %s

// Patterns of parallel loops, forall and while.

func.func private @u(index, index) -> ()

// CHECK-LABEL: func.func @p1(
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: scf.parallel (%arg2) = (%c0) to (%arg0) step (%c1) {
// CHECK-NEXT: func.call @u(%c0, %arg2) : (index, index) -> ()
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @p1(%n: index, %m: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%c1, %n) step (%c1, %c1) {
    func.call @u(%i, %j) : (index, index) -> ()
    scf.reduce
  }
  return
}

// CHECK-LABEL: func.func @p2(
// CHECK-NEXT: return
func.func @p2(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i, %j) = (%c0, %c1) to (%c1, %c0) step (%c1, %c1) {
    func.call @u(%i, %j) : (index, index) -> ()
    scf.reduce
  }
  return
}

// CHECK-LABEL: func.func @p3(
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: scf.parallel (%arg1, %arg2) = (%c0, %c0) to (%arg0, %arg0) step (%c1, %c1) {
// CHECK-NEXT: func.call @u(%arg1, %arg2) : (index, index) -> ()
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @p3(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      func.call @u(%i, %j) : (index, index) -> ()
      scf.reduce
    }
    scf.reduce
  }
  return
}

// CHECK-LABEL: func.func @p4(
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: call @u(%c0, %c0) : (index, index) -> ()
// CHECK-NEXT: %0 = arith.addf %arg1, %arg1 : f32
// CHECK-NEXT: return %0 : f32
func.func @p4(%n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.parallel (%i) = (%c0) to (%c1) step (%c1) init (%x) -> f32 {
    func.call @u(%i, %i) : (index, index) -> ()
    scf.reduce (%x : f32) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      scf.reduce.return %s : f32
    }
  }
  return %r : f32
}

// CHECK-LABEL: func.func @fa1(
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = scf.forall (%arg3) in (4) shared_outs(%arg4 = %arg1) -> (tensor<8xf32>) {
// CHECK-NEXT: func.call @u(%c0, %arg3) : (index, index) -> ()
// CHECK-NEXT: scf.forall.in_parallel {
// CHECK-NEXT: tensor.parallel_insert_slice %arg2 into %arg4[%arg3] [1] [1] : tensor<1xf32> into tensor<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return %0 : tensor<8xf32>
func.func @fa1(%n: index, %t: tensor<8xf32>, %x: tensor<1xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c1 = arith.constant 1 : index
  %r = scf.forall (%i, %j) = (0, %c0) to (1, %c4) step (1, %c1) shared_outs(%o = %t) -> tensor<8xf32> {
    func.call @u(%i, %j) : (index, index) -> ()
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %o[%j] [1] [1] : tensor<1xf32> into tensor<8xf32>
    }
  }
  return %r : tensor<8xf32>
}

// CHECK-LABEL: func.func @fa2(
// CHECK-NEXT: %c8 = arith.constant 8 : index
// CHECK-NEXT: return %c8 : index
func.func @fa2(%n: index, %t: tensor<8xf32>, %x: tensor<1xf32>) -> index {
  %c0 = arith.constant 0 : index
  %b = tensor.cast %t : tensor<8xf32> to tensor<?xf32>
  %r:2 = scf.forall (%i) in (%n) shared_outs(%o = %b, %o2 = %b) -> (tensor<?xf32>, tensor<?xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %o[%i] [1] [1] : tensor<1xf32> into tensor<?xf32>
    }
  }
  %d = tensor.dim %r#0, %c0 : tensor<?xf32>
  return %d : index
}

// The difference of the bounds exceeds int64, so the loop has more than one iteration.
// CHECK-LABEL: func.func @long_parallel(
// CHECK: scf.parallel
func.func @long_parallel() {
  %lo = arith.constant -9223372036854775807 : index
  %hi = arith.constant 9223372036854775807 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%lo) to (%hi) step (%c1) {
    func.call @u(%i, %i) : (index, index) -> ()
    scf.reduce
  }
  return
}

// CHECK-LABEL: func.func @long_forall(
// CHECK: scf.forall (%arg0, %arg1) = (-9223372036854775807, 0) to (9223372036854775807, 4)
func.func @long_forall() {
  scf.forall (%i, %j) = (-9223372036854775807, 0) to (9223372036854775807, 4) step (1, 1) {
    func.call @u(%i, %j) : (index, index) -> ()
  }
  return
}

// CHECK-LABEL: func.func @tagged_forall(
// CHECK: scf.forall (%arg0) in (4) {
// CHECK: } {test.tag}
func.func @tagged_forall() {
  scf.forall (%i, %j) in (1, 4) {
    func.call @u(%i, %j) : (index, index) -> ()
  } {test.tag}
  return
}
func.func private @g(tensor<?xf32>) -> tensor<?xf32>

// CHECK-LABEL: func.func @fc(
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = scf.for %arg2 = %c0 to %arg0 step %c1 iter_args(%arg3 = %arg1) -> (tensor<8xf32>) {
// CHECK-NEXT: %cast = tensor.cast %arg3 : tensor<8xf32> to tensor<?xf32>
// CHECK-NEXT: %1 = func.call @g(%cast) : (tensor<?xf32>) -> tensor<?xf32>
// CHECK-NEXT: %cast_0 = tensor.cast %1 : tensor<?xf32> to tensor<8xf32>
// CHECK-NEXT: scf.yield %cast_0 : tensor<8xf32>
// CHECK-NEXT: } {test.tag}
// CHECK-NEXT: return %0 : tensor<8xf32>
func.func @fc(%n: index, %t: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = tensor.cast %t : tensor<8xf32> to tensor<?xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %b) -> tensor<?xf32> {
    %z = func.call @g(%a) : (tensor<?xf32>) -> tensor<?xf32>
    scf.yield %z : tensor<?xf32>
  } {test.tag}
  %c = tensor.cast %r : tensor<?xf32> to tensor<8xf32>
  return %c : tensor<8xf32>
}
func.func private @cnd(i32) -> i1

// CHECK-LABEL: func.func @wc(
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT: %0 = scf.while (%arg2 = %c0_i32) : (i32) -> i32 {
// CHECK-NEXT: %1 = arith.cmpi slt, %arg2, %arg0 : i32
// CHECK-NEXT: scf.condition(%1) %arg2 : i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%arg2: i32):
// CHECK-NEXT: %1 = arith.addi %arg2, %c1_i32 : i32
// CHECK-NEXT: scf.yield %1 : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %0, %arg1 : i32, i32
func.func @wc(%n: i32, %x: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:2 = scf.while (%a = %c0, %y = %x) : (i32, i32) -> (i32, i32) {
    %p = arith.cmpi slt, %a, %n : i32
    scf.condition(%p) %a, %y : i32, i32
  } do {
  ^bb0(%a: i32, %y : i32):
    %q = arith.cmpi slt, %a, %n : i32
    %z = arith.extui %q : i1 to i32
    %k = arith.addi %z, %a : i32
    scf.yield %k, %x : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

// CHECK-LABEL: func.func @wi(
// CHECK-NEXT: %0 = scf.while (%arg2 = %arg0) : (i32) -> i32 {
// CHECK-NEXT: %1 = func.call @cnd(%arg2) : (i32) -> i1
// CHECK-NEXT: scf.condition(%1) %arg2 : i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%arg2: i32):
// CHECK-NEXT: %1 = arith.addi %arg0, %arg2 : i32
// CHECK-NEXT: scf.yield %1 : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %0, %arg0 : i32, i32
func.func @wi(%n: i32, %x: i32) -> (i32, i32) {
  %r:2 = scf.while (%a = %n, %y = %x) : (i32, i32) -> (i32, i32) {
    %p = func.call @cnd(%a) : (i32) -> i1
    scf.condition(%p) %a, %n : i32, i32
  } do {
  ^bb0(%a: i32, %y : i32):
    %k = arith.addi %y, %a : i32
    scf.yield %k, %x : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}
