// %o[i] = %t[(3 i + 5) mod 48], sixteen at a time.
module {
  func.func @main(%t: memref<48xi32>, %o: memref<48xi32>)
      attributes {kernel.host, kernel.results = 1 : i64} {
    %lo = arith.constant 0 : index
    %hi = arith.constant 3 : index
    func.call @k(%t, %o, %lo, %hi) : (memref<48xi32>, memref<48xi32>, index, index) -> ()
    return
  }
  func.func private @k(%t: memref<48xi32>, %o: memref<48xi32>, %lo: index, %hi: index)
      attributes {kernel.grid = 3 : index, kernel.lanes = 16 : i64, kernel.writes = array<i64: 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %three = arith.constant dense<3> : vector<16xindex>
    %five = arith.constant dense<5> : vector<16xindex>
    %all = arith.constant dense<48> : vector<16xindex>
    %true = arith.constant dense<true> : vector<16xi1>
    %zeros = arith.constant dense<0> : vector<16xi32>
    %lane = vector.step : vector<16xindex>
    scf.for %g = %lo to %hi step %c1 {
      %at = arith.muli %g, %c16 : index
      %first = vector.broadcast %at : index to vector<16xindex>
      %i = arith.addi %first, %lane : vector<16xindex>
      %i3 = arith.muli %i, %three : vector<16xindex>
      %i5 = arith.addi %i3, %five : vector<16xindex>
      %m = arith.remui %i5, %all : vector<16xindex>
      %v = vector.gather %t[%c0] [%m], %true, %zeros : memref<48xi32>, vector<16xindex>, vector<16xi1>, vector<16xi32> into vector<16xi32>
      vector.store %v, %o[%at] : memref<48xi32>, vector<16xi32>
    }
    return
  }
}
