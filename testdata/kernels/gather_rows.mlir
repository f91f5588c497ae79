// Row i of the result is the row of %t that %idx names, clamped to those there are.
module {
  func.func @main(%t: memref<10x32xf64>, %idx: memref<21xi64>, %o: memref<21x32xf64>)
      attributes {kernel.host, kernel.results = 1 : i64} {
    %lo = arith.constant 0 : index
    %hi = arith.constant 21 : index
    func.call @k(%t, %idx, %o, %lo, %hi) : (memref<10x32xf64>, memref<21xi64>, memref<21x32xf64>, index, index) -> ()
    return
  }
  func.func private @k(%t: memref<10x32xf64>, %idx: memref<21xi64>, %o: memref<21x32xf64>, %lo: index, %hi: index)
      attributes {kernel.grid = 21 : index, kernel.lanes = 8 : i64, kernel.writes = array<i64: 2>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c32 = arith.constant 32 : index
    %first = arith.constant 0 : i64
    %last = arith.constant 9 : i64
    scf.for %i = %lo to %hi step %c1 {
      %raw = memref.load %idx[%i] : memref<21xi64>
      %low = arith.maxsi %raw, %first : i64
      %row64 = arith.minsi %low, %last : i64
      %row = arith.index_cast %row64 : i64 to index
      scf.for %j = %c0 to %c32 step %c8 {
        %v = vector.load %t[%row, %j] : memref<10x32xf64>, vector<8xf64>
        vector.store %v, %o[%i, %j] : memref<21x32xf64>, vector<8xf64>
      }
    }
    return
  }
}
