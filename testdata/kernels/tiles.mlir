// %o = %a·%b of 2x528 unsigned bytes %a and 528x16 signed bytes %b. The four bytes of a word are adjacent in %b.
#both = affine_map<(l, k) -> (l, k)>
#lanes = affine_map<(l, k) -> (l)>
module {
  func.func @main(%a: memref<1056xi8>, %b: memref<8448xi8>, %o: memref<32xi32>) attributes {kernel.host, kernel.results = 1 : i64} {
    %lo = arith.constant 0 : index
    %hi = arith.constant 1 : index
    func.call @product(%a, %b, %o, %lo, %hi) : (memref<1056xi8>, memref<8448xi8>, memref<32xi32>, index, index) -> ()
    return
  }
  func.func private @product(%a: memref<1056xi8>, %b: memref<8448xi8>, %o: memref<32xi32>, %lo: index, %hi: index)
      attributes {kernel.grid = 1 : index, kernel.lanes = 16 : i64, kernel.writes = array<i64: 2>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c16 = arith.constant 16 : index
    %c132 = arith.constant 132 : index
    %c64 = arith.constant 64 : index
    %c528 = arith.constant 528 : index
    %zero = arith.constant dense<0> : vector<16xi32>
    %sums:2 = scf.for %k = %c0 to %c132 step %c1 iter_args(%s0 = %zero, %s1 = %zero) -> (vector<16xi32>, vector<16xi32>) {
      %r0 = arith.muli %k, %c4 : index
      %r1 = arith.addi %r0, %c528 : index
      %c = arith.muli %k, %c64 : index
      %v = vector.load %b[%c] : memref<8448xi8>, vector<64xi8>
      %vs = vector.shape_cast %v : vector<64xi8> to vector<16x4xi8>
      %ve = arith.extsi %vs : vector<16x4xi8> to vector<16x4xi32>
      %f0 = vector.load %a[%r0] : memref<1056xi8>, vector<4xi8>
      %b0 = vector.bitcast %f0 : vector<4xi8> to vector<1xi32>
      %w0 = vector.extract %b0[0] : i32 from vector<1xi32>
      %x0 = vector.broadcast %w0 : i32 to vector<16xi32>
      %y0 = vector.bitcast %x0 : vector<16xi32> to vector<64xi8>
      %z0 = vector.shape_cast %y0 : vector<64xi8> to vector<16x4xi8>
      %e0 = arith.extui %z0 : vector<16x4xi8> to vector<16x4xi32>
      %t0 = vector.contract {indexing_maps = [#both, #both, #lanes], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %e0, %ve, %s0 : vector<16x4xi32>, vector<16x4xi32> into vector<16xi32>
      %f1 = vector.load %a[%r1] : memref<1056xi8>, vector<4xi8>
      %b1 = vector.bitcast %f1 : vector<4xi8> to vector<1xi32>
      %w1 = vector.extract %b1[0] : i32 from vector<1xi32>
      %x1 = vector.broadcast %w1 : i32 to vector<16xi32>
      %y1 = vector.bitcast %x1 : vector<16xi32> to vector<64xi8>
      %z1 = vector.shape_cast %y1 : vector<64xi8> to vector<16x4xi8>
      %e1 = arith.extui %z1 : vector<16x4xi8> to vector<16x4xi32>
      %t1 = vector.contract {indexing_maps = [#both, #both, #lanes], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %e1, %ve, %s1 : vector<16x4xi32>, vector<16x4xi32> into vector<16xi32>
      scf.yield %t0, %t1 : vector<16xi32>, vector<16xi32>
    }
    vector.store %sums#0, %o[%c0] : memref<32xi32>, vector<16xi32>
    vector.store %sums#1, %o[%c16] : memref<32xi32>, vector<16xi32>
    return
  }
}
