// [24, 32] x [32, 64]: a row and four vectors of columns for each point of the grid.
module {
  func.func @main(%a: memref<24x32xf32>, %b: memref<32x64xf32>, %c: memref<24x64xf32>)
      attributes {kernel.host, kernel.results = 1 : i64} {
    %lo = arith.constant 0 : index
    %hi = arith.constant 24 : index
    func.call @k(%a, %b, %c, %lo, %hi) : (memref<24x32xf32>, memref<32x64xf32>, memref<24x64xf32>, index, index) -> ()
    return
  }
  func.func private @k(%a: memref<24x32xf32>, %b: memref<32x64xf32>, %c: memref<24x64xf32>, %lo: index, %hi: index)
      attributes {kernel.grid = 24 : index, kernel.lanes = 16 : i64, kernel.writes = array<i64: 2>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %zeros = arith.constant dense<0.0> : vector<16xf32>
    scf.for %i = %lo to %hi step %c1 {
      scf.for %j = %c0 to %c64 step %c32 {
        %j1 = arith.addi %j, %c16 : index
        %r:2 = scf.for %k = %c0 to %c32 step %c1 iter_args(%x = %zeros, %y = %zeros) -> (vector<16xf32>, vector<16xf32>) {
          %s = memref.load %a[%i, %k] : memref<24x32xf32>
          %sv = vector.broadcast %s : f32 to vector<16xf32>
          %b0 = vector.load %b[%k, %j] : memref<32x64xf32>, vector<16xf32>
          %b1 = vector.load %b[%k, %j1] : memref<32x64xf32>, vector<16xf32>
          %p0 = arith.mulf %sv, %b0 : vector<16xf32>
          %x1 = arith.addf %x, %p0 : vector<16xf32>
          %sw = vector.broadcast %s : f32 to vector<16xf32>
          %p1 = arith.mulf %b1, %sw : vector<16xf32>
          %y1 = arith.addf %p1, %y : vector<16xf32>
          scf.yield %x1, %y1 : vector<16xf32>, vector<16xf32>
        }
        vector.store %r#0, %c[%i, %j] : memref<24x64xf32>, vector<16xf32>
        vector.store %r#1, %c[%i, %j1] : memref<24x64xf32>, vector<16xf32>
      }
    }
    return
  }
}
