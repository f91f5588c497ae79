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

// -----

func.func @main(%x: memref<8xf32>, %y: memref<8xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  %c0 = arith.constant 0 : index
  %0 = memref.load %x[%c0] : memref<8xf32>
  // expected-error@+1 {{'memref.store' op is not part of host functions in kernel form}}
  memref.store %0, %y[%c0] : memref<8xf32>
  return
}

// -----

func.func @main(%x: memref<i1>, %y: memref<8xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  %c0 = arith.constant 0 : index
  %0 = memref.load %x[] : memref<i1>
  scf.if %0 {
    // expected-error@+1 {{'vector.load' op is not part of host functions in kernel form}}
    %1 = vector.load %y[%c0] : memref<8xf32>, vector<8xf32>
    vector.store %1, %y[%c0] : memref<8xf32>, vector<8xf32>
  }
  return
}

// -----

func.func @main(%x: memref<8xf32>, %y: memref<8xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  // expected-error@+1 {{'memref.alloca_scope' op is not part of host functions in kernel form}}
  memref.alloca_scope {
    linalg.copy ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
  }
  return
}

// -----

func.func @main(%c: i1, %y: memref<8xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  // expected-error@+1 {{'scf.if' op depends on a scalar that is not loaded from a buffer of one element}}
  scf.if %c {
  }
  return
}

// -----

func.func @main(%x: memref<4xi1>, %y: memref<8xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  %c3 = arith.constant 3 : index
  %0 = memref.load %x[%c3] : memref<4xi1>
  // expected-error@+1 {{'scf.if' op depends on a scalar that is not loaded from a buffer of one element}}
  scf.if %0 {
  }
  return
}
