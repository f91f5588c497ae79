// RUN: lathe-opt %s --allow-unregistered-dialect --kernel-verify --split-input-file --verify-diagnostics

// A bound that is one too large.
func.func @main() attributes {kernel.host, kernel.results = 0 : i64} {
  return
}

func.func private @k(%x: memref<10xf32>, %o: memref<10xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 10 : index, kernel.writes = array<i64: 1>} {
  %c1 = arith.constant 1 : index
  scf.for %i = %lo to %hi step %c1 {
    %at = arith.addi %i, %c1 : index
    // expected-error@+1 {{'memref.load' op index #0 must be in [0, 9], but is only known to be in [1, 10]}}
    %v = memref.load %x[%at] : memref<10xf32>
    memref.store %v, %o[%i] : memref<10xf32>
  }
  return
}

// -----

// A grid larger than the buffer.
func.func @main() attributes {kernel.host, kernel.results = 0 : i64} {
  return
}

func.func private @k(%x: memref<10xf32>, %o: memref<11xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 11 : index, kernel.writes = array<i64: 1>} {
  %c1 = arith.constant 1 : index
  scf.for %i = %lo to %hi step %c1 {
    // expected-error@+1 {{'memref.load' op index #0 must be in [0, 9], but is only known to be in [0, 10]}}
    %v = memref.load %x[%i] : memref<10xf32>
    memref.store %v, %o[%i] : memref<11xf32>
  }
  return
}

// -----

// A wrong stride.
func.func @main() attributes {kernel.host, kernel.results = 0 : i64} {
  return
}

func.func private @k(%x: memref<100xf32>, %o: memref<10xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 10 : index, kernel.writes = array<i64: 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %c11 = arith.constant 11 : index
  scf.for %i = %lo to %hi step %c1 {
    %row = arith.muli %i, %c11 : index
    scf.for %j = %c0 to %c10 step %c1 {
      %at = arith.addi %row, %j : index
      // expected-error@+1 {{'memref.load' op index #0 must be in [0, 99], but is only known to be in [0, 108]}}
      %v = memref.load %x[%at] : memref<100xf32>
      memref.store %v, %o[%i] : memref<10xf32>
    }
  }
  return
}

// -----

// Vectors that extend beyond the end of the buffer: the loop must stop at 496.
func.func @main() attributes {kernel.host, kernel.results = 0 : i64} {
  return
}

func.func private @k(%x: memref<500xf32>, %o: memref<500xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 1 : index, kernel.writes = array<i64: 1>, kernel.lanes = 16 : i64} {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c500 = arith.constant 500 : index
  scf.for %j = %c0 to %c500 step %c16 {
    // expected-error@+1 {{'vector.load' op index #0 must be in [0, 499] in all lanes, but is only known to be in [0, 511]}}
    %v = "vector.load"(%x, %j) : (memref<500xf32>, index) -> vector<16xf32>
    // expected-error@+1 {{'vector.store' op index #0 must be in [0, 499] in all lanes, but is only known to be in [0, 511]}}
    "vector.store"(%v, %o, %j) : (vector<16xf32>, memref<500xf32>, index) -> ()
  }
  return
}

// -----

// A vector that extends into the next row.
func.func @main() attributes {kernel.host, kernel.results = 0 : i64} {
  return
}

func.func private @k(%x: memref<4x20xf32>, %o: memref<16xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 1 : index, kernel.writes = array<i64: 1>, kernel.lanes = 16 : i64} {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  // expected-error@+1 {{'vector.load' op index #1 must be in [0, 19] in all lanes, but is only known to be in [5, 20]}}
  %v = "vector.load"(%x, %c0, %c5) : (memref<4x20xf32>, index, index) -> vector<16xf32>
  "vector.store"(%v, %o, %c0) : (vector<16xf32>, memref<16xf32>, index) -> ()
  return
}

// -----

// A mask that selects one lane too many.
func.func @main() attributes {kernel.host, kernel.results = 0 : i64} {
  return
}

