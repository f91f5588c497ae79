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

// CHECK: error: 'linalg.generic' op reads operand #1 with the strips array<i64: 4, 2>, but no nest packs it with these strips and the same 'lathe.words'
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

// -----

#a = affine_map<(d0, d1, d2, d3) -> (d0 + d1, d2)>
#b = affine_map<(d0, d1, d2, d3) -> (d1, d2, d3)>
#c = affine_map<(d0, d1, d2, d3) -> (d0, d3)>
#id = affine_map<(d0, d1) -> (d0, d1)>
#id3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>

// Words of padding are not in memory.
// CHECK: error: 'linalg.generic' op must not have 'lathe.words', since it reads a padded buffer
func.func @main(%x: memref<3x4xi8>, %y: memref<1x4x16xi8>, %z: memref<5x16xi32>, %w: memref<64xi8>) attributes {kernel.host, kernel.results = 1 : i64} {
  %padded = memref.alloca() : memref<5x4xi8>
  %zero = arith.constant 0 : i8
  linalg.fill ins(%zero : i8) outs(%padded : memref<5x4xi8>)
  %box = memref.subview %padded[2, 0] [3, 4] [1, 1] : memref<5x4xi8> to memref<3x4xi8, strided<[4, 1], offset: 8>>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : memref<3x4xi8>) outs(%box : memref<3x4xi8, strided<[4, 1], offset: 8>>) {
  ^bb0(%in: i8, %out: i8):
    linalg.yield %in : i8
  }
  %at = arith.constant 0 : index
  %panels = memref.view %w[%at][] : memref<64xi8> to memref<1x4x16xi8>
  linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%y : memref<1x4x16xi8>) outs(%panels : memref<1x4x16xi8>) attrs = {lathe.packed = 0 : i64, lathe.schedule = {strips = array<i64: 16, 1>}, lathe.words} {
  ^bb0(%in: i8, %out: i8):
    linalg.yield %in : i8
  }
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "reduction", "reduction", "parallel"]} ins(%padded, %panels : memref<5x4xi8>, memref<1x4x16xi8>) outs(%z : memref<5x16xi32>) attrs = {lathe.packed = 1 : i64, lathe.schedule = {strips = array<i64: 16, 1>}, lathe.words} {
  ^bb0(%in: i8, %in_0: i8, %out: i32):
    %0 = arith.extsi %in : i8 to i32
    %1 = arith.extsi %in_0 : i8 to i32
    %2 = arith.muli %0, %1 : i32
    %3 = arith.addi %out, %2 : i32
    linalg.yield %3 : i32
  }
  return
}
