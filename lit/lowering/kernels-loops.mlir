// RUN: lathe-opt --linalg-to-kernels --kernel-verify %s | FileCheck %s

// A branch in a loop keeps its else region and its results.
// CHECK-LABEL: @k0
// CHECK: %[[A:.*]] = memref.load %arg0[%[[I:.*]]]
// CHECK: scf.if %[[A]] {
// CHECK: memref.store %{{.*}}, %arg1[%[[I]]]
// CHECK: } else {
// CHECK: memref.store %{{.*}}, %arg1[%[[I]]]
// CHECK: }
// CHECK: %[[R:.*]] = scf.if %[[A]] -> (f32) {
// CHECK: scf.yield %[[X:.*]] : f32
// CHECK: } else {
// CHECK-NOT: scf.yield %[[X]] :
// CHECK: scf.yield %{{.*}} : f32
// CHECK: }
// CHECK: memref.store %[[R]],
func.func @main(%c: memref<8xi1>, %m: memref<8xf32>, %n: memref<8xf32>) attributes {kernel.host, kernel.results = 2 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  scf.for %i = %c0 to %c8 step %c1 {
    %a = memref.load %c[%i] : memref<8xi1>
    scf.if %a {
      memref.store %one, %m[%i] : memref<8xf32>
    } else {
      memref.store %two, %m[%i] : memref<8xf32>
    }
    %r = scf.if %a -> (f32) {
      scf.yield %two : f32
    } else {
      scf.yield %one : f32
    }
    memref.store %r, %n[%i] : memref<8xf32>
  }
  return
}
