// RUN: lathe-opt %s --kernel-verify --split-input-file --verify-diagnostics

#both = affine_map<(l, k) -> (l, k)>
#lanes = affine_map<(l, k) -> (l)>

func.func @main(%a: memref<64xi8>, %o: memref<16xi32>) attributes {kernel.host, kernel.results = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  func.call @k(%a, %o, %c0, %c1) : (memref<64xi8>, memref<16xi32>, index, index) -> ()
  return
}

func.func private @k(%a: memref<64xi8>, %o: memref<16xi32>, %lo: index, %hi: index)
    attributes {kernel.grid = 1 : index, kernel.lanes = 16 : i64, kernel.writes = array<i64: 1>} {
  %c0 = arith.constant 0 : index
  %z = arith.constant dense<0> : vector<16xi32>
  %x = vector.load %a[%c0] : memref<64xi8>, vector<64xi8>
  %s = vector.shape_cast %x : vector<64xi8> to vector<16x4xi8>
  %e = arith.extsi %s : vector<16x4xi8> to vector<16x4xi32>
  // expected-error@+1 {{'vector.contract' op must add the products of unsigned and signed bytes of words to a vector of 16 lanes of i32}}
  %r = vector.contract {indexing_maps = [#both, #both, #lanes], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %e, %e, %z : vector<16x4xi32>, vector<16x4xi32> into vector<16xi32>
  vector.store %r, %o[%c0] : memref<16xi32>, vector<16xi32>
  return
}

// -----

func.func @main(%a: memref<64xi8>, %o: memref<16xi32>) attributes {kernel.host, kernel.results = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  func.call @k(%a, %o, %c0, %c1) : (memref<64xi8>, memref<16xi32>, index, index) -> ()
  return
}

func.func private @k(%a: memref<64xi8>, %o: memref<16xi32>, %lo: index, %hi: index)
    attributes {kernel.grid = 1 : index, kernel.lanes = 16 : i64, kernel.writes = array<i64: 1>} {
  %c1 = arith.constant 1 : index
  %c61 = arith.constant 61 : index
  // expected-error@+1 {{'vector.load' op index #0 must be in [0, 63] in all lanes, but is only known to be in [1, 64]}}
  %x = vector.load %a[%c1] : memref<64xi8>, vector<64xi8>
  // expected-error@+1 {{'vector.load' op index #0 must be in [0, 63] in all lanes, but is only known to be in [61, 64]}}
  %y = vector.load %a[%c61] : memref<64xi8>, vector<4xi8>
  return
}

// -----

func.func @main(%a: memref<64xf32>, %o: memref<64xi8>) attributes {kernel.host, kernel.results = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  func.call @k(%a, %o, %c0, %c1) : (memref<64xf32>, memref<64xi8>, index, index) -> ()
  return
}

func.func private @k(%a: memref<64xf32>, %o: memref<64xi8>, %lo: index, %hi: index)
    attributes {kernel.grid = 1 : index, kernel.lanes = 16 : i64, kernel.writes = array<i64: 1>} {
  %c0 = arith.constant 0 : index
  %x = vector.load %a[%c0] : memref<64xf32>, vector<16xf32>
  // expected-error@+1 {{'vector.bitcast' op must cast between words and numbers of 32 bits, or between words and 4 bytes in each lane, but casts 'vector<16xf32>' to 'vector<64xi8>'}}
  %y = vector.bitcast %x : vector<16xf32> to vector<64xi8>
  vector.store %y, %o[%c0] : memref<64xi8>, vector<64xi8>
  return
}

// -----

// Words of two iterations overlap.
func.func @main(%a: memref<64xi8>, %o: memref<72xi8>) attributes {kernel.host, kernel.results = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  func.call @k(%a, %o, %c0, %c2) : (memref<64xi8>, memref<72xi8>, index, index) -> ()
  return
}

// expected-note@+1 {{the kernel has a grid of 2 iterations}}
func.func private @k(%a: memref<64xi8>, %o: memref<72xi8>, %lo: index, %hi: index)
    attributes {kernel.grid = 2 : index, kernel.lanes = 16 : i64, kernel.writes = array<i64: 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %x = vector.load %a[%c0] : memref<64xi8>, vector<64xi8>
  scf.for %i = %lo to %hi step %c1 {
    %at = arith.muli %i, %c8 : index
    // expected-error@+1 {{'vector.store' op cannot prove that iterations of the grid write disjoint elements of buffer #1}}
    vector.store %x, %o[%at] : memref<72xi8>, vector<64xi8>
  }
  return
}
