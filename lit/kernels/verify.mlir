// RUN: lathe-opt %s --allow-unregistered-dialect --kernel-verify | FileCheck %s

// One valid kernel of each form that lowering creates.
// CHECK: kernel.host

memref.global "private" constant @scale : memref<1000xf32> = dense<2.0>

func.func @main(%in: memref<10x100xf32>, %table: memref<50x16xf32>, %ids: memref<40xi32>, %out: memref<1000xf32>,
    %picked: memref<640xf32>, %arena: memref<16384xi8>) attributes {kernel.host, kernel.results = 2 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c40 = arith.constant 40 : index
  %c4096 = arith.constant 4096 : index
  %a = memref.view %arena[%c0][] : memref<16384xi8> to memref<1000xf32>
  %b = memref.view %arena[%c4096][] : memref<16384xi8> to memref<1000xf32>
  %w = memref.get_global @scale : memref<1000xf32>
  %flat = memref.reinterpret_cast %in to offset: [0], sizes: [1000], strides: [1] : memref<10x100xf32> to memref<1000xf32>
  func.call @elementwise(%flat, %w, %a, %c0, %c16) : (memref<1000xf32>, memref<1000xf32>, memref<1000xf32>, index, index) -> ()
  func.call @inplace(%a, %a, %c0, %c40) : (memref<1000xf32>, memref<1000xf32>, index, index) -> ()
  memref.copy %a, %b : memref<1000xf32> to memref<1000xf32>
  func.call @scatter(%ids, %b, %out, %c0, %c1) : (memref<40xi32>, memref<1000xf32>, memref<1000xf32>, index, index) -> ()
  %rows = memref.reinterpret_cast %table to offset: [0], sizes: [800], strides: [1] : memref<50x16xf32> to memref<800xf32>
  func.call @gather(%ids, %rows, %picked, %c0, %c40) : (memref<40xi32>, memref<800xf32>, memref<640xf32>, index, index) -> ()
  return
}

// Blocks of 64 elements; the last block is shorter: a loop over vectors, then a loop over the remaining elements.
func.func private @elementwise(%x: memref<1000xf32>, %w: memref<1000xf32>, %o: memref<1000xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 16 : index, kernel.writes = array<i64: 2>, kernel.lanes = 16 : i64} {
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %c1000 = arith.constant 1000 : index
  %start = arith.muli %lo, %c64 : index
  %past = arith.muli %hi, %c64 : index
  %end = arith.minsi %past, %c1000 : index
  %length = arith.subi %end, %start : index
  %vectors = arith.divsi %length, %c16 : index
  %whole = arith.muli %vectors, %c16 : index
  %mid = arith.addi %start, %whole : index
  scf.for %j = %start to %mid step %c16 {
    %0 = "vector.load"(%x, %j) : (memref<1000xf32>, index) -> vector<16xf32>
    %1 = "vector.load"(%w, %j) : (memref<1000xf32>, index) -> vector<16xf32>
    %2 = arith.mulf %0, %1 : vector<16xf32>
    "vector.store"(%2, %o, %j) : (vector<16xf32>, memref<1000xf32>, index) -> ()
  }
  scf.for %j = %mid to %end step %c1 {
    %0 = memref.load %x[%j] : memref<1000xf32>
    %1 = memref.load %w[%j] : memref<1000xf32>
    %2 = arith.mulf %0, %1 : f32
    memref.store %2, %o[%j] : memref<1000xf32>
  }
  return
}

// The same kernel with a mask.
func.func private @masked(%x: memref<1000xf32>, %o: memref<1000xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 16 : index, kernel.writes = array<i64: 1>, kernel.lanes = 16 : i64} {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %c1000 = arith.constant 1000 : index
  %zero = arith.constant dense<0.0> : vector<16xf32>
  scf.for %i = %lo to %hi step %c1 {
    %start = arith.muli %i, %c64 : index
    %past = arith.addi %start, %c64 : index
    %end = arith.minui %past, %c1000 : index
    scf.for %j = %start to %end step %c16 {
      %left = arith.subi %end, %j : index
      %m = "vector.create_mask"(%left) : (index) -> vector<16xi1>
      %0 = "vector.maskedload"(%x, %j, %m, %zero) : (memref<1000xf32>, index, vector<16xi1>, vector<16xf32>) -> vector<16xf32>
      "vector.maskedstore"(%o, %j, %m, %0) : (memref<1000xf32>, index, vector<16xi1>, vector<16xf32>) -> ()
    }
  }
  return
}

