// RUN: lathe-opt --schedule-nests=target=avx2 --split-input-file %s | FileCheck %s --check-prefixes=CHECK,NARROW
// RUN: lathe-opt --schedule-nests=target=avx512 --split-input-file %s | FileCheck %s --check-prefixes=CHECK,WIDE
// RUN: lathe-opt --linalg-to-kernels=target=avx2 --split-input-file %s | FileCheck %s --check-prefix=KERNELS

// With 16 registers, four vectors that are read and written would leave no register for constants.
// CHECK-LABEL: @long
// NARROW: unroll = 3
// WIDE: unroll = 4
func.func @long(%a: memref<512xf32>, %b: memref<512xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%a : memref<512xf32>) outs(%b : memref<512xf32>) {
  ^bb0(%x: f32, %old: f32):
    %t = math.tanh %x : f32
    linalg.yield %t : f32
  }
  return
}

// -----

// A loop of two vectors is unrolled completely.
// KERNELS-LABEL: func.func @two
// KERNELS: kernel.grid = 1 : index, kernel.lanes = 8
// KERNELS-COUNT-2: vector.store
func.func @two(%a: memref<16xf32>, %b: memref<16xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%a : memref<16xf32>) outs(%b : memref<16xf32>) {
  ^bb0(%x: f32, %old: f32):
    %t = math.tanh %x : f32
    linalg.yield %t : f32
  }
  return
}
