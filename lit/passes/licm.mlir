// RUN: lathe-opt %s -loop-invariant-code-motion --allow-unregistered-dialect | FileCheck %s

// Operations that may be executed speculatively move before the loop.

// CHECK: #set = affine_set<() : (0 == 0)>

// CHECK-LABEL: func.func @f(
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT: %0 = arith.divsi %arg1, %c2_i32 : i32
// CHECK-NEXT: %1 = scf.if %arg3 -> (i32) {
// CHECK-NEXT: %6 = arith.addi %arg1, %arg2 : i32
// CHECK-NEXT: scf.yield %6 : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %arg1 : i32
// CHECK-NEXT: }
// CHECK-NEXT: %2 = scf.for %arg5 = %c0 to %arg0 step %c1 iter_args(%arg6 = %arg1) -> (i32) {
// CHECK-NEXT: %6 = arith.addi %arg6, %arg2 : i32
// CHECK-NEXT: scf.yield %6 : i32
// CHECK-NEXT: }
// CHECK-NEXT: %3 = affine.for %arg5 = 0 to 10 iter_args(%arg6 = %arg1) -> (i32) {
// CHECK-NEXT: %6 = arith.addi %arg6, %arg2 : i32
// CHECK-NEXT: affine.yield %6 : i32
// CHECK-NEXT: }
// CHECK-NEXT: %4 = affine.if #set() -> i32 {
// CHECK-NEXT: affine.yield %arg1 : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: affine.yield %arg2 : i32
// CHECK-NEXT: }
// CHECK-NEXT: %5 = tensor.empty(%arg0) : tensor<?xf32>
// CHECK-NEXT: %subview = memref.subview %arg4[0] [2] [1] : memref<4xf32> to memref<2xf32>
// CHECK-NEXT: %extracted = tensor.extract %5[%arg0] : tensor<?xf32>
// CHECK-NEXT: scf.for %arg5 = %c0 to %arg0 step %c1 {
// CHECK-NEXT: %6 = arith.divsi %arg1, %arg2 : i32
// CHECK-NEXT: %7 = scf.if %arg3 -> (i32) {
// CHECK-NEXT: %15 = arith.divsi %arg1, %arg2 : i32
// CHECK-NEXT: scf.yield %15 : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %arg1 : i32
// CHECK-NEXT: }
// CHECK-NEXT: %8 = scf.for %arg6 = %c0 to %arg0 step %arg0 iter_args(%arg7 = %arg1) -> (i32) {
// CHECK-NEXT: %15 = arith.addi %arg7, %arg2 : i32
// CHECK-NEXT: scf.yield %15 : i32
// CHECK-NEXT: }
// CHECK-NEXT: %9 = scf.execute_region -> i32 {
// CHECK-NEXT: scf.yield %arg1 : i32
// CHECK-NEXT: }
// CHECK-NEXT: %10 = scf.index_switch %arg0 -> i32
// CHECK-NEXT: default {
// CHECK-NEXT: scf.yield %arg1 : i32
// CHECK-NEXT: }
// CHECK-NEXT: %11 = scf.while (%arg6 = %arg1) : (i32) -> i32 {
// CHECK-NEXT: scf.condition(%arg3) %arg6 : i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%arg6: i32):
// CHECK-NEXT: scf.yield %arg6 : i32
// CHECK-NEXT: }
// CHECK-NEXT: %dim = memref.dim %arg4, %arg0 : memref<4xf32>
// CHECK-NEXT: %alloca = memref.alloca() : memref<4xf32>
// CHECK-NEXT: %dim_0 = tensor.dim %5, %arg0 : tensor<?xf32>
// CHECK-NEXT: %dim_1 = tensor.dim %5, %c1 : tensor<?xf32>
// CHECK-NEXT: %12 = scf.parallel (%arg6) = (%c0) to (%arg0) step (%c1) init (%arg1) -> i32 {
// CHECK-NEXT: scf.reduce(%arg2 : i32) {
// CHECK-NEXT: ^bb0(%arg7: i32, %arg8: i32):
// CHECK-NEXT: %15 = arith.addi %arg7, %arg8 : i32
// CHECK-NEXT: scf.reduce.return %15 : i32
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: %generated = tensor.generate %arg0 {
// CHECK-NEXT: ^bb0(%arg6: index):
// CHECK-NEXT: tensor.yield %arg1 : i32
// CHECK-NEXT: } : tensor<?xi32>
// CHECK-NEXT: %13 = memref.alloca_scope  -> (i32) {
// CHECK-NEXT: memref.alloca_scope.return %arg1 : i32
// CHECK-NEXT: }
// CHECK-NEXT: %14 = bufferization.to_tensor %arg4 : memref<4xf32> to tensor<4xf32>
// CHECK-NEXT: func.call @use(%6, %0, %1, %7, %2, %8, %3, %4, %9, %10, %11, %13) : (i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32) -> ()
// CHECK-NEXT: "test.u"(%dim, %alloca, %dim_0, %12, %generated, %subview, %dim_1, %extracted) : (index, memref<4xf32>, index, i32, tensor<?xi32>, memref<2xf32>, index, f32) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @f(%n: index, %x: i32, %y: i32, %p: i1, %m: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : i32
  scf.for %i = %c0 to %n step %c1 {
    %a = arith.divsi %x, %y : i32
    %b = arith.divsi %x, %c2 : i32
    %if = scf.if %p -> i32 {
      %q = arith.addi %x, %y : i32
      scf.yield %q : i32
    } else {
      scf.yield %x : i32
    }
    %if2 = scf.if %p -> i32 {
      %q = arith.divsi %x, %y : i32
      scf.yield %q : i32
    } else {
      scf.yield %x : i32
    }
    %f1 = scf.for %j = %c0 to %n step %c1 iter_args(%k = %x) -> i32 {
      %z = arith.addi %k, %y : i32
      scf.yield %z : i32
    }
    %f2 = scf.for %j = %c0 to %n step %n iter_args(%k = %x) -> i32 {
      %z = arith.addi %k, %y : i32
      scf.yield %z : i32
    }
    %f3 = affine.for %j = 0 to 10 iter_args(%k = %x) -> i32 {
      %z = arith.addi %k, %y : i32
      affine.yield %z : i32
    }
    %f4 = affine.if affine_set<() : (0 == 0)>() -> i32 {
      affine.yield %x : i32
    } else {
      affine.yield %y : i32
    }
    %f5 = scf.execute_region -> i32 {
      scf.yield %x : i32
    }
    %f6 = scf.index_switch %n -> i32 default {
      scf.yield %x : i32
    }
    %w = scf.while (%k = %x) : (i32) -> i32 {
      scf.condition(%p) %k : i32
    } do {
    ^bb0(%k : i32):
      scf.yield %k : i32
    }
    %d = memref.dim %m, %n : memref<4xf32>
    %al = memref.alloca() : memref<4xf32>
    %t = tensor.empty(%n) : tensor<?xf32>
    %td = tensor.dim %t, %n : tensor<?xf32>
    %td1 = tensor.dim %t, %c1 : tensor<?xf32>
    %pp = scf.parallel (%j) = (%c0) to (%n) step (%c1) init (%x) -> i32 {
      scf.reduce(%y : i32) {
        ^bb0(%l : i32, %r : i32):
        %z = arith.addi %l, %r : i32
        scf.reduce.return %z : i32
      }
    }
    %g = tensor.generate %n {
      ^bb0(%j : index):
      tensor.yield %x : i32
    } : tensor<?xi32>
    %as = memref.alloca_scope -> i32 {
      memref.alloca_scope.return %x : i32
    }
    %cr = bufferization.to_tensor %m : memref<4xf32> to tensor<4xf32>
    %sv = memref.subview %m[0][2][1] : memref<4xf32> to memref<2xf32>
    %e = tensor.extract %t[%n] : tensor<?xf32>
    func.call @use(%a, %b, %if, %if2, %f1, %f2, %f3, %f4, %f5, %f6, %w, %as) : (i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32) -> ()
    "test.u"(%d, %al, %td, %pp, %g, %sv, %td1, %e) : (index, memref<4xf32>, index, i32, tensor<?xi32>, memref<2xf32>, index, f32) -> ()
  }
  return
}
func.func private @use(i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32)
