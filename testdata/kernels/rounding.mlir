// Rounding and other functions that every target has, of f32 vectors and f64 scalars.
module {
  func.func @main(%a: memref<32xf32>, %b: memref<32xf64>, %o: memref<32xf32>, %p: memref<32xf64>)
      attributes {kernel.host, kernel.results = 2 : i64} {
    %lo = arith.constant 0 : index
    %hi = arith.constant 1 : index
    func.call @k(%a, %b, %o, %p, %lo, %hi) : (memref<32xf32>, memref<32xf64>, memref<32xf32>, memref<32xf64>, index, index) -> ()
    return
  }
  func.func private @k(%a: memref<32xf32>, %b: memref<32xf64>, %o: memref<32xf32>, %p: memref<32xf64>, %lo: index, %hi: index)
      attributes {kernel.grid = 1 : index, kernel.lanes = 32 : i64, kernel.writes = array<i64: 2, 3>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
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
    scf.for %i = %c0 to %c32 step %c1 {
      %y = memref.load %b[%i] : memref<32xf64>
      %yabs = math.absf %y : f64
      %yroot = math.sqrt %yabs : f64
      %ydown = math.floor %y : f64
      %yeven = math.roundeven %y : f64
      %q = arith.divf %yroot, %yeven : f64
      %n = arith.minnumf %q, %ydown : f64
      %z = math.copysign %n, %y : f64
      %unordered = arith.cmpf uno, %q, %q : f64
      %w = arith.select %unordered, %yroot, %z : f64
      memref.store %w, %p[%i] : memref<32xf64>
    }
    return
  }
}
