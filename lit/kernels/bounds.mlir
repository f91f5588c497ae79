// RUN: lathe-opt %s --kernel-verify=bounds --split-input-file --verify-diagnostics

// With the option bounds, only the host function and addresses are checked. Here all iterations of
// the grid write the same element.
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

// The vector has more lanes than the kernel.
func.func @main(%o: memref<4xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  call @k(%o, %c0, %c4) : (memref<4xf32>, index, index) -> ()
  return
}
func.func private @k(%o: memref<4xf32>, %lo: index, %hi: index) attributes {kernel.grid = 4 : index, kernel.lanes = 4 : i64, kernel.writes = array<i64: 0>} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %x = arith.constant dense<1.5> : vector<8xf32>
  %m = vector.create_mask %c8 : vector<8xi1>
  // expected-error@+1 {{'vector.maskedstore' op index #0 must be in [0, 3] in all lanes, but is only known to be in [0, 7]}}
  vector.maskedstore %o[%c0], %m, %x : memref<4xf32>, vector<8xi1>, vector<8xf32>
  // expected-error@+1 {{'vector.maskedload' op index #0 must be in [0, 3] in all lanes, but is only known to be in [0, 7]}}
  %a = vector.maskedload %o[%c0], %m, %x : memref<4xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  %s = vector.step : vector<8xindex>
  // expected-error@+1 {{'vector.gather' op index #0 must be in [0, 3] in all lanes, but is only known to be in [0, 7]}}
  %b = vector.gather %o[%c0] [%s], %m, %x : memref<4xf32>, vector<8xindex>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  return
}

// -----

// Only operations of the kernel form are examined, so others are errors.
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
