// RUN: lathe-opt %s --allow-unregistered-dialect --kernel-verify --split-input-file --verify-diagnostics

// Rows that overlap by one element.
func.func @main() attributes {kernel.host, kernel.results = 0 : i64} {
  return
}

// expected-note@+1 {{the kernel has a grid of 10 iterations}}
func.func private @k(%x: memref<100xf32>, %o: memref<100xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 10 : index, kernel.writes = array<i64: 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %c10 = arith.constant 10 : index
  scf.for %i = %lo to %hi step %c1 {
    %row = arith.muli %i, %c9 : index
    scf.for %j = %c0 to %c10 step %c1 {
      %at = arith.addi %row, %j : index
      %v = memref.load %x[%j] : memref<100xf32>
      // expected-error@+1 {{'memref.store' op cannot prove that iterations of the grid write disjoint elements of buffer #1}}
      memref.store %v, %o[%at] : memref<100xf32>
    }
  }
  return
}

// -----

// All iterations write the same elements.
func.func @main() attributes {kernel.host, kernel.results = 0 : i64} {
  return
}

// expected-note@+1 {{the kernel has a grid of 10 iterations}}
func.func private @k(%x: memref<100xf32>, %o: memref<100xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 10 : index, kernel.writes = array<i64: 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %c10 = arith.constant 10 : index
  scf.for %i = %lo to %hi step %c1 {
    scf.for %j = %c0 to %c10 step %c1 {
      %at = arith.addi %c10, %j : index
      %v = memref.load %x[%j] : memref<100xf32>
      // expected-error@+1 {{'memref.store' op cannot prove that iterations of the grid write disjoint elements of buffer #1}}
      memref.store %v, %o[%at] : memref<100xf32>
    }
  }
  return
}

// -----

// Blocks whose last one is moved back to fit.
func.func @main() attributes {kernel.host, kernel.results = 0 : i64} {
  return
}

// expected-note@+1 {{the kernel has a grid of 10 iterations}}
func.func private @k(%x: memref<100xf32>, %o: memref<100xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 10 : index, kernel.writes = array<i64: 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %c85 = arith.constant 85 : index
  scf.for %i = %lo to %hi step %c1 {
    %start = arith.muli %i, %c10 : index
    %row = arith.minsi %start, %c85 : index
    scf.for %j = %c0 to %c10 step %c1 {
      %at = arith.addi %row, %j : index
      %v = memref.load %x[%j] : memref<100xf32>
      // expected-error@+1 {{'memref.store' op cannot prove that iterations of the grid write disjoint elements of buffer #1}}
      memref.store %v, %o[%at] : memref<100xf32>
    }
  }
  return
}

// -----

// Columns and rows mixed up: element (i, j) and (j, i) meet.
func.func @main() attributes {kernel.host, kernel.results = 0 : i64} {
  return
}

// expected-note@+1 {{the kernel has a grid of 10 iterations}}
func.func private @k(%x: memref<100xf32>, %o: memref<100xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 10 : index, kernel.writes = array<i64: 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %c10 = arith.constant 10 : index
  scf.for %i = %lo to %hi step %c1 {
    scf.for %j = %c0 to %c10 step %c1 {
      %at = arith.addi %i, %j : index
      %v = memref.load %x[%j] : memref<100xf32>
      // expected-error@+1 {{'memref.store' op cannot prove that iterations of the grid write disjoint elements of buffer #1}}
      memref.store %v, %o[%at] : memref<100xf32>
    }
  }
  return
}

// -----

// The quotient alone does not tell iterations apart.
func.func @main() attributes {kernel.host, kernel.results = 0 : i64} {
  return
}

