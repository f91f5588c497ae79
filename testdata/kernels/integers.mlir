// Integer arithmetic of i8 vectors and i32 scalars, signed and unsigned.
module {
  func.func @main(%a: memref<64xi8>, %b: memref<64xi8>, %c: memref<64xi32>, %o: memref<64xi8>, %p: memref<64xi32>)
      attributes {kernel.host, kernel.results = 2 : i64} {
    %lo = arith.constant 0 : index
    %hi = arith.constant 1 : index
    func.call @k(%a, %b, %c, %o, %p, %lo, %hi) : (memref<64xi8>, memref<64xi8>, memref<64xi32>, memref<64xi8>, memref<64xi32>, index, index) -> ()
    return
  }
  func.func private @k(%a: memref<64xi8>, %b: memref<64xi8>, %c: memref<64xi32>, %o: memref<64xi8>, %p: memref<64xi32>, %lo: index, %hi: index)
      attributes {kernel.grid = 1 : index, kernel.lanes = 64 : i64, kernel.writes = array<i64: 3, 4>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %two = arith.constant dense<2> : vector<64xi8>
    %three = arith.constant dense<3> : vector<64xi8>
    %x = vector.load %a[%c0] : memref<64xi8>, vector<64xi8>
    %y = vector.load %b[%c0] : memref<64xi8>, vector<64xi8>
    %sum = arith.addi %x, %y : vector<64xi8>
    %prod = arith.muli %x, %sum : vector<64xi8>
    %quot = arith.divsi %prod, %three : vector<64xi8>
    %urem = arith.remui %y, %three : vector<64xi8>
    %sh = arith.shrui %quot, %two : vector<64xi8>
    %sha = arith.shrsi %quot, %urem : vector<64xi8>
    %big = arith.maxui %sh, %sha : vector<64xi8>
    %small = arith.minsi %big, %y : vector<64xi8>
    %left = arith.shli %small, %urem : vector<64xi8>
    vector.store %left, %o[%c0] : memref<64xi8>, vector<64xi8>
    %seven = arith.constant 7 : i32
    %none = arith.constant 0 : i32
    scf.for %i = %c0 to %c64 step %c1 {
      %v = memref.load %c[%i] : memref<64xi32>
      %q = arith.divui %v, %seven : i32
      %r = arith.remsi %v, %seven : i32
      %pop = math.ctpop %v : i32
      %lz = math.ctlz %q : i32
      %tz = math.cttz %v : i32
      %abs = math.absi %r : i32
      %w0 = arith.xori %q, %pop : i32
      %w1 = arith.muli %w0, %lz : i32
      %w2 = arith.addi %w1, %abs : i32
      %w3 = arith.subi %w2, %tz : i32
      %under = arith.cmpi ult, %w3, %v : i32
      %over = arith.cmpi sgt, %r, %none : i32
      %flag = arith.xori %under, %over : i1
      %ext = arith.extsi %flag : i1 to i32
      %w4 = arith.ori %w3, %ext : i32
      memref.store %w4, %p[%i] : memref<64xi32>
    }
    return
  }
}