func.func private @k(%x: memref<500xf32>, %o: memref<512xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 1 : index, kernel.writes = array<i64: 1>, kernel.lanes = 16 : i64} {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %c496 = arith.constant 496 : index
  %zero = arith.constant dense<0.0> : vector<16xf32>
  %m = "vector.create_mask"(%c5) : (index) -> vector<16xi1>
  // expected-error@+1 {{'vector.maskedload' op index #0 must be in [0, 499] in all lanes, but is only known to be in [496, 500]}}
  %v = "vector.maskedload"(%x, %c496, %m, %zero) : (memref<500xf32>, index, vector<16xi1>, vector<16xf32>) -> vector<16xf32>
  "vector.store"(%v, %o, %c0) : (vector<16xf32>, memref<512xf32>, index) -> ()
  return
}

// -----

// A loaded index without a lower clamp.
func.func @main() attributes {kernel.host, kernel.results = 0 : i64} {
  return
}

func.func private @k(%ids: memref<10xi32>, %x: memref<50xf32>, %o: memref<10xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 10 : index, kernel.writes = array<i64: 2>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c49 = arith.constant 49 : index
  %c50 = arith.constant 50 : index
  scf.for %i = %lo to %hi step %c1 {
    %id = memref.load %ids[%i] : memref<10xi32>
    %n = arith.index_cast %id : i32 to index
    %at = arith.minsi %n, %c49 : index
    // expected-error@+1 {{'memref.load' op index #0 must be in [0, 49], but is only known to be in [-2147483648, 49]}}
    %v = memref.load %x[%at] : memref<50xf32>
    memref.store %v, %o[%i] : memref<10xf32>
  }
  return
}

// -----

// An index that is clamped to the size instead of to the last index.
func.func @main() attributes {kernel.host, kernel.results = 0 : i64} {
  return
}

func.func private @k(%ids: memref<10xi32>, %x: memref<50xf32>, %o: memref<10xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 10 : index, kernel.writes = array<i64: 2>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c49 = arith.constant 49 : index
  %c50 = arith.constant 50 : index
  scf.for %i = %lo to %hi step %c1 {
    %id = memref.load %ids[%i] : memref<10xi32>
    %n = arith.index_cast %id : i32 to index
    %n0 = arith.maxsi %n, %c0 : index
    %at = arith.minsi %n0, %c50 : index
    // expected-error@+1 {{'memref.load' op index #0 must be in [0, 49], but is only known to be in [0, 50]}}
    %v = memref.load %x[%at] : memref<50xf32>
    memref.store %v, %o[%i] : memref<10xf32>
  }
  return
}

// -----

// A clamp of the wrong value: the product may overflow.
func.func @main() attributes {kernel.host, kernel.results = 0 : i64} {
  return
}

func.func private @k(%ids: memref<10xi32>, %x: memref<50xf32>, %o: memref<10xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 10 : index, kernel.writes = array<i64: 2>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c49 = arith.constant 49 : index
  %c50 = arith.constant 50 : index
  scf.for %i = %lo to %hi step %c1 {
    %id = memref.load %ids[%i] : memref<10xi32>
    %n = arith.index_cast %id : i32 to index
    %big = arith.muli %n, %n : index
    %wide = arith.muli %big, %n : index
    %at = arith.minsi %wide, %c49 : index
    // expected-error@+1 {{'memref.load' op index #0 must be in [0, 49], but is only known to be in [-9223372036854775808, 49]}}
    %v = memref.load %x[%at] : memref<50xf32>
    memref.store %v, %o[%i] : memref<10xf32>
  }
  return
}

// -----

// A guard that admits one position too many; the other branch has no guard.
func.func @main() attributes {kernel.host, kernel.results = 0 : i64} {
  return
}

