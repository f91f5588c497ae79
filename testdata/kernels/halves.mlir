// a + b of bf16, and of f16, rounded; by vectors of 32 and one by one.
module {
  func.func @main(%a: memref<64xbf16>, %b: memref<64xf16>, %o: memref<64xbf16>, %p: memref<64xf16>)
      attributes {kernel.host, kernel.results = 2 : i64} {
    %lo = arith.constant 0 : index
    %hi = arith.constant 1 : index
    func.call @k(%a, %b, %o, %p, %lo, %hi) : (memref<64xbf16>, memref<64xf16>, memref<64xbf16>, memref<64xf16>, index, index) -> ()
    return
  }
  func.func private @k(%a: memref<64xbf16>, %b: memref<64xf16>, %o: memref<64xbf16>, %p: memref<64xf16>, %lo: index, %hi: index)
      attributes {kernel.grid = 1 : index, kernel.lanes = 32 : i64, kernel.writes = array<i64: 2, 3>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %x = vector.load %a[%c0] : memref<64xbf16>, vector<32xbf16>
    %y = vector.load %b[%c0] : memref<64xf16>, vector<32xf16>
    %xf = arith.extf %x : vector<32xbf16> to vector<32xf32>
    %yf = arith.extf %y : vector<32xf16> to vector<32xf32>
    %s = arith.addf %xf, %yf : vector<32xf32>
    %sb = arith.truncf %s : vector<32xf32> to vector<32xbf16>
    %sh = arith.truncf %s : vector<32xf32> to vector<32xf16>
    vector.store %sb, %o[%c0] : memref<64xbf16>, vector<32xbf16>
    vector.store %sh, %p[%c0] : memref<64xf16>, vector<32xf16>
    scf.for %i = %c32 to %c64 step %c1 {
      %u = memref.load %a[%i] : memref<64xbf16>
      %v = memref.load %b[%i] : memref<64xf16>
      %uf = arith.extf %u : bf16 to f32
      %vf = arith.extf %v : f16 to f32
      %t = arith.addf %uf, %vf : f32
      %tb = arith.truncf %t : f32 to bf16
      %th = arith.truncf %t : f32 to f16
      memref.store %tb, %o[%i] : memref<64xbf16>
      memref.store %th, %p[%i] : memref<64xf16>
    }
    return
  }
}
