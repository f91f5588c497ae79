// %o[j] = %c[j] + Σ %a[k]·%b[k, j] of four unsigned bytes %a and of columns of signed bytes %b; %p is %b with words for columns.
#both = affine_map<(l, k) -> (l, k)>
#lanes = affine_map<(l, k) -> (l)>
module {
  func.func @main(%a: memref<4xi8>, %b: memref<64xi8>, %c: memref<16xi32>, %o: memref<16xi32>, %p: memref<64xi8>)
      attributes {kernel.host, kernel.results = 2 : i64} {
    %lo = arith.constant 0 : index
    %hi = arith.constant 1 : index
    func.call @pack(%b, %p, %lo, %hi) : (memref<64xi8>, memref<64xi8>, index, index) -> ()
    func.call @dot(%a, %p, %c, %o, %lo, %hi) : (memref<4xi8>, memref<64xi8>, memref<16xi32>, memref<16xi32>, index, index) -> ()
    return
  }
  func.func private @pack(%b: memref<64xi8>, %p: memref<64xi8>, %lo: index, %hi: index)
      attributes {kernel.grid = 1 : index, kernel.lanes = 16 : i64, kernel.writes = array<i64: 1>} {
    %c0 = arith.constant 0 : index
    %c16 = arith.constant 16 : index
    %c32 = arith.constant 32 : index
    %c48 = arith.constant 48 : index
    %s8 = arith.constant dense<8> : vector<16xi32>
    %s16 = arith.constant dense<16> : vector<16xi32>
    %s24 = arith.constant dense<24> : vector<16xi32>
    %x0 = vector.load %b[%c0] : memref<64xi8>, vector<16xi8>
    %x1 = vector.load %b[%c16] : memref<64xi8>, vector<16xi8>
    %x2 = vector.load %b[%c32] : memref<64xi8>, vector<16xi8>
    %x3 = vector.load %b[%c48] : memref<64xi8>, vector<16xi8>
    %y0 = arith.extui %x0 : vector<16xi8> to vector<16xi32>
    %y1 = arith.extui %x1 : vector<16xi8> to vector<16xi32>
    %y2 = arith.extui %x2 : vector<16xi8> to vector<16xi32>
    %y3 = arith.extui %x3 : vector<16xi8> to vector<16xi32>
    %z1 = arith.shli %y1, %s8 : vector<16xi32>
    %z2 = arith.shli %y2, %s16 : vector<16xi32>
    %z3 = arith.shli %y3, %s24 : vector<16xi32>
    %w1 = arith.ori %y0, %z1 : vector<16xi32>
    %w2 = arith.ori %w1, %z2 : vector<16xi32>
    %w3 = arith.ori %w2, %z3 : vector<16xi32>
    %bytes = vector.bitcast %w3 : vector<16xi32> to vector<64xi8>
    vector.store %bytes, %p[%c0] : memref<64xi8>, vector<64xi8>
    return
  }
  func.func private @dot(%a: memref<4xi8>, %p: memref<64xi8>, %c: memref<16xi32>, %o: memref<16xi32>, %lo: index, %hi: index)
      attributes {kernel.grid = 1 : index, kernel.lanes = 16 : i64, kernel.writes = array<i64: 3>} {
    %c0 = arith.constant 0 : index
    %four = vector.load %a[%c0] : memref<4xi8>, vector<4xi8>
    %one = vector.bitcast %four : vector<4xi8> to vector<1xi32>
    %word = vector.extract %one[0] : i32 from vector<1xi32>
    %words = vector.broadcast %word : i32 to vector<16xi32>
    %x = vector.bitcast %words : vector<16xi32> to vector<64xi8>
    %xs = vector.shape_cast %x : vector<64xi8> to vector<16x4xi8>
    %xe = arith.extui %xs : vector<16x4xi8> to vector<16x4xi32>
    %y = vector.load %p[%c0] : memref<64xi8>, vector<64xi8>
    %ys = vector.shape_cast %y : vector<64xi8> to vector<16x4xi8>
    %ye = arith.extsi %ys : vector<16x4xi8> to vector<16x4xi32>
    %z = vector.load %c[%c0] : memref<16xi32>, vector<16xi32>
    %sum = vector.contract {indexing_maps = [#both, #both, #lanes], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %xe, %ye, %z : vector<16x4xi32>, vector<16x4xi32> into vector<16xi32>
    vector.store %sum, %o[%c0] : memref<16xi32>, vector<16xi32>
    return
  }
}
