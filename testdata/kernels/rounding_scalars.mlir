// Rounding and other functions that every target has, of f64 scalars.
module {
  func.func @main(%b: memref<32xf64>, %p: memref<32xf64>)
      attributes {kernel.host, kernel.results = 1 : i64} {
    %lo = arith.constant 0 : index
    %hi = arith.constant 32 : index
    func.call @k(%b, %p, %lo, %hi) : (memref<32xf64>, memref<32xf64>, index, index) -> ()
    return
  }
  func.func private @k(%b: memref<32xf64>, %p: memref<32xf64>, %lo: index, %hi: index)
      attributes {kernel.grid = 32 : index, kernel.writes = array<i64: 1>} {
    %c1 = arith.constant 1 : index
    scf.for %i = %lo to %hi step %c1 {
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
