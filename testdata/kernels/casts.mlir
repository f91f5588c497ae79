// Casts between integers, floats, index and i1; vectors, then scalars.
module {
  func.func @main(%a: memref<32xf32>, %i: memref<32xi32>, %o: memref<32xi32>, %p: memref<32xf64>)
      attributes {kernel.host, kernel.results = 2 : i64} {
    %lo = arith.constant 0 : index
    %hi = arith.constant 1 : index
    func.call @k(%a, %i, %o, %p, %lo, %hi) : (memref<32xf32>, memref<32xi32>, memref<32xi32>, memref<32xf64>, index, index) -> ()
    return
  }
  func.func private @k(%a: memref<32xf32>, %i: memref<32xi32>, %o: memref<32xi32>, %p: memref<32xf64>, %lo: index, %hi: index)
      attributes {kernel.grid = 1 : index, kernel.lanes = 32 : i64, kernel.writes = array<i64: 2, 3>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %hundred = arith.constant dense<100.0> : vector<32xf32>
    %x = vector.load %a[%c0] : memref<32xf32>, vector<32xf32>
    %k = vector.load %i[%c0] : memref<32xi32>, vector<32xi32>
    %big = arith.mulf %x, %hundred : vector<32xf32>
    %n = arith.fptosi %big : vector<32xf32> to vector<32xi32>
    %bits = arith.bitcast %x : vector<32xf32> to vector<32xi32>
    %odd = arith.trunci %k : vector<32xi32> to vector<32xi1>
    %oddi = arith.extui %odd : vector<32xi1> to vector<32xi32>
    %low = arith.trunci %bits : vector<32xi32> to vector<32xi8>
    %wide = arith.extsi %low : vector<32xi8> to vector<32xi32>
    %s0 = arith.addi %n, %oddi : vector<32xi32>
    %s1 = arith.addi %s0, %wide : vector<32xi32>
    vector.store %s1, %o[%c0] : memref<32xi32>, vector<32xi32>
    scf.for %j = %c0 to %c32 step %c1 {
      %v = memref.load %i[%j] : memref<32xi32>
      %f = arith.sitofp %v : i32 to f64
      %u = arith.uitofp %v : i32 to f64
      %at = arith.index_cast %v : i32 to index
      %sum = arith.addi %at, %j : index
      %back = arith.index_cast %sum : index to i16
      %g = arith.sitofp %back : i16 to f64
      %y = memref.load %a[%j] : memref<32xf32>
      %y64 = arith.extf %y : f32 to f64
      %w0 = arith.addf %f, %u : f64
      %w1 = arith.addf %w0, %g : f64
      %w2 = arith.addf %w1, %y64 : f64
      memref.store %w2, %p[%j] : memref<32xf64>
    }
    return
  }
}