func.func private @k(%x: memref<10xf32>, %n: memref<1xindex>, %o: memref<1xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 1 : index, kernel.writes = array<i64: 2>} {
  %c0 = arith.constant 0 : index
  %c10 = arith.constant 10 : index
  %at = memref.load %n[%c0] : memref<1xindex>
  %in = arith.cmpi ule, %at, %c10 : index
  scf.if %in {
    // expected-error@+1 {{'memref.load' op index #0 must be in [0, 9], but is only known to be in [0, 10]}}
    %v = memref.load %x[%at] : memref<10xf32>
    memref.store %v, %o[%c0] : memref<1xf32>
  } else {
    // expected-error@+1 {{'memref.load' op index #0 must be in [0, 9], but is only known to be in [-9223372036854775808, 9223372036854775807]}}
    %v = memref.load %x[%at] : memref<10xf32>
    memref.store %v, %o[%c0] : memref<1xf32>
  }
  return
}

// -----

// A carried index that is too large by one.
func.func @main() attributes {kernel.host, kernel.results = 0 : i64} {
  return
}

func.func private @k(%x: memref<10xf32>, %o: memref<1xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 1 : index, kernel.writes = array<i64: 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %end = scf.for %j = %c0 to %c10 step %c1 iter_args(%at = %c1) -> (index) {
    // expected-error@+1 {{'memref.load' op index #0 must be in [0, 9], but is only known to be in [1, 10]}}
    %v = memref.load %x[%at] : memref<10xf32>
    memref.store %v, %o[%c0] : memref<1xf32>
    %next = arith.addi %at, %c1 : index
    scf.yield %next : index
  }
  return
}

// -----

// A divisor and a shift amount without guards.
func.func @main() attributes {kernel.host, kernel.results = 0 : i64} {
  return
}

func.func private @k(%x: memref<1xi32>, %o: memref<1xi32>, %lo: index, %hi: index)
    attributes {kernel.grid = 1 : index, kernel.writes = array<i64: 1>} {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %b = memref.load %x[%c0] : memref<1xi32>
  %isZero = arith.cmpi eq, %b, %zero : i32
  %d = arith.select %isZero, %one, %b : i32
  // expected-error@+1 {{'arith.divsi' op cannot prove that the divisor is not -1}}
  %q = arith.divsi %one, %d : i32
  %r = arith.remui %one, %d : i32
  // expected-error@+1 {{'arith.shli' op amount must be in [0, 31], but is only known to be in [-2147483648, 2147483647]}}
  %s = arith.shli %one, %b : i32
  memref.store %s, %o[%c0] : memref<1xi32>
  return
}

// -----

// The guarded product may have overflowed: 4 times 2 to the power of 62 is 0.
func.func @main() attributes {kernel.host, kernel.results = 0 : i64} {
  return
}

func.func private @k(%x: memref<10xf32>, %n: memref<1xindex>, %o: memref<1xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 1 : index, kernel.writes = array<i64: 2>} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c40 = arith.constant 40 : index
  %at = memref.load %n[%c0] : memref<1xindex>
  %four = arith.muli %at, %c4 : index
  %in = arith.cmpi ult, %four, %c40 : index
  scf.if %in {
    // expected-error@+1 {{'memref.load' op index #0 must be in [0, 9], but is only known to be in [-9223372036854775808, 9223372036854775807]}}
    %v = memref.load %x[%at] : memref<10xf32>
    memref.store %v, %o[%c0] : memref<1xf32>
  }
  return
}

// -----

// An unsigned byte can be 255.
func.func @main() attributes {kernel.host, kernel.results = 0 : i64} {
  return
}

func.func private @k(%x: memref<128xf32>, %n: memref<1xi8>, %o: memref<1xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 1 : index, kernel.writes = array<i64: 2>} {
  %c0 = arith.constant 0 : index
  %b = memref.load %n[%c0] : memref<1xi8>
  %at = arith.index_castui %b : i8 to index
  // expected-error@+1 {{'memref.load' op index #0 must be in [0, 127], but is only known to be in [0, 255]}}
  %v = memref.load %x[%at] : memref<128xf32>
  memref.store %v, %o[%c0] : memref<1xf32>
  return
}
