// RUN: lathe-opt %s --allow-unregistered-dialect --kernel-verify --split-input-file --verify-diagnostics

// expected-error@+1 {{module has no function with 'kernel.host'}}
module {
}

// -----

// An offset that is not a multiple of 64.
func.func @main(%in: memref<16xf32>, %out: memref<16xf32>, %arena: memref<256xi8>) attributes {kernel.host, kernel.results = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c96 = arith.constant 96 : index
  // expected-error@+1 {{'memref.view' op must have an offset that is a multiple of 64, but has 96}}
  %a = memref.view %arena[%c96][] : memref<256xi8> to memref<16xf32>
  func.call @k(%in, %a, %c0, %c1) : (memref<16xf32>, memref<16xf32>, index, index) -> ()
  return
}

func.func private @k(%x: memref<16xf32>, %o: memref<16xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 1 : index, kernel.writes = array<i64: 1>} {
  return
}

// -----

// A view that ends outside of the arena.
func.func @main(%in: memref<16xf32>, %out: memref<16xf32>, %arena: memref<256xi8>) attributes {kernel.host, kernel.results = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c192 = arith.constant 192 : index
  // expected-error@+1 {{'memref.view' op must lie inside the arena of 256 bytes, but ends at 320}}
  %a = memref.view %arena[%c192][] : memref<256xi8> to memref<32xf32>
  return
}

func.func private @k(%x: memref<16xf32>, %o: memref<16xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 1 : index, kernel.writes = array<i64: 1>} {
  return
}

// -----

// Views that overlap in one call.
func.func @main(%in: memref<16xf32>, %out: memref<16xf32>, %arena: memref<256xi8>) attributes {kernel.host, kernel.results = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %a = memref.view %arena[%c0][] : memref<256xi8> to memref<32xf32>
  %b = memref.view %arena[%c64][] : memref<256xi8> to memref<16xf32>
  %c = memref.reinterpret_cast %a to offset: [0], sizes: [32], strides: [1] : memref<32xf32> to memref<32xf32>
  // expected-error@+1 {{'func.call' op operands #0 and #1 overlap, and @k writes one of them; 'kernel.inplace' does not pair them, or they have different offsets}}
  func.call @k(%c, %b, %c0, %c1) : (memref<32xf32>, memref<16xf32>, index, index) -> ()
  return
}

func.func private @k(%x: memref<32xf32>, %o: memref<16xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 1 : index, kernel.writes = array<i64: 1>} {
  return
}

// -----

// The same buffer is passed twice, although the kernel does not declare this.
func.func @main(%in: memref<16xf32>, %out: memref<16xf32>, %arena: memref<256xi8>) attributes {kernel.host, kernel.results = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.view %arena[%c0][] : memref<256xi8> to memref<16xf32>
  // expected-error@+1 {{'func.call' op operands #0 and #1 overlap}}
  func.call @k(%a, %a, %c0, %c1) : (memref<16xf32>, memref<16xf32>, index, index) -> ()
  return
}

func.func private @k(%x: memref<16xf32>, %o: memref<16xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 1 : index, kernel.writes = array<i64: 1>} {
  return
}

// -----

// The kernel declares buffers in place, but the buffers start at different positions.
func.func @main(%in: memref<16xf32>, %out: memref<16xf32>, %arena: memref<256xi8>) attributes {kernel.host, kernel.results = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %a = memref.view %arena[%c0][] : memref<256xi8> to memref<16xf32>
  %b = memref.view %arena[%c64][] : memref<256xi8> to memref<16xf32>
    func.call @k(%b, %a, %c0, %c1) : (memref<16xf32>, memref<16xf32>, index, index) -> ()
  %d = memref.view %arena[%c0][] : memref<256xi8> to memref<32xf32>
  // expected-error@+1 {{'func.call' op operands #0 and #1 overlap}}
  func.call @k2(%d, %b, %c0, %c1) : (memref<32xf32>, memref<16xf32>, index, index) -> ()
  return
}

func.func private @k(%x: memref<16xf32>, %o: memref<16xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 1 : index, kernel.writes = array<i64: 1>} {
  return
}
func.func private @k2(%x: memref<32xf32>, %o: memref<16xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 1 : index, kernel.writes = array<i64: 1>} {
  return
}

// -----

