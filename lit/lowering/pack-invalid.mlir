// RUN: not lathe-opt %s --linalg-to-kernels --split-input-file 2>&1 | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#a = affine_map<(d0, d1, d2) -> (d0, d1)>
#b = affine_map<(d0, d1, d2) -> (d1, d2)>
#c = affine_map<(d0, d1, d2) -> (d0, d2)>

// CHECK: error: 'linalg.generic' op must have 'lathe.schedule' with the widths and counts of strips that cover its columns, but has array<i64: 3, 2>
func.func @main(%x: memref<2x8xf32>, %y: memref<2x8xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : memref<2x8xf32>) outs(%y : memref<2x8xf32>) attrs = {lathe.packed = 0 : i64, lathe.schedule = {strips = array<i64: 3, 2>}} {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  return
}

// -----

#a = affine_map<(d0, d1, d2) -> (d0, d1)>
#b = affine_map<(d0, d1, d2) -> (d1, d2)>
#c = affine_map<(d0, d1, d2) -> (d0, d2)>

// CHECK: error: 'linalg.generic' op reads operand #1 in the strips array<i64: 4, 2>, but no nest packs it in these strips
func.func @main(%x: memref<2x8xf32>, %y: memref<8x8xf32>, %z: memref<2x8xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "reduction", "parallel"]} ins(%x, %y : memref<2x8xf32>, memref<8x8xf32>) outs(%z : memref<2x8xf32>) attrs = {lathe.packed = 1 : i64, lathe.schedule = {strips = array<i64: 4, 2>}} {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %0 = math.fma %in, %in_0, %out : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>

// CHECK: error: 'linalg.generic' op must have 'lathe.packed' with the index of a packed operand, but has -1 : i64
func.func @main(%x: memref<2x8xf32>, %y: memref<2x8xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : memref<2x8xf32>) outs(%y : memref<2x8xf32>) attrs = {lathe.packed = -1 : i64, lathe.schedule = {strips = array<i64: 4, 2>}} {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  return
}
