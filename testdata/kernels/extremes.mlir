// The larger and the smaller of vectors as long as a register, with NaN in either operand and
// zeros of both signs. NaN becomes -1, since which NaN it is is left to the target.
module {
  func.func @main(%a: memref<256xf32>, %b: memref<256xf32>, %max: memref<256xf32>, %min: memref<256xf32>)
      attributes {kernel.host, kernel.results = 2 : i64} {
    %lo = arith.constant 0 : index
    %hi = arith.constant 16 : index
    func.call @k(%a, %b, %max, %min, %lo, %hi) : (memref<256xf32>, memref<256xf32>, memref<256xf32>, memref<256xf32>, index, index) -> ()
    return
  }
  func.func private @k(%a: memref<256xf32>, %b: memref<256xf32>, %max: memref<256xf32>, %min: memref<256xf32>, %lo: index, %hi: index)
      attributes {kernel.grid = 16 : index, kernel.lanes = 16 : i64, kernel.writes = array<i64: 2, 3>} {
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %none = arith.constant dense<-1.0> : vector<16xf32>
    scf.for %g = %lo to %hi step %c1 {
      %i = arith.muli %g, %c16 : index
      %x = vector.load %a[%i] : memref<256xf32>, vector<16xf32>
      %y = vector.load %b[%i] : memref<256xf32>, vector<16xf32>
      %root = math.sqrt %x : vector<16xf32>
      %m = arith.maximumf %root, %y : vector<16xf32>
      %n = arith.minimumf %y, %root : vector<16xf32>
      %um = arith.cmpf uno, %m, %m : vector<16xf32>
      %un = arith.cmpf uno, %n, %n : vector<16xf32>
      %rm = arith.select %um, %none, %m : vector<16xi1>, vector<16xf32>
      %rn = arith.select %un, %none, %n : vector<16xi1>, vector<16xf32>
      vector.store %rm, %max[%i] : memref<256xf32>, vector<16xf32>
      vector.store %rn, %min[%i] : memref<256xf32>, vector<16xf32>
    }
    return
  }
}
