// RUN: lathe-opt --linalg-to-kernels=target=avx2 %s | FileCheck %s
// RUN: lathe-opt --linalg-to-kernels=target=avx2 --kernel-verify %s
// RUN: lathe-opt --linalg-to-kernels=target=avx512 %s | FileCheck %s --check-prefix=WIDE

// An iteration computes neighboring vectors, operation by operation. Single vectors and single
// elements follow.

func.func @main(%a: memref<75xf32>, %b: memref<75xf32>, %c: memref<75xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
      iterator_types = ["parallel"]} ins(%a, %b : memref<75xf32>, memref<75xf32>) outs(%c : memref<75xf32>) {
  ^bb0(%x: f32, %y: f32, %old: f32):
    %s = arith.addf %x, %y : f32
    %p = arith.mulf %s, %x : f32
    linalg.yield %p : f32
  }
  return
}

// CHECK: kernel.grid = 8 : index, kernel.lanes = 8
// CHECK: scf.for %[[G:.*]] = %{{.*}} to
// CHECK: %[[I:.*]] = arith.muli %[[G]], %c16
// CHECK: %[[J:.*]] = arith.addi %[[I]], %c8
// CHECK: vector.load {{.*}}[%[[I]]]
// CHECK-NEXT: vector.load {{.*}}[%[[J]]]
// CHECK: arith.addf {{.*}} vector<8xf32>
// CHECK-NEXT: arith.addf {{.*}} vector<8xf32>
// CHECK-NEXT: arith.mulf {{.*}} vector<8xf32>
// CHECK-NEXT: arith.mulf {{.*}} vector<8xf32>
// CHECK-NEXT: vector.store {{.*}}[%[[I]]]
// CHECK-NEXT: vector.store {{.*}}[%[[J]]]
// CHECK: scf.for
// CHECK: arith.addf {{.*}} vector<8xf32>
// CHECK: scf.for
// CHECK: arith.addf {{.*}} : f32

// WIDE: kernel.grid = 6 : index, kernel.lanes = 8
// WIDE: arith.muli %{{.*}}, %c32
// WIDE-COUNT-4: arith.addf {{.*}} vector<8xf32>
// WIDE-COUNT-4: arith.mulf {{.*}} vector<8xf32>
