// [24, 40] to [40, 24], in blocks of 8 columns.
module {
  func.func @main(%a: memref<24x40xi16>, %o: memref<40x24xi16>)
      attributes {kernel.host, kernel.results = 1 : i64} {
    %lo = arith.constant 0 : index
    %hi = arith.constant 5 : index
    func.call @k(%a, %o, %lo, %hi) : (memref<24x40xi16>, memref<40x24xi16>, index, index) -> ()
    return
  }
  func.func private @k(%a: memref<24x40xi16>, %o: memref<40x24xi16>, %lo: index, %hi: index)
      attributes {kernel.grid = 5 : index, kernel.writes = array<i64: 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c24 = arith.constant 24 : index
    scf.for %b = %lo to %hi step %c1 {
      %from = arith.muli %b, %c8 : index
      %to = arith.addi %from, %c8 : index
      scf.for %j = %from to %to step %c1 {
        scf.for %i = %c0 to %c24 step %c1 {
          %v = memref.load %a[%i, %j] : memref<24x40xi16>
          memref.store %v, %o[%j, %i] : memref<40x24xi16>
        }
      }
    }
    return
  }
}
