// RUN: lathe-opt %s --kernel-verify --split-input-file --verify-diagnostics

module {
  func.func @main(%x: memref<8xf32>, %y: memref<8xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    call @k(%x, %y, %c0, %c8) : (memref<8xf32>, memref<8xf32>, index, index) -> ()
    return
  }
  func.func private @k(%a: memref<8xf32>, %o: memref<8xf32>, %lo: index, %hi: index)
      attributes {kernel.grid = 8 : index, kernel.writes = array<i64: 1>} {
    %c1 = arith.constant 1 : index
    scf.for %i = %lo to %hi step %c1 {
      %j = arith.addi %i, %c1 : index
      // expected-error@+1 {{index 0 may be 1 to 8, but must be 0 to 7 in 'memref<8xf32>'}}
      %v = memref.load %a[%j] : memref<8xf32>
      memref.store %v, %o[%i] : memref<8xf32>
    }
    return
  }
}

// -----

module {
  func.func @main(%x: memref<8xf32>, %y: memref<8xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    call @k(%x, %y, %c0, %c8) : (memref<8xf32>, memref<8xf32>, index, index) -> ()
    return
  }
  func.func private @k(%a: memref<8xf32>, %o: memref<8xf32>, %lo: index, %hi: index)
      attributes {kernel.grid = 8 : index, kernel.writes = array<i64: 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %lo to %hi step %c1 {
      %v = memref.load %a[%i] : memref<8xf32>
      // expected-error@+1 {{may touch what another slice of the grid writes}}
      memref.store %v, %o[%c0] : memref<8xf32>
    }
    return
  }
}

// -----

module {
  func.func @main(%x: memref<8xf32>, %y: memref<8xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    // expected-error@+1 {{writes operand 0, which is neither an output nor in the arena}}
    call @k(%x, %y, %c0, %c8) : (memref<8xf32>, memref<8xf32>, index, index) -> ()
    return
  }
  func.func private @k(%a: memref<8xf32>, %o: memref<8xf32>, %lo: index, %hi: index)
      attributes {kernel.grid = 8 : index, kernel.writes = array<i64: 0>} {
    return
  }
}

// -----

module {
  func.func @main(%x: memref<8xf32>, %y: memref<8xf32>, %arena: memref<128xi8>) attributes {kernel.host, kernel.results = 1 : i64} {
    %c96 = arith.constant 96 : index
    // expected-error@+1 {{must lie in the arena, at a constant offset that is a multiple of 64}}
    %v = memref.view %arena[%c96][] : memref<128xi8> to memref<8xf32>
    return
  }
}
