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