// An input that the kernel writes.
func.func @main(%in: memref<16xf32>, %out: memref<16xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error@+1 {{'func.call' op writes operand #1, an input, which must only be read}}
  func.call @k(%out, %in, %c0, %c1) : (memref<16xf32>, memref<16xf32>, index, index) -> ()
  return
}

func.func private @k(%x: memref<16xf32>, %o: memref<16xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 1 : index, kernel.writes = array<i64: 1>} {
  return
}

// -----

// A global that the kernel writes.
memref.global "private" constant @w : memref<16xf32> = dense<1.0>
func.func @main(%in: memref<16xf32>, %out: memref<16xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %w = memref.get_global @w : memref<16xf32>
  // expected-error@+1 {{'memref.copy' op writes operand #1, global @w, which must only be read}}
  memref.copy %in, %w : memref<16xf32> to memref<16xf32>
  return
}

func.func private @k(%x: memref<16xf32>, %o: memref<16xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 1 : index, kernel.writes = array<i64: 1>} {
  return
}

// -----

// A call of half of the grid.
func.func @main(%in: memref<16xf32>, %out: memref<16xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error@+1 {{'func.call' op must call @k over its whole grid, from 0 to 2}}
  func.call @k(%in, %out, %c0, %c1) : (memref<16xf32>, memref<16xf32>, index, index) -> ()
  return
}

// expected-note@+1 {{the kernel}}
func.func private @k(%x: memref<16xf32>, %o: memref<16xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 2 : index, kernel.writes = array<i64: 1>} {
  return
}

// -----

// An operation that host functions must not have.
func.func @main(%in: memref<16xf32>, %out: memref<16xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error@+1 {{'memref.alloc' op is not part of host functions in kernel form}}
  %a = memref.alloc() : memref<16xf32>
  return
}

func.func private @k(%x: memref<16xf32>, %o: memref<16xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 1 : index, kernel.writes = array<i64: 1>} {
  return
}

// -----

// More outputs than arguments.
// expected-error@+1 {{'func.func' op must have 'kernel.results', the number of outputs, from 0 to the number of arguments before the arena, 2}}
func.func @main(%in: memref<16xf32>, %out: memref<16xf32>, %arena: memref<256xi8>) attributes {kernel.host, kernel.results = 3 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.view %arena[%c0][] : memref<256xi8> to memref<16xf32>
  return
}

func.func private @k(%x: memref<16xf32>, %o: memref<16xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 1 : index, kernel.writes = array<i64: 1>} {
  return
}

// -----

// A reshape that loses elements.
func.func @main(%in: memref<16xf32>, %out: memref<16xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error@+1 {{'memref.reinterpret_cast' op must keep all elements, but casts 'memref<16xf32>' to 'memref<8xf32>'}}
  %a = memref.reinterpret_cast %in to offset: [0], sizes: [8], strides: [1] : memref<16xf32> to memref<8xf32>
  return
}

func.func private @k(%x: memref<16xf32>, %o: memref<16xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 1 : index, kernel.writes = array<i64: 1>} {
  return
}

// -----

// A write that is not declared.
func.func @main() attributes {kernel.host, kernel.results = 0 : i64} {
  return
}

// expected-note@+1 {{the kernel}}
func.func private @k(%x: memref<16xf32>, %o: memref<16xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 1 : index, kernel.writes = array<i64: 1>} {
  %c0 = arith.constant 0 : index
  %v = memref.load %o[%c0] : memref<16xf32>
  // expected-error@+1 {{'memref.store' op writes buffer #0, which 'kernel.writes' does not list}}
  memref.store %v, %x[%c0] : memref<16xf32>
  return
}

// -----

// Vectors of two lengths.
func.func @main() attributes {kernel.host, kernel.results = 0 : i64} {
  return
}

func.func private @k(%x: memref<16xf32>, %o: memref<16xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 1 : index, kernel.writes = array<i64: 1>, kernel.lanes = 16 : i64} {
  %c0 = arith.constant 0 : index
  // expected-error@+1 {{'vector.load' op result #0 must be a vector of 16 lanes, as all vectors of this kernel, but is 'vector<8xf32>'}}
  %v = "vector.load"(%x, %c0) : (memref<16xf32>, index) -> vector<8xf32>
  return
}

// -----

// Vectors in a kernel that is declared without vectors.
func.func @main() attributes {kernel.host, kernel.results = 0 : i64} {
  return
}

func.func private @k(%x: memref<16xf32>, %o: memref<16xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 1 : index, kernel.writes = array<i64: 1>} {
  %c0 = arith.constant 0 : index
  // expected-error@+1 {{'vector.load' op result #0 is 'vector<8xf32>', but @k has no vectors: it has no 'kernel.lanes'}}
  %v = "vector.load"(%x, %c0) : (memref<16xf32>, index) -> vector<8xf32>
  return
}

// -----

// An elementary function, which lowering must expand.
func.func @main() attributes {kernel.host, kernel.results = 0 : i64} {
  return
}

func.func private @k(%x: memref<16xf32>, %o: memref<16xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 1 : index, kernel.writes = array<i64: 1>} {
  %c0 = arith.constant 0 : index
  %v = memref.load %x[%c0] : memref<16xf32>
  // expected-error@+1 {{'math.exp' op is not part of the kernel form}}
  %w = math.exp %v : f32
  memref.store %w, %o[%c0] : memref<16xf32>
  return
}

// -----

// A call.
func.func @main() attributes {kernel.host, kernel.results = 0 : i64} {
  return
}

func.func private @k(%x: memref<16xf32>, %o: memref<16xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 1 : index, kernel.writes = array<i64: 1>} {
  // expected-error@+1 {{'func.call' op is not part of the kernel form}}
  func.call @k(%x, %o, %lo, %hi) : (memref<16xf32>, memref<16xf32>, index, index) -> ()
  return
}

// -----

// An allocation.
func.func @main() attributes {kernel.host, kernel.results = 0 : i64} {
  return
}

func.func private @k(%x: memref<16xf32>, %o: memref<16xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 1 : index, kernel.writes = array<i64: 1>} {
  // expected-error@+1 {{'memref.alloc' op is not part of the kernel form}}
  %a = memref.alloc() : memref<16xf32>
  return
}

// -----

// A type that kernels do not support.
func.func @main() attributes {kernel.host, kernel.results = 0 : i64} {
  return
}

func.func private @k(%x: memref<16xf32>, %o: memref<16xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 1 : index, kernel.writes = array<i64: 1>} {
  %c0 = arith.constant 0 : index
  // expected-error@+1 {{'arith.index_cast' op result #0 must be a scalar or a vector that kernels may have, but is 'i24'}}
  %w = arith.index_cast %c0 : index to i24
  return
}

// -----

// A step that is not a constant.
func.func @main() attributes {kernel.host, kernel.results = 0 : i64} {
  return
}

func.func private @k(%x: memref<16xf32>, %o: memref<16xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 1 : index, kernel.writes = array<i64: 1>} {
  %c0 = arith.constant 0 : index
  // expected-error@+1 {{'scf.for' op must have a step that is a positive constant}}
  scf.for %i = %c0 to %hi step %hi {
  }
  return
}

// -----

// A constant with different lanes.
func.func @main() attributes {kernel.host, kernel.results = 0 : i64} {
  return
}

func.func private @k(%x: memref<16xf32>, %o: memref<16xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 1 : index, kernel.writes = array<i64: 1>, kernel.lanes = 2 : i64} {
  // expected-error@+1 {{'arith.constant' op must be a scalar or a splat, but has different elements}}
  %w = arith.constant dense<[1, 2]> : vector<2xindex>
  return
}

// -----

// A scalar condition of a selection between vectors.
func.func @main() attributes {kernel.host, kernel.results = 0 : i64} {
  return
}

func.func private @k(%x: memref<16xf32>, %o: memref<16xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 1 : index, kernel.writes = array<i64: 1>, kernel.lanes = 2 : i64} {
  %w = arith.constant dense<1> : vector<2xindex>
  %c = arith.constant true
  // expected-error@+1 {{'arith.select' op must have a condition of the shape of its values, but 'i1' selects between values of type 'vector<2xindex>'}}
  %s = arith.select %c, %w, %w : vector<2xindex>
  return
}

// -----

// A gather whose mask is not constant.
func.func @main() attributes {kernel.host, kernel.results = 0 : i64} {
  return
}

func.func private @k(%x: memref<16xf32>, %o: memref<16xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 1 : index, kernel.writes = array<i64: 1>, kernel.lanes = 2 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %w = arith.constant dense<1> : vector<2xindex>
  %z = arith.constant dense<0.0> : vector<2xf32>
  %m = "vector.create_mask"(%c1) : (index) -> vector<2xi1>
  // expected-error@+1 {{'vector.gather' op must have a mask that is the constant true}}
  %s = "vector.gather"(%x, %c0, %w, %m, %z) : (memref<16xf32>, index, vector<2xindex>, vector<2xi1>, vector<2xf32>) -> vector<2xf32>
  return
}

// -----

func.func @main() attributes {kernel.host, kernel.results = 0 : i64} {
  return
}

// expected-error@+1 {{'func.func' op must have 'kernel.host', or 'kernel.grid' with the number of iterations, at most 2^56}}
func.func private @k(%x: memref<16xf32>, %o: memref<16xf32>, %lo: index, %hi: index)
    attributes {kernel.writes = array<i64: 1>} {
  return
}

// -----

func.func @main() attributes {kernel.host, kernel.results = 0 : i64} {
  return
}

// expected-error@+1 {{'func.func' op @k must list the buffers that it writes in 'kernel.writes', as array<i64: …>}}
func.func private @k(%x: memref<16xf32>, %o: memref<16xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 1 : index} {
  return
}

// -----

func.func @main() attributes {kernel.host, kernel.results = 0 : i64} {
  return
}

// expected-error@+1 {{'func.func' op 'kernel.writes' must list indices of the 2 buffers, counted from 0, each at most once, but is array<i64: 2>}}
func.func private @k(%x: memref<16xf32>, %o: memref<16xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 1 : index, kernel.writes = array<i64: 2>} {
  return
}

// -----

func.func @main() attributes {kernel.host, kernel.results = 0 : i64} {
  return
}

// expected-error@+1 {{'func.func' op 'kernel.lanes' must be a power of two, at most 1024, but is 12 : i64}}
func.func private @k(%x: memref<16xf32>, %o: memref<16xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 1 : index, kernel.writes = array<i64: 1>, kernel.lanes = 12 : i64} {
  return
}

// -----

func.func @main() attributes {kernel.host, kernel.results = 0 : i64} {
  return
}

// expected-error@+1 {{'func.func' op 'kernel.inplace' must pair a buffer that is written with a buffer that is only read, each of them once, but is array<i64: 0, 1>}}
func.func private @k(%x: memref<16xf32>, %o: memref<16xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 1 : index, kernel.writes = array<i64: 1>, kernel.inplace = array<i64: 0, 1>} {
  return
}

// -----

func.func @main() attributes {kernel.host, kernel.results = 0 : i64} {
  return
}

// expected-error@+1 {{'func.func' op argument #0 must be a buffer of static shape and identity layout, but is 'memref<?xf32>'}}
func.func private @k(%x: memref<?xf32>, %o: memref<16xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 1 : index, kernel.writes = array<i64: 1>} {
  return
}

// -----

func.func @main() attributes {kernel.host, kernel.results = 0 : i64} {
  return
}

// expected-error@+1 {{'func.func' op argument #0 must be a buffer of static shape and identity layout, but is 'memref<16xui8>'}}
func.func private @k(%x: memref<16xui8>, %o: memref<16xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 1 : index, kernel.writes = array<i64: 1>} {
  return
}

// -----

// A shuffle that leaves a lane undefined.
func.func @main(%in: memref<16xf32>, %out: memref<16xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  func.call @k(%in, %out, %c0, %c1) : (memref<16xf32>, memref<16xf32>, index, index) -> ()
  return
}

func.func private @k(%x: memref<16xf32>, %o: memref<16xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 1 : index, kernel.lanes = 4 : i64, kernel.writes = array<i64: 1>} {
  %c0 = arith.constant 0 : index
  %v = vector.load %x[%c0] : memref<16xf32>, vector<4xf32>
  %w = vector.shuffle %v, %v [7, 6, 5, 4] : vector<4xf32>, vector<4xf32>
  // expected-error@+1 {{'vector.shuffle' op must shuffle vectors of numbers, not of i1, and select lanes in [0, 7]}}
  %q = vector.shuffle %v, %w [-1, 6, 5, 4] : vector<4xf32>, vector<4xf32>
  vector.store %q, %o[%c0] : memref<16xf32>, vector<4xf32>
  return
}

// -----

// A kernel that is marked as a function of the host.
func.func @main(%a: memref<4xf32>, %o: memref<4xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  %lo = arith.constant 0 : index
  %hi = arith.constant 1 : index
  func.call @k(%a, %o, %lo, %hi) : (memref<4xf32>, memref<4xf32>, index, index) -> ()
  return
}

// expected-error@+1 {{'func.func' op @k has 'kernel.callee' and 'kernel.grid', but a function must not have both}}
func.func private @k(%a: memref<4xf32>, %o: memref<4xf32>, %lo: index, %hi: index)
    attributes {kernel.grid = 1 : index, kernel.callee, kernel.writes = array<i64: 1>} {
  %c = arith.constant 1000000000000 : index
  %v = memref.load %a[%lo] : memref<4xf32>
  memref.store %v, %o[%c] : memref<4xf32>
  return
}

// -----

// expected-error@+1 {{'func.func' op @main has 'kernel.host' and 'kernel.grid', but a function must not have both}}
func.func @main(%o: memref<4xf32>) attributes {kernel.host, kernel.grid = 1 : index, kernel.results = 1 : i64} {
  return
}

// -----

// The size of the view is 2^64 bytes.
func.func @main(%a: memref<4xf32>, %o: memref<4xf32>, %ar: memref<64xi8>) attributes {kernel.host, kernel.results = 1 : i64} {
  %lo = arith.constant 0 : index
  // expected-error@+1 {{'memref.view' op must have a result that is a buffer of at most 2^56 bytes}}
  %t = memref.view %ar[%lo][] : memref<64xi8> to memref<4611686018427387904xf32>
  return
}

// -----

// The dimensions of a buffer without elements have a product of 2^64.
// expected-error@+1 {{argument #0 must be a buffer of at most 2^56 bytes}}
func.func @main(%a: memref<0x4294967296x4294967296xi8>) attributes {kernel.host, kernel.results = 1 : i64} {
  return
}

// -----

func.func @main(%z: memref<0xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  // expected-error@+1 {{'memref.reinterpret_cast' op must have a result that is a buffer of at most 2^56 bytes}}
  %a = memref.reinterpret_cast %z to offset: [0], sizes: [4294967296, 4294967296], strides: [4294967296, 1] : memref<0xf32> to memref<4294967296x4294967296xf32>
  return
}

// -----

// expected-error@+1 {{argument #0 must be a buffer of at most 2^56 bytes}}
func.func private @k(%a: memref<4294967296x4294967296xi8>, %lo: index, %hi: index) attributes {kernel.grid = 1 : index, kernel.writes = array<i64>} {
  return
}

func.func @main() attributes {kernel.host, kernel.results = 0 : i64} {
  return
}

// -----

func.func @main(%a: memref<0xf32>, %o: memref<0xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  // expected-error@+1 {{must cast between a tensor and the buffer that stores it, but casts 'memref<0xf32>' to 'tensor<?xf32>'}}
  %t = builtin.unrealized_conversion_cast %a : memref<0xf32> to tensor<?xf32>
  // expected-error@+1 {{must cast between a tensor and the buffer that stores it}}
  %b = builtin.unrealized_conversion_cast %t : tensor<?xf32> to memref<0xf32>
  memref.copy %b, %o : memref<0xf32> to memref<0xf32>
  return
}

// -----

// An operation of the host has regions that use a value of the host function.
memref.global "private" constant @t : memref<i1> = dense<true>
memref.global "private" constant @f : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>
func.func @main(%o: memref<4xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  %a = memref.get_global @t : memref<i1>
  %b = memref.get_global @f : memref<4xf32>
  %p = builtin.unrealized_conversion_cast %a : memref<i1> to tensor<i1>
  %u = builtin.unrealized_conversion_cast %b : memref<4xf32> to tensor<4xf32>
  // expected-error@+1 {{'stablehlo.if' op is not part of host functions in kernel form}}
  %r = "stablehlo.if"(%p) ({
    "stablehlo.return"(%u) : (tensor<4xf32>) -> ()
  }, {
    "stablehlo.return"(%u) : (tensor<4xf32>) -> ()
  }) : (tensor<i1>) -> tensor<4xf32>
  %m = builtin.unrealized_conversion_cast %r : tensor<4xf32> to memref<4xf32>
  memref.copy %m, %o : memref<4xf32> to memref<4xf32>
  return
}

// -----

// expected-error@+1 {{'func.func' op @evil has 'kernel.callee' and 'kernel.host', but a function must not have both}}
func.func @evil(%o: memref<2xindex>) attributes {kernel.host, kernel.callee, kernel.results = 1 : i64} {
  return
}
func.func @main(%o: memref<2xindex>) attributes {kernel.host, kernel.results = 1 : i64} {
  return
}

// -----

func.func @main(%o: memref<2xindex>) attributes {kernel.host, kernel.results = 1 : i64} {
  return
}
func.func private @k(%o: memref<2xindex>, %lo: index, %hi: index) attributes {kernel.lanes = 1 : i64, kernel.grid = 1 : index, kernel.writes = array<i64: 0>} {
  %v = vector.broadcast %lo : index to vector<1xindex>
  // expected-error@+1 {{'vector.extract' op must extract or insert a scalar, but has 'vector<1xindex>'}}
  %w = "vector.extract"(%v) {static_position = array<i64: 0>} : (vector<1xindex>) -> vector<1xindex>
  return
}

// -----

func.func @main(%o: memref<2xindex>) attributes {kernel.host, kernel.results = 1 : i64} {
  return
}
// expected-error@+1 {{must have 'kernel.host', or 'kernel.grid' with the number of iterations, at most 2^56}}
func.func private @k(%o: memref<2xindex>, %lo: index, %hi: index) attributes {kernel.grid = 72057594037927937 : index, kernel.writes = array<i64: 0>} {
  return
}
