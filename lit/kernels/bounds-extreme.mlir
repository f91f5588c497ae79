// RUN: lathe-opt %s --kernel-verify --split-input-file --verify-diagnostics

// 2·(a − b) + a is below 2⁶³, since b is at least a − 5, but 3·a is not.
memref.global "private" constant @c : memref<2xi64> = dense<[3074457345618260602, 0]>
func.func @main(%buf: memref<16xi8>, %out: memref<16xi8>) attributes {kernel.host, kernel.results = 1 : i64} {
  %lo = arith.constant 0 : index
  %hi = arith.constant 1 : index
  %in = memref.get_global @c : memref<2xi64>
  func.call @k(%in, %buf, %out, %lo, %hi) : (memref<2xi64>, memref<16xi8>, memref<16xi8>, index, index) -> ()
  return
}
func.func private @k(%in: memref<2xi64>, %buf: memref<16xi8>, %o: memref<16xi8>, %lo: index, %hi: index) attributes {kernel.grid = 1 : index, kernel.writes = array<i64: 2>} {
  %z = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %five = arith.constant 5 : index
  %c0 = arith.constant 3074457345618258602 : index
  %c2 = arith.constant 4611686018427387904 : index
  %k = arith.constant 1537228672809129301 : index
  %v0 = memref.load %in[%z] : memref<2xi64>
  %v = arith.index_cast %v0 : i64 to index
  %w0 = memref.load %in[%one] : memref<2xi64>
  %w = arith.index_cast %w0 : i64 to index
  %a0 = arith.maxsi %v, %c0 : index
  %a = arith.minsi %a0, %c2 : index
  %a5 = arith.subi %a, %five : index
  %m = arith.maxsi %w, %a5 : index
  %b = arith.minsi %m, %a : index
  %t = arith.subi %a, %b : index
  %t2 = arith.muli %t, %two : index
  %x = arith.addi %t2, %a : index
  %q = arith.divsi %x, %two : index
  %i0 = arith.subi %q, %k : index
  %i = arith.maxsi %i0, %z : index
  %r = memref.load %buf[%z] : memref<16xi8>
  // expected-error@+1 {{'memref.store' op index #0 must be in [0, 15], but is only known to be in [0, 768614336404564656]}}
  memref.store %r, %o[%i] : memref<16xi8>
  return
}

// -----

// The dividend is a − (2⁶³ − 1) + b. In 64 bits, no multiple of 1000 can be subtracted from the
// constant of this form.
memref.global "private" constant @c : memref<2xi64> = dense<[9223372036854775807, 9223372036854775807]>
func.func @main(%buf: memref<16xi8>, %out: memref<16xi8>) attributes {kernel.host, kernel.results = 1 : i64} {
  %lo = arith.constant 0 : index
  %hi = arith.constant 1 : index
  %in = memref.get_global @c : memref<2xi64>
  func.call @k(%in, %buf, %out, %lo, %hi) : (memref<2xi64>, memref<16xi8>, memref<16xi8>, index, index) -> ()
  return
}
func.func private @k(%in: memref<2xi64>, %buf: memref<16xi8>, %o: memref<16xi8>, %lo: index, %hi: index) attributes {kernel.grid = 1 : index, kernel.writes = array<i64: 2>} {
  %z = arith.constant 0 : index
  %one = arith.constant 1 : index
  %least = arith.constant 9223372036854775707 : index
  %most = arith.constant 9223372036854775807 : index
  %d = arith.constant 1000 : index
  %v0 = memref.load %in[%z] : memref<2xi64>
  %v = arith.index_cast %v0 : i64 to index
  %w0 = memref.load %in[%one] : memref<2xi64>
  %w = arith.index_cast %w0 : i64 to index
  %a = arith.maxsi %v, %least : index
  %b = arith.maxsi %w, %least : index
  %t = arith.subi %a, %most : index
  %x = arith.addi %t, %b : index
  %i = arith.remsi %x, %d : index
  %r = memref.load %buf[%z] : memref<16xi8>
  // expected-error@+1 {{'memref.store' op index #0 must be in [0, 15], but is only known to be in [0, 999]}}
  memref.store %r, %o[%i] : memref<16xi8>
  return
}

// -----

// A vector of words has four bytes for each lane.
func.func @main(%buf: memref<1x4xi8>, %out: memref<1x4096xi8>) attributes {kernel.host, kernel.results = 1 : i64} {
  %lo = arith.constant 0 : index
  %hi = arith.constant 1 : index
  func.call @k(%buf, %out, %lo, %hi) : (memref<1x4xi8>, memref<1x4096xi8>, index, index) -> ()
  return
}
func.func private @k(%buf: memref<1x4xi8>, %o: memref<1x4096xi8>, %lo: index, %hi: index) attributes {kernel.lanes = 1024 : i64, kernel.grid = 1 : index, kernel.writes = array<i64: 1>} {
  %z = arith.constant 0 : index
  // expected-error@+1 {{'vector.load' op index #1 must be in [0, 3] in all lanes, but is only known to be in [0, 4095]}}
  %r = vector.load %buf[%z, %z] : memref<1x4xi8>, vector<1024x4xi8>
  vector.store %r, %o[%z, %z] : memref<1x4096xi8>, vector<1024x4xi8>
  return
}
