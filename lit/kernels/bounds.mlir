// RUN: lathe-opt %s --kernel-verify=bounds --split-input-file --verify-diagnostics

// With the option bounds, iterations of the grid need not be independent. Here all of them write the
// same element.
module {
  func.func @main(%arg0: memref<4xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    call @k0(%arg0, %c0, %c4) : (memref<4xf32>, index, index) -> ()
    return
  }
  func.func private @k0(%arg0: memref<4xf32>, %lo: index, %hi: index) attributes {kernel.grid = 4 : index, kernel.writes = array<i64: 0>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %one = arith.constant 1.0 : f32
    scf.for %i = %lo to %hi step %c1 {
      memref.store %one, %arg0[%c0] : memref<4xf32>
    }
    return
  }
}

// -----

module {
  func.func @main(%arg0: memref<4xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
    %c0 = arith.constant 0 : index
    %c5 = arith.constant 5 : index
    call @k0(%arg0, %c0, %c5) : (memref<4xf32>, index, index) -> ()
    return
  }
  func.func private @k0(%arg0: memref<4xf32>, %lo: index, %hi: index) attributes {kernel.grid = 5 : index, kernel.writes = array<i64: 0>} {
    %c1 = arith.constant 1 : index
    %one = arith.constant 1.0 : f32
    scf.for %i = %lo to %hi step %c1 {
      // expected-error@+1 {{'memref.store' op index #0 must be in [0, 3], but is only known to be in [0, 4]}}
      memref.store %one, %arg0[%i] : memref<4xf32>
    }
    return
  }
}

// -----

// The form of kernels is also checked.
func.func @main(%o: memref<4xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  call @k(%o, %c0, %c4) : (memref<4xf32>, index, index) -> ()
  return
}
func.func private @k(%o: memref<4xf32>, %lo: index, %hi: index) attributes {kernel.grid = 4 : index, kernel.lanes = 4 : i64, kernel.writes = array<i64: 0>} {
  // expected-error@+1 {{'arith.constant' op result #0 must be a vector of 4 lanes, as all vectors of this kernel, but is 'vector<8xf32>'}}
  %x = arith.constant dense<1.5> : vector<8xf32>
  // expected-error@+1 {{'arith.constant' op result #0 must be a scalar or a vector that kernels may have, but is 'i128'}}
  %a = arith.constant 1 : i128
  %s = vector.step : vector<4xindex>
  // expected-error@+2 {{'vector.extract' op must have a constant position in [0, 3]}}
  // expected-error@+1 {{'vector.extract' op must extract or insert a scalar, but has 'vector<4xindex>'}}
  %b = vector.extract %s[] : vector<4xindex> from vector<4xindex>
  return
}

// -----

func.func @main(%o: memref<4xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  call @k(%o, %c0, %c4) : (memref<4xf32>, index, index) -> ()
  return
}
func.func private @k(%o: memref<4xf32>, %lo: index, %hi: index) attributes {kernel.grid = 4 : index, kernel.writes = array<i64: 0>} {
  %c9 = arith.constant 9 : index
  %x = arith.constant 1.5 : f32
  %t = arith.constant true
  // expected-error@+1 {{'scf.while' op is not part of the kernel form}}
  scf.while : () -> () {
    memref.store %x, %o[%c9] : memref<4xf32>
    scf.condition(%t)
  } do {
    scf.yield
  }
  return
}
