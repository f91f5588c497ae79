// Sums of parts of rows of 100: six vectors lane by lane, then the first four lanes,
// then a tail of 4.
module {
  func.func @main(%a: memref<37x100xf32>, %s: memref<37xf32>)
      attributes {kernel.host, kernel.results = 1 : i64} {
    %lo = arith.constant 0 : index
    %hi = arith.constant 37 : index
    func.call @k(%a, %s, %lo, %hi) : (memref<37x100xf32>, memref<37xf32>, index, index) -> ()
    return
  }
  func.func private @k(%a: memref<37x100xf32>, %s: memref<37xf32>, %lo: index, %hi: index)
      attributes {kernel.grid = 37 : index, kernel.lanes = 16 : i64, kernel.writes = array<i64: 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %c96 = arith.constant 96 : index
    %c100 = arith.constant 100 : index
    %zeros = arith.constant dense<0.0> : vector<16xf32>
    scf.for %r = %lo to %hi step %c1 {
      %v = scf.for %j = %c0 to %c96 step %c16 iter_args(%acc = %zeros) -> (vector<16xf32>) {
        %x = vector.load %a[%r, %j] : memref<37x100xf32>, vector<16xf32>
        %next = arith.addf %acc, %x : vector<16xf32>
        scf.yield %next : vector<16xf32>
      }
      %first = vector.extract %v[0] : f32 from vector<16xf32>
      %l1 = vector.extract %v[1] : f32 from vector<16xf32>
      %s1 = arith.addf %first, %l1 : f32
      %l2 = vector.extract %v[2] : f32 from vector<16xf32>
      %s2 = arith.addf %s1, %l2 : f32
      %l3 = vector.extract %v[3] : f32 from vector<16xf32>
      %s3 = arith.addf %s2, %l3 : f32
      %t = scf.for %j = %c96 to %c100 step %c1 iter_args(%acc = %s3) -> (f32) {
        %x = memref.load %a[%r, %j] : memref<37x100xf32>
        %next = arith.addf %acc, %x : f32
        scf.yield %next : f32
      }
      memref.store %t, %s[%r] : memref<37xf32>
    }
    return
  }
}