// Sums of rows of 100 elements, added in the order of 8 lanes, with carried values.
func.func private @reduce(%x: memref<3200xf32>, %o: memref<32xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 32 : index, kernel.writes = array<i64: 1>, kernel.lanes = 8 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c96 = arith.constant 96 : index
  %c100 = arith.constant 100 : index
  %zeros = arith.constant dense<0.0> : vector<8xf32>
  scf.for %i = %lo to %hi step %c1 {
    %row = arith.muli %i, %c100 : index
    %sums = scf.for %j = %c0 to %c96 step %c8 iter_args(%s = %zeros) -> (vector<8xf32>) {
      %at = arith.addi %row, %j : index
      %v = "vector.load"(%x, %at) : (memref<3200xf32>, index) -> vector<8xf32>
      %t = arith.addf %s, %v : vector<8xf32>
      scf.yield %t : vector<8xf32>
    }
    %first = "vector.extract"(%sums) {static_position = array<i64: 0>} : (vector<8xf32>) -> f32
    %last = "vector.extract"(%sums) {static_position = array<i64: 7>} : (vector<8xf32>) -> f32
    %both = arith.addf %first, %last : f32
    %all = scf.for %j = %c96 to %c100 step %c1 iter_args(%s = %both) -> (f32) {
      %at = arith.addi %row, %j : index
      %v = memref.load %x[%at] : memref<3200xf32>
      %t = arith.addf %s, %v : f32
      scf.yield %t : f32
    }
    memref.store %all, %o[%i] : memref<32xf32>
  }
  return
}

// A product of 96x64 and 64x80 elements in blocks of 16x16: 6 x 5 iterations.
func.func private @matmul(%a: memref<6144xf32>, %b: memref<5120xf32>, %o: memref<7680xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 30 : index, kernel.writes = array<i64: 2>, kernel.lanes = 16 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %c80 = arith.constant 80 : index
  %zeros = arith.constant dense<0.0> : vector<16xf32>
  scf.for %t = %lo to %hi step %c1 {
    %ti = arith.divui %t, %c5 : index
    %tj = arith.remui %t, %c5 : index
    %i0 = arith.muli %ti, %c16 : index
    %j0 = arith.muli %tj, %c16 : index
    scf.for %r = %c0 to %c16 step %c1 {
      %i = arith.addi %i0, %r : index
      %arow = arith.muli %i, %c64 : index
      %acc = scf.for %k = %c0 to %c64 step %c1 iter_args(%s = %zeros) -> (vector<16xf32>) {
        %aat = arith.addi %arow, %k : index
        %x = memref.load %a[%aat] : memref<6144xf32>
        %xs = "vector.broadcast"(%x) : (f32) -> vector<16xf32>
        %brow = arith.muli %k, %c80 : index
        %bat = arith.addi %brow, %j0 : index
        %y = "vector.load"(%b, %bat) : (memref<5120xf32>, index) -> vector<16xf32>
        %p = arith.mulf %xs, %y : vector<16xf32>
        %n = arith.addf %s, %p : vector<16xf32>
        scf.yield %n : vector<16xf32>
      }
      %orow = arith.muli %i, %c80 : index
      %oat = arith.addi %orow, %j0 : index
      "vector.store"(%acc, %o, %oat) : (vector<16xf32>, memref<7680xf32>, index) -> ()
    }
  }
  return
}

// The same product with two-dimensional buffers, and blocks of 7 columns, which do not divide 80.
func.func private @matmul2d(%a: memref<96x64xf32>, %b: memref<64x80xf32>, %o: memref<96x80xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 12 : index, kernel.writes = array<i64: 2>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c64 = arith.constant 64 : index
  %c80 = arith.constant 80 : index
  %c96 = arith.constant 96 : index
  %zero = arith.constant 0.0 : f32
  scf.for %t = %lo to %hi step %c1 {
    %j0 = arith.muli %t, %c7 : index
    %past = arith.addi %j0, %c7 : index
    %j1 = arith.minsi %past, %c80 : index
    scf.for %i = %c0 to %c96 step %c1 {
      scf.for %j = %j0 to %j1 step %c1 {
        %sum = scf.for %k = %c0 to %c64 step %c1 iter_args(%s = %zero) -> (f32) {
          %x = memref.load %a[%i, %k] : memref<96x64xf32>
          %y = memref.load %b[%k, %j] : memref<64x80xf32>
          %p = arith.mulf %x, %y : f32
          %n = arith.addf %s, %p : f32
          scf.yield %n : f32
        }
        memref.store %sum, %o[%i, %j] : memref<96x80xf32>
      }
    }
  }
  return
}

