// Rounding and other functions that every target has, of f32 vectors.
module {
  func.func @main(%a: memref<32xf32>, %o: memref<32xf32>)
      attributes {kernel.host, kernel.results = 1 : i64} {
    %lo = arith.constant 0 : index
    %hi = arith.constant 1 : index
    func.call @k(%a, %o, %lo, %hi) : (memref<32xf32>, memref<32xf32>, index, index) -> ()
    return
  }
  func.func private @k(%a: memref<32xf32>, %o: memref<32xf32>, %lo: index, %hi: index)
      attributes {kernel.grid = 1 : index, kernel.lanes = 32 : i64, kernel.writes = array<i64: 1>} {
    %c0 = arith.constant 0 : index
    %x = vector.load %a[%c0] : memref<32xf32>, vector<32xf32>
    %abs = math.absf %x : vector<32xf32>
    %root = math.sqrt %abs : vector<32xf32>
    %down = math.floor %x : vector<32xf32>
    %up = math.ceil %x : vector<32xf32>
    %cut = math.trunc %x : vector<32xf32>
    %even = math.roundeven %x : vector<32xf32>
    %m0 = arith.maximumf %root, %down : vector<32xf32>
    %m1 = arith.minimumf %m0, %up : vector<32xf32>
    %m2 = arith.maxnumf %m1, %cut : vector<32xf32>
    %s = math.copysign %m2, %even : vector<32xf32>
    %f = math.fma %s, %x, %even : vector<32xf32>
    vector.store %f, %o[%c0] : memref<32xf32>, vector<32xf32>
    return
  }
}