// expected-note@+1 {{the kernel has a grid of 10 iterations}}
func.func private @k(%x: memref<100xf32>, %o: memref<100xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 10 : index, kernel.writes = array<i64: 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %c10 = arith.constant 10 : index
  scf.for %i = %lo to %hi step %c1 {
    %q = arith.divui %i, %c9 : index
    %row = arith.muli %q, %c10 : index
    scf.for %j = %c0 to %c10 step %c1 {
      %at = arith.addi %row, %j : index
      %v = memref.load %x[%j] : memref<100xf32>
      // expected-error@+1 {{'memref.store' op cannot prove that iterations of the grid write disjoint elements of buffer #1}}
      memref.store %v, %o[%at] : memref<100xf32>
    }
  }
  return
}

// -----

// A write before the loop over the slice.
func.func @main() attributes {kernel.host, kernel.results = 0 : i64} {
  return
}

// expected-note@+1 {{the kernel has a grid of 10 iterations}}
func.func private @k(%o: memref<10xf32>, %x: memref<10xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 10 : index, kernel.writes = array<i64: 0>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = memref.load %x[%c0] : memref<10xf32>
  // expected-error@+1 {{'memref.store' op cannot prove that iterations of the grid write disjoint elements of buffer #0}}
  memref.store %v, %o[%c0] : memref<10xf32>
  scf.for %i = %lo to %hi step %c1 {
    memref.store %v, %o[%i] : memref<10xf32>
  }
  return
}

// -----

// Each iteration reads what its neighbor writes.
func.func @main() attributes {kernel.host, kernel.results = 0 : i64} {
  return
}

// expected-note@+1 {{the kernel has a grid of 10 iterations}}
func.func private @k(%x: memref<100xf32>, %o: memref<100xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 10 : index, kernel.writes = array<i64: 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %c10 = arith.constant 10 : index
  scf.for %i = %lo to %hi step %c1 {
    %row = arith.muli %i, %c10 : index
    %near = arith.maxsi %i, %c1 : index
    %before = arith.subi %near, %c1 : index
    %w = memref.load %o[%before] : memref<100xf32>
    // expected-error@+1 {{'memref.store' op cannot prove that iterations of the grid write disjoint elements of buffer #1}}
    memref.store %w, %o[%i] : memref<100xf32>
  }
  return
}

// -----

// In place, but read in another order.
func.func @main() attributes {kernel.host, kernel.results = 0 : i64} {
  return
}

// expected-note@+1 {{the kernel has a grid of 10 iterations}}
func.func private @k(%x: memref<100xf32>, %o: memref<100xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 10 : index, kernel.writes = array<i64: 1>, kernel.inplace = array<i64: 1, 0>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %c10 = arith.constant 10 : index
  scf.for %i = %lo to %hi step %c1 {
    %back = arith.subi %c9, %i : index
    %w = memref.load %x[%back] : memref<100xf32>
    // expected-error@+1 {{'memref.store' op cannot prove that iterations of the grid write disjoint elements of buffer #1}}
    memref.store %w, %o[%i] : memref<100xf32>
  }
  return
}

// -----

// The single elements begin one too early, in the second vector.
func.func @main() attributes {kernel.host, kernel.results = 0 : i64} {
  return
}

// expected-note@+1 {{the kernel has a grid of 5 iterations}}
func.func private @k(%x: memref<19xf32>, %o: memref<19xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 5 : index, kernel.writes = array<i64: 1>, kernel.lanes = 8 : i64} {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c13 = arith.constant 13 : index
  %vectors = arith.minsi %hi, %c2 : index
  scf.for %i = %lo to %vectors step %c1 {
    %at = arith.muli %i, %c8 : index
    %v = "vector.load"(%x, %at) : (memref<19xf32>, index) -> vector<8xf32>
    // expected-error@+1 {{'vector.store' op cannot prove that iterations of the grid write disjoint elements of buffer #1}}
    "vector.store"(%v, %o, %at) : (vector<8xf32>, memref<19xf32>, index) -> ()
  }
  %singles = arith.maxsi %lo, %c2 : index
  scf.for %i = %singles to %hi step %c1 {
    %at = arith.addi %i, %c13 : index
    %v = memref.load %x[%at] : memref<19xf32>
    memref.store %v, %o[%at] : memref<19xf32>
  }
  return
}