// Rows are selected by indices, which are clamped. A vector of each row is gathered in reverse order.
func.func private @gather(%ids: memref<40xi32>, %rows: memref<800xf32>, %o: memref<640xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 40 : index, kernel.writes = array<i64: 2>, kernel.lanes = 16 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c49 = arith.constant 49 : index
  %on = arith.constant dense<true> : vector<16xi1>
  %zeros = arith.constant dense<0.0> : vector<16xf32>
  %most = arith.constant dense<15> : vector<16xindex>
  scf.for %i = %lo to %hi step %c1 {
    %id = memref.load %ids[%i] : memref<40xi32>
    %n = arith.index_cast %id : i32 to index
    %n0 = arith.maxsi %n, %c0 : index
    %row = arith.minsi %n0, %c49 : index
    %at = arith.muli %row, %c16 : index
    %lanes = "vector.step"() : () -> vector<16xindex>
    %back = arith.subi %most, %lanes : vector<16xindex>
    %v = "vector.gather"(%rows, %at, %back, %on, %zeros) : (memref<800xf32>, index, vector<16xindex>, vector<16xi1>, vector<16xf32>) -> vector<16xf32>
    %to = arith.muli %i, %c16 : index
    "vector.store"(%v, %o, %to) : (vector<16xf32>, memref<640xf32>, index) -> ()
  }
  return
}

// Each iteration computes one column of the result, so the elements of different iterations are interleaved.
func.func private @transpose(%x: memref<1536xf32>, %o: memref<1536xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 32 : index, kernel.writes = array<i64: 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c48 = arith.constant 48 : index
  scf.for %i = %lo to %hi step %c1 {
    %row = arith.muli %i, %c48 : index
    scf.for %j = %c0 to %c48 step %c1 {
      %from = arith.addi %row, %j : index
      %v = memref.load %x[%from] : memref<1536xf32>
      %col = arith.muli %j, %c32 : index
      %to = arith.addi %col, %i : index
      memref.store %v, %o[%to] : memref<1536xf32>
    }
  }
  return
}

// A flat index is divided into digits, and combined again in another order.
func.func private @permute(%x: memref<6x7x8xf32>, %o: memref<336xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 336 : index, kernel.writes = array<i64: 1>} {
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  scf.for %i = %lo to %hi step %c1 {
    %a = arith.remui %i, %c6 : index
    %rest = arith.divui %i, %c6 : index
    %b = arith.remui %rest, %c7 : index
    %c = arith.divui %rest, %c7 : index
    %v = memref.load %x[%a, %b, %c] : memref<6x7x8xf32>
    memref.store %v, %o[%i] : memref<336xf32>
  }
  return
}

// Three passes over a row; two of them read elements that the previous pass wrote.
func.func private @softmax(%x: memref<640xf32>, %o: memref<640xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 10 : index, kernel.writes = array<i64: 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %least = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  scf.for %i = %lo to %hi step %c1 {
    %row = arith.muli %i, %c64 : index
    %max = scf.for %j = %c0 to %c64 step %c1 iter_args(%m = %least) -> (f32) {
      %at = arith.addi %row, %j : index
      %v = memref.load %x[%at] : memref<640xf32>
      %n = arith.maximumf %m, %v : f32
      scf.yield %n : f32
    }
    %sum = scf.for %j = %c0 to %c64 step %c1 iter_args(%s = %zero) -> (f32) {
      %at = arith.addi %row, %j : index
      %v = memref.load %x[%at] : memref<640xf32>
      %d = arith.subf %v, %max : f32
      memref.store %d, %o[%at] : memref<640xf32>
      %n = arith.addf %s, %d : f32
      scf.yield %n : f32
    }
    scf.for %j = %c0 to %c64 step %c1 {
      %at = arith.addi %row, %j : index
      %v = memref.load %o[%at] : memref<640xf32>
      %q = arith.divf %v, %sum : f32
      memref.store %q, %o[%at] : memref<640xf32>
    }
  }
  return
}

// The position of the largest element, and the element at this position.
func.func private @argmax(%x: memref<640xf32>, %at: memref<10xi32>, %o: memref<10xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 10 : index, kernel.writes = array<i64: 1, 2>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %least = arith.constant 0xFF800000 : f32
  scf.for %i = %lo to %hi step %c1 {
    %row = arith.muli %i, %c64 : index
    %best:2 = scf.for %j = %c0 to %c64 step %c1 iter_args(%m = %least, %p = %c0) -> (f32, index) {
      %a = arith.addi %row, %j : index
      %v = memref.load %x[%a] : memref<640xf32>
      %more = arith.cmpf ogt, %v, %m : f32
      %n = arith.select %more, %v, %m : f32
      %q = arith.select %more, %j, %p : index
      scf.yield %n, %q : f32, index
    }
    %a = arith.addi %row, %best#1 : index
    %v = memref.load %x[%a] : memref<640xf32>
    %p32 = arith.index_cast %best#1 : index to i32
    memref.store %p32, %at[%i] : memref<10xi32>
    memref.store %v, %o[%i] : memref<10xf32>
  }
  return
}

