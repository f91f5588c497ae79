// RUN: lathe-opt %s --schedule-nests=target=avx512 | FileCheck %s
// RUN: lathe-opt %s --linalg-to-kernels=target=avx512 --kernel-verify | FileCheck %s --check-prefix=KERNELS

// The compiler follows the decisions in the program. The tables make all other decisions.
// CHECK: lathe.schedule = {block = array<i64: 2, 1, 100>, height = 4 : i64, prefetch = true, strips = array<i64: 32, 4>}
// CHECK: lathe.schedule = {unroll = 2 : i64}

// A block of two tiles of four rows, in passes of 100 terms.
// KERNELS: func.func private @k0
// KERNELS-SAME: kernel.grid = 32 : index
// KERNELS-SAME: kernel.tile = array<i64: 4, 32>
// KERNELS: step %c100
// KERNELS: step %c1 iter_args
// KERNELS-COUNT-8: math.fma
// KERNELS-NOT: math.fma
// KERNELS: memref.prefetch
// KERNELS: func.func private @k1
// KERNELS-COUNT-2: arith.negf
// KERNELS-NOT: arith.negf
#a = affine_map<(d0, d1, d2) -> (d0, d1)>
#b = affine_map<(d0, d1, d2) -> (d1, d2)>
#c = affine_map<(d0, d1, d2) -> (d0, d2)>
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @main(%x: memref<64x256xf32>, %y: memref<256x128xf32>, %z: memref<64x128xf32>, %w: memref<64x256xf32>) attributes {kernel.host, kernel.results = 2 : i64} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%z : memref<64x128xf32>)
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "reduction", "parallel"]} ins(%x, %y : memref<64x256xf32>, memref<256x128xf32>) outs(%z : memref<64x128xf32>) attrs = {lathe.schedule = {block = array<i64: 2, 1, 100>, height = 4 : i64, prefetch = true, strips = array<i64: 32, 4>}} {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %0 = math.fma %in, %in_0, %out : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : memref<64x256xf32>) outs(%w : memref<64x256xf32>) attrs = {lathe.schedule = {unroll = 2 : i64}} {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.negf %in : f32
    linalg.yield %0 : f32
  }
  return
}
