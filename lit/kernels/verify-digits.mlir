// RUN: lathe-opt --kernel-verify --split-input-file --verify-diagnostics %s

// The index consists of digits of the iteration number. They are computed by remainders and one quotient.
func.func @main(%o: memref<480xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  %lo = arith.constant 0 : index
  %hi = arith.constant 192 : index
  func.call @k(%o, %lo, %hi) : (memref<480xf32>, index, index) -> ()
  return
}
func.func private @k(%o: memref<480xf32>, %lo: index, %hi: index) attributes {kernel.grid = 192 : index, kernel.writes = array<i64: 0>} {
  %zero = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c8 = arith.constant 8 : index
  %c20 = arith.constant 20 : index
  %c24 = arith.constant 24 : index
  %c60 = arith.constant 60 : index
  scf.for %g = %lo to %hi step %c1 {
    %first = arith.divui %g, %c24 : index
    %eighth = arith.divui %g, %c8 : index
    %second = arith.remui %eighth, %c3 : index
    %half = arith.divui %g, %c2 : index
    %third = arith.remui %half, %c4 : index
    %last = arith.remui %g, %c2 : index
    %a = arith.muli %first, %c60 : index
    %b = arith.muli %second, %c20 : index
    %c = arith.muli %third, %c5 : index
    %d = arith.muli %last, %c2 : index
    %ab = arith.addi %a, %b : index
    %cd = arith.addi %c, %d : index
    %i = arith.addi %ab, %cd : index
    memref.store %zero, %o[%i] : memref<480xf32>
  }
  return
}

// -----

// If a digit is missing, several iterations write the same element.
func.func @main(%o: memref<480xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  %lo = arith.constant 0 : index
  %hi = arith.constant 192 : index
  func.call @k(%o, %lo, %hi) : (memref<480xf32>, index, index) -> ()
  return
}
// expected-note @below {{the kernel has a grid of 192 iterations}}
func.func private @k(%o: memref<480xf32>, %lo: index, %hi: index) attributes {kernel.grid = 192 : index, kernel.writes = array<i64: 0>} {
  %zero = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c8 = arith.constant 8 : index
  %c20 = arith.constant 20 : index
  %c24 = arith.constant 24 : index
  %c60 = arith.constant 60 : index
  scf.for %g = %lo to %hi step %c1 {
    %first = arith.divui %g, %c24 : index
    %eighth = arith.divui %g, %c8 : index
    %second = arith.remui %eighth, %c2 : index
    %half = arith.divui %g, %c2 : index
    %third = arith.remui %half, %c4 : index
    %last = arith.remui %g, %c2 : index
    %a = arith.muli %first, %c60 : index
    %b = arith.muli %second, %c20 : index
    %c = arith.muli %third, %c5 : index
    %d = arith.muli %last, %c2 : index
    %ab = arith.addi %a, %b : index
    %cd = arith.addi %c, %d : index
    %i = arith.addi %ab, %cd : index
    // expected-error @below {{cannot prove that iterations of the grid write disjoint elements of buffer #0}}
    memref.store %zero, %o[%i] : memref<480xf32>
  }
  return
}
