// RUN: lathe-opt %s --linalg-to-kernels --split-input-file --verify-diagnostics

func.func @main(%x: memref<?x256xf32>, %y: memref<?x256xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  // expected-error@+1 {{must have static extents, since kernels have no dynamic shapes}}
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x : memref<?x256xf32>) outs(%y : memref<?x256xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.negf %a : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

// 2^62 elements have more bytes than an address can count.
func.func @main(%a: memref<4611686018427387904xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  // expected-error@+1 {{has an operand of type 'memref<4611686018427387904xf32>', which has too many elements}}
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%a : memref<4611686018427387904xf32>) {
  ^bb0(%x: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @main(%x: memref<4xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  return
}
// expected-error@+1 {{is a kernel, so the module is already in kernel form}}
func.func private @k(%x: memref<4xf32>, %lo: index, %hi: index) attributes {kernel.grid = 1 : index} {
  return
}
