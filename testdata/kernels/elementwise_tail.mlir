// c = a * b + 1, each rounded, of 1000 elements: 62 vectors and a tail of 8.
module {
  func.func @main(%a: memref<1000xf32>, %b: memref<1000xf32>, %c: memref<1000xf32>)
      attributes {kernel.host, kernel.results = 1 : i64} {
    %lo = arith.constant 0 : index
    %hi = arith.constant 63 : index
    func.call @k(%a, %b, %c, %lo, %hi) : (memref<1000xf32>, memref<1000xf32>, memref<1000xf32>, index, index) -> ()
    return
  }
  func.func private @k(%a: memref<1000xf32>, %b: memref<1000xf32>, %c: memref<1000xf32>, %lo: index, %hi: index)
      attributes {kernel.grid = 63 : index, kernel.lanes = 16 : i64, kernel.writes = array<i64: 2>} {
    %step = arith.constant 1 : index
    %full = arith.constant 62 : index
    %lanes = arith.constant 16 : index
    %n = arith.constant 1000 : index
    %one = arith.constant 1.0 : f32
    %ones = arith.constant dense<1.0> : vector<16xf32>
    scf.for %g = %lo to %hi step %step {
      %at = arith.muli %g, %lanes : index
      %whole = arith.cmpi slt, %g, %full : index
      scf.if %whole {
        %x = vector.load %a[%at] : memref<1000xf32>, vector<16xf32>
        %y = vector.load %b[%at] : memref<1000xf32>, vector<16xf32>
        %p = arith.mulf %x, %y : vector<16xf32>
        %s = arith.addf %p, %ones : vector<16xf32>
        vector.store %s, %c[%at] : memref<1000xf32>, vector<16xf32>
      } else {
        scf.for %i = %at to %n step %step {
          %x = memref.load %a[%i] : memref<1000xf32>
          %y = memref.load %b[%i] : memref<1000xf32>
          %p = arith.mulf %x, %y : f32
          %s = arith.addf %p, %one : f32
          memref.store %s, %c[%i] : memref<1000xf32>
        }
      }
    }
    return
  }
}
