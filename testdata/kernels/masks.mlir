// %o = a < b and i odd ? a : -b, unless %m says no; %n = not %m or a < b.
module {
  func.func @main(%a: memref<32xf32>, %b: memref<32xf32>, %i: memref<32xi64>, %m: memref<32xi1>, %o: memref<32xf32>, %n: memref<32xi1>)
      attributes {kernel.host, kernel.results = 2 : i64} {
    %lo = arith.constant 0 : index
    %hi = arith.constant 2 : index
    func.call @k(%a, %b, %i, %m, %o, %n, %lo, %hi) : (memref<32xf32>, memref<32xf32>, memref<32xi64>, memref<32xi1>, memref<32xf32>, memref<32xi1>, index, index) -> ()
    return
  }
  func.func private @k(%a: memref<32xf32>, %b: memref<32xf32>, %i: memref<32xi64>, %m: memref<32xi1>, %o: memref<32xf32>, %n: memref<32xi1>, %lo: index, %hi: index)
      attributes {kernel.grid = 2 : index, kernel.lanes = 16 : i64, kernel.writes = array<i64: 4, 5>} {
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %ones = arith.constant dense<1> : vector<16xi64>
    %yes = arith.constant dense<true> : vector<16xi1>
    scf.for %g = %lo to %hi step %c1 {
      %at = arith.muli %g, %c16 : index
      %x = vector.load %a[%at] : memref<32xf32>, vector<16xf32>
      %y = vector.load %b[%at] : memref<32xf32>, vector<16xf32>
      %k = vector.load %i[%at] : memref<32xi64>, vector<16xi64>
      %on = vector.load %m[%at] : memref<32xi1>, vector<16xi1>
      %less = arith.cmpf olt, %x, %y : vector<16xf32>
      %bit = arith.andi %k, %ones : vector<16xi64>
      %odd = arith.cmpi eq, %bit, %ones : vector<16xi64>
      %both = arith.andi %less, %odd : vector<16xi1>
      %neg = arith.negf %y : vector<16xf32>
      %pick = arith.select %both, %x, %neg : vector<16xi1>, vector<16xf32>
      %kept = arith.select %on, %pick, %y : vector<16xi1>, vector<16xf32>
      vector.store %kept, %o[%at] : memref<32xf32>, vector<16xf32>
      %off = arith.xori %on, %yes : vector<16xi1>
      %either = arith.ori %off, %less : vector<16xi1>
      vector.store %either, %n[%at] : memref<32xi1>, vector<16xi1>
    }
    return
  }
}
