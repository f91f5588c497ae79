// RUN: not lathe-opt %s --schedule-nests=target=avx512 --split-input-file 2>&1 | FileCheck %s
// RUN: not lathe-opt %s --linalg-to-kernels=target=avx512 --split-input-file 2>&1 | FileCheck %s

#a = affine_map<(d0, d1, d2) -> (d0, d1)>
#b = affine_map<(d0, d1, d2) -> (d1, d2)>
#c = affine_map<(d0, d1, d2) -> (d0, d2)>

// CHECK: error: 'linalg.generic' op must have 'lathe.schedule' with a dictionary, but has 3 : i64
func.func @main(%x: memref<24x40xf32>, %y: memref<40x96xf32>, %z: memref<24x96xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "reduction", "parallel"]} ins(%x, %y : memref<24x40xf32>, memref<40x96xf32>) outs(%z : memref<24x96xf32>) attrs = {lathe.schedule = 3 : i64} {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %0 = math.fma %in, %in_0, %out : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#a = affine_map<(d0, d1, d2) -> (d0, d1)>
#b = affine_map<(d0, d1, d2) -> (d1, d2)>
#c = affine_map<(d0, d1, d2) -> (d0, d2)>

// CHECK: error: 'linalg.generic' op has 'lathe.schedule' with the invalid field 'size = 3 : i64'
func.func @main(%x: memref<24x40xf32>, %y: memref<40x96xf32>, %z: memref<24x96xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "reduction", "parallel"]} ins(%x, %y : memref<24x40xf32>, memref<40x96xf32>) outs(%z : memref<24x96xf32>) attrs = {lathe.schedule = {size = 3 : i64}} {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %0 = math.fma %in, %in_0, %out : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#a = affine_map<(d0, d1, d2) -> (d0, d1)>
#b = affine_map<(d0, d1, d2) -> (d1, d2)>
#c = affine_map<(d0, d1, d2) -> (d0, d2)>

// CHECK: error: 'linalg.generic' op has 'lathe.schedule' with the invalid field 'height = 0 : i64'
func.func @main(%x: memref<24x40xf32>, %y: memref<40x96xf32>, %z: memref<24x96xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "reduction", "parallel"]} ins(%x, %y : memref<24x40xf32>, memref<40x96xf32>) outs(%z : memref<24x96xf32>) attrs = {lathe.schedule = {height = 0 : i64}} {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %0 = math.fma %in, %in_0, %out : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#a = affine_map<(d0, d1, d2) -> (d0, d1)>
#b = affine_map<(d0, d1, d2) -> (d1, d2)>
#c = affine_map<(d0, d1, d2) -> (d0, d2)>

// CHECK: error: 'linalg.generic' op has 'lathe.schedule' with the invalid field 'prefetch = 1 : i64'
func.func @main(%x: memref<24x40xf32>, %y: memref<40x96xf32>, %z: memref<24x96xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "reduction", "parallel"]} ins(%x, %y : memref<24x40xf32>, memref<40x96xf32>) outs(%z : memref<24x96xf32>) attrs = {lathe.schedule = {prefetch = 1 : i64}} {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %0 = math.fma %in, %in_0, %out : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#a = affine_map<(d0, d1, d2) -> (d0, d1)>
#b = affine_map<(d0, d1, d2) -> (d1, d2)>
#c = affine_map<(d0, d1, d2) -> (d0, d2)>

// CHECK: error: 'linalg.generic' op must have 'lathe.schedule' with the widths and counts of strips that cover its columns, but has array<i64: 48, 3>
func.func @main(%x: memref<24x40xf32>, %y: memref<40x96xf32>, %z: memref<24x96xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "reduction", "parallel"]} ins(%x, %y : memref<24x40xf32>, memref<40x96xf32>) outs(%z : memref<24x96xf32>) attrs = {lathe.schedule = {strips = array<i64: 48, 3>}} {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %0 = math.fma %in, %in_0, %out : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#a = affine_map<(d0, d1, d2) -> (d0, d1)>
#b = affine_map<(d0, d1, d2) -> (d1, d2)>
#c = affine_map<(d0, d1, d2) -> (d0, d2)>

// CHECK: error: 'linalg.generic' op must have 'lathe.schedule' with strips of at least 16 columns, which is one vector, but has array<i64: 8, 12>
func.func @main(%x: memref<24x40xf32>, %y: memref<40x96xf32>, %z: memref<24x96xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "reduction", "parallel"]} ins(%x, %y : memref<24x40xf32>, memref<40x96xf32>) outs(%z : memref<24x96xf32>) attrs = {lathe.schedule = {strips = array<i64: 8, 12>}} {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %0 = math.fma %in, %in_0, %out : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#a = affine_map<(d0, d1, d2) -> (d0, d1)>
#b = affine_map<(d0, d1, d2) -> (d1, d2)>
#c = affine_map<(d0, d1, d2) -> (d0, d2)>

// CHECK: error: 'linalg.generic' op has 'lathe.schedule' with a height of 25, but only 24 rows
func.func @main(%x: memref<24x40xf32>, %y: memref<40x96xf32>, %z: memref<24x96xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "reduction", "parallel"]} ins(%x, %y : memref<24x40xf32>, memref<40x96xf32>) outs(%z : memref<24x96xf32>) attrs = {lathe.schedule = {height = 25 : i64}} {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %0 = math.fma %in, %in_0, %out : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#a = affine_map<(d0, d1, d2) -> (d0, d1)>
#b = affine_map<(d0, d1, d2) -> (d1, d2)>
#c = affine_map<(d0, d1, d2) -> (d0, d2)>

// CHECK: error: 'linalg.generic' op has 'lathe.schedule' with tiles of 144 vectors, but a tile can have at most 128, four times the number of the target's registers
func.func @main(%x: memref<24x40xf32>, %y: memref<40x96xf32>, %z: memref<24x96xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "reduction", "parallel"]} ins(%x, %y : memref<24x40xf32>, memref<40x96xf32>) outs(%z : memref<24x96xf32>) attrs = {lathe.schedule = {height = 24 : i64, strips = array<i64: 96, 1>}} {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %0 = math.fma %in, %in_0, %out : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#a = affine_map<(d0, d1, d2) -> (d0, d1)>
#b = affine_map<(d0, d1, d2) -> (d1, d2)>
#c = affine_map<(d0, d1, d2) -> (d0, d2)>

// CHECK: error: 'linalg.generic' op has 'lathe.schedule' with the block array<i64: 1, 1>, but a block needs three numbers: tiles down, tiles across and terms
func.func @main(%x: memref<24x40xf32>, %y: memref<40x96xf32>, %z: memref<24x96xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "reduction", "parallel"]} ins(%x, %y : memref<24x40xf32>, memref<40x96xf32>) outs(%z : memref<24x96xf32>) attrs = {lathe.schedule = {height = 4 : i64, block = array<i64: 1, 1>}} {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %0 = math.fma %in, %in_0, %out : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#a = affine_map<(d0, d1, d2) -> (d0, d1)>
#b = affine_map<(d0, d1, d2) -> (d1, d2)>
#c = affine_map<(d0, d1, d2) -> (d0, d2)>

// CHECK: error: 'linalg.generic' op has 'lathe.schedule' with the block array<i64: 7, 1, 40>, but there are 6 tiles down, 2 across, and 40 terms
func.func @main(%x: memref<24x40xf32>, %y: memref<40x96xf32>, %z: memref<24x96xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "reduction", "parallel"]} ins(%x, %y : memref<24x40xf32>, memref<40x96xf32>) outs(%z : memref<24x96xf32>) attrs = {lathe.schedule = {height = 4 : i64, block = array<i64: 7, 1, 40>}} {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %0 = math.fma %in, %in_0, %out : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#a = affine_map<(d0, d1, d2) -> (d0, d1)>
#b = affine_map<(d0, d1, d2) -> (d1, d2)>
#c = affine_map<(d0, d1, d2) -> (d0, d2)>

// CHECK: error: 'linalg.generic' op has 'lathe.schedule' with the block array<i64: 1, 1, 20>, but 'unroll' needs one loop over terms, and must be the number of terms in a pass, at most 32 and a divisor of 40
func.func @main(%x: memref<24x40xf32>, %y: memref<40x96xf32>, %z: memref<24x96xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "reduction", "parallel"]} ins(%x, %y : memref<24x40xf32>, memref<40x96xf32>) outs(%z : memref<24x96xf32>) attrs = {lathe.schedule = {block = array<i64: 1, 1, 20>, unroll = 40 : i64}} {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %0 = math.fma %in, %in_0, %out : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#a = affine_map<(d0, d1, d2) -> (d0, d1)>
#b = affine_map<(d0, d1, d2) -> (d1, d2)>
#c = affine_map<(d0, d1, d2) -> (d0, d2)>

// CHECK: error: 'linalg.generic' op has 'lathe.schedule' with 'unroll', but no block whose terms can be unrolled
func.func @main(%x: memref<24x40xf32>, %y: memref<40x96xf32>, %z: memref<24x96xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "reduction", "parallel"]} ins(%x, %y : memref<24x40xf32>, memref<40x96xf32>) outs(%z : memref<24x96xf32>) attrs = {lathe.schedule = {unroll = 4 : i64}} {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %0 = math.fma %in, %in_0, %out : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>

// CHECK: error: 'linalg.generic' op has 'lathe.schedule' with 'unroll = 17', but computes at most 16 vectors together
func.func @main(%x: memref<64x256xf32>, %w: memref<64x256xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : memref<64x256xf32>) outs(%w : memref<64x256xf32>) attrs = {lathe.schedule = {unroll = 17 : i64}} {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.negf %in : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>

// CHECK: error: 'linalg.generic' op has 'lathe.schedule' with tiles, but is not divided into tiles
func.func @main(%x: memref<64x256xf32>, %w: memref<64x256xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : memref<64x256xf32>) outs(%w : memref<64x256xf32>) attrs = {lathe.schedule = {height = 2 : i64}} {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.negf %in : f32
    linalg.yield %0 : f32
  }
  return
}