// One iteration computes everything, since positions may repeat. Positions outside of the buffer are skipped.
func.func private @scatter(%ids: memref<40xi32>, %x: memref<1000xf32>, %o: memref<1000xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 1 : index, kernel.writes = array<i64: 2>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c25 = arith.constant 25 : index
  scf.for %i = %c0 to %c40 step %c1 {
    %id = memref.load %ids[%i] : memref<40xi32>
    %n = arith.index_cast %id : i32 to index
    %in = arith.cmpi ult, %n, %c40 : index
    scf.if %in {
      %row = arith.muli %n, %c25 : index
      scf.for %j = %c0 to %c25 step %c1 {
        %at = arith.addi %row, %j : index
        %v = memref.load %x[%at] : memref<1000xf32>
        memref.store %v, %o[%at] : memref<1000xf32>
      }
    }
  }
  return
}

// A window of three elements with guards at the edges, and a carried index.
func.func private @window(%x: memref<300xf32>, %o: memref<100xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 100 : index, kernel.writes = array<i64: 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c299 = arith.constant 299 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %lo to %hi step %c1 {
    %start = arith.muli %i, %c3 : index
    %sum:2 = scf.for %j = %c0 to %c3 step %c1 iter_args(%s = %zero, %at = %start) -> (f32, index) {
      %here = memref.load %x[%at] : memref<300xf32>
      %before = arith.subi %at, %c1 : index
      %low = arith.cmpi sge, %before, %c0 : index
      %high = arith.cmpi sle, %at, %c299 : index
      %both = arith.andi %low, %high : i1
      %left = scf.if %both -> (f32) {
        %v = memref.load %x[%before] : memref<300xf32>
        scf.yield %v : f32
      } else {
        scf.yield %zero : f32
      }
      %t = arith.addf %here, %left : f32
      %n = arith.addf %s, %t : f32
      %next = arith.addi %at, %c1 : index
      scf.yield %n, %next : f32, index
    }
    memref.store %sum#0, %o[%i] : memref<100xf32>
  }
  return
}

// In place: both arguments may be the same buffer. Each iteration has 25 elements.
func.func private @inplace(%x: memref<1000xf32>, %o: memref<1000xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 40 : index, kernel.writes = array<i64: 1>, kernel.inplace = array<i64: 1, 0>} {
  %c1 = arith.constant 1 : index
  %c25 = arith.constant 25 : index
  scf.for %i = %lo to %hi step %c1 {
    %start = arith.muli %i, %c25 : index
    %end = arith.addi %start, %c25 : index
    scf.for %j = %start to %end step %c1 {
      %v = memref.load %x[%j] : memref<1000xf32>
      %w = arith.addf %v, %v : f32
      memref.store %w, %o[%j] : memref<1000xf32>
    }
  }
  return
}

// Guarded divisors and shift amounts.
func.func private @integers(%x: memref<64xi32>, %y: memref<64xi32>, %o: memref<64xi32>, %lo: index, %hi: index)
    attributes {kernel.grid = 64 : index, kernel.writes = array<i64: 2>} {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %minus = arith.constant -1 : i32
  %width = arith.constant 32 : i32
  %most = arith.constant 31 : i32
  scf.for %i = %lo to %hi step %c1 {
    %a = memref.load %x[%i] : memref<64xi32>
    %b = memref.load %y[%i] : memref<64xi32>
    %byZero = arith.cmpi eq, %b, %zero : i32
    %byMinus = arith.cmpi eq, %b, %minus : i32
    %either = arith.ori %byZero, %byMinus : i1
    %d = arith.select %either, %one, %b : i32
    %q = arith.divsi %a, %d : i32
    %fits = arith.cmpi ult, %b, %width : i32
    %amount = arith.select %fits, %b, %most : i32
    %s = arith.shrsi %q, %amount : i32
    memref.store %s, %o[%i] : memref<64xi32>
  }
  return
}

// A grid of two vectors, followed by three single elements.
func.func private @tail(%x: memref<19xf32>, %o: memref<19xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 5 : index, kernel.writes = array<i64: 1>, kernel.lanes = 8 : i64} {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c14 = arith.constant 14 : index
  %vectors = arith.minsi %hi, %c2 : index
  scf.for %i = %lo to %vectors step %c1 {
    %at = arith.muli %i, %c8 : index
    %v = "vector.load"(%x, %at) : (memref<19xf32>, index) -> vector<8xf32>
    "vector.store"(%v, %o, %at) : (vector<8xf32>, memref<19xf32>, index) -> ()
  }
  %singles = arith.maxsi %lo, %c2 : index
  scf.for %i = %singles to %hi step %c1 {
    %at = arith.addi %i, %c14 : index
    %v = memref.load %x[%at] : memref<19xf32>
    memref.store %v, %o[%at] : memref<19xf32>
  }
  return
}
