// Two kernels through the arena, one of them in place, with a constant, a reshape
// and a copy: o = (a + w) * 2, and c = a again.
module {
  memref.global "private" constant @w : memref<16xf32> = dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0]>
  func.func @main(%a: memref<4x4xf32>, %o: memref<16xf32>, %c: memref<4x4xf32>, %arena: memref<192xi8>)
      attributes {kernel.host, kernel.results = 2 : i64} {
    %off = arith.constant 64 : index
    %t = memref.view %arena[%off][] : memref<192xi8> to memref<16xf32>
    %w = memref.get_global @w : memref<16xf32>
    %flat = memref.reinterpret_cast %a to offset: [0], sizes: [16], strides: [1] : memref<4x4xf32> to memref<16xf32>
    %lo = arith.constant 0 : index
    %hi = arith.constant 16 : index
    %one = arith.constant 1 : index
    func.call @add(%flat, %w, %t, %lo, %hi) : (memref<16xf32>, memref<16xf32>, memref<16xf32>, index, index) -> ()
    func.call @twice(%t, %t, %lo, %one) : (memref<16xf32>, memref<16xf32>, index, index) -> ()
    memref.copy %t, %o : memref<16xf32> to memref<16xf32>
    memref.copy %a, %c : memref<4x4xf32> to memref<4x4xf32>
    return
  }
  func.func private @add(%a: memref<16xf32>, %w: memref<16xf32>, %o: memref<16xf32>, %lo: index, %hi: index)
      attributes {kernel.grid = 16 : index, kernel.writes = array<i64: 2>} {
    %c1 = arith.constant 1 : index
    scf.for %i = %lo to %hi step %c1 {
      %x = memref.load %a[%i] : memref<16xf32>
      %y = memref.load %w[%i] : memref<16xf32>
      %s = arith.addf %x, %y : f32
      memref.store %s, %o[%i] : memref<16xf32>
    }
    return
  }
  func.func private @twice(%a: memref<16xf32>, %o: memref<16xf32>, %lo: index, %hi: index)
      attributes {kernel.grid = 1 : index, kernel.lanes = 16 : i64, kernel.writes = array<i64: 1>, kernel.inplace = array<i64: 1, 0>} {
    %c0 = arith.constant 0 : index
    %two = arith.constant dense<2.0> : vector<16xf32>
    %x = vector.load %a[%c0] : memref<16xf32>, vector<16xf32>
    %s = arith.mulf %x, %two : vector<16xf32>
    vector.store %s, %o[%c0] : memref<16xf32>, vector<16xf32>
    return
  }
}
