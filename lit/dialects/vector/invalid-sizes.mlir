// RUN: lathe-opt %s --split-input-file --verify-diagnostics

// Slices, contractions, outer products and accesses whose sizes do not agree.

func.func @iss1(%a: vector<4x4xf32>, %b: vector<16x4x8xf32>) {
// expected-error@+1 {{'vector.insert_strided_slice' op expected offsets dimension 2 to be confined to [0, 8)}}
  %1 = vector.insert_strided_slice %a, %b {offsets = [2, 2, 12], strides = [1, 1]} : vector<4x4xf32> into vector<16x4x8xf32>
  return
}

// -----

func.func @iss2(%a: vector<4x[4]xf32>, %b: vector<16x4x8xf32>) {
// expected-error@+1 {{'vector.insert_strided_slice' op mismatching scalable flags (at source vector idx=1)}}
  %1 = vector.insert_strided_slice %a, %b {offsets = [2, 0, 0], strides = [1, 1]} : vector<4x[4]xf32> into vector<16x4x8xf32>
  return
}

// -----

func.func @iss3(%a: vector<4x5xf32>, %b: vector<16x4x[4]xf32>) {
// expected-error@+1 {{'vector.insert_strided_slice' op expected sum(offsets, source vector shape) dimension 2 to be confined to [1, 5)}}
  %1 = vector.insert_strided_slice %a, %b {offsets = [2, 0, 0], strides = [1, 1]} : vector<4x5xf32> into vector<16x4x[4]xf32>
  return
}

// -----

func.func @iss4(%a: vector<4x[4]xf32>, %b: vector<16x4x[4]xf32>) {
// expected-error@+1 {{'vector.insert_strided_slice' op expected sum(offsets, source vector shape) dimension 2 to be confined to [1, 5)}}
  %1 = vector.insert_strided_slice %a, %b {offsets = [2, 0, 1], strides = [1, 1]} : vector<4x[4]xf32> into vector<16x4x[4]xf32>
  return
}

// -----

func.func @iss5(%a: vector<4x3xf32>, %b: vector<16x4x[4]xf32>) {
// expected-error@+1 {{'vector.insert_strided_slice' op mismatching scalable flags (at source vector idx=1)}}
  %1 = vector.insert_strided_slice %a, %b {offsets = [2, 0, 1], strides = [1, 1]} : vector<4x3xf32> into vector<16x4x[4]xf32>
  return
}

// -----

func.func @ess1(%arg0: vector<4x8x16xf32>) {
// expected-error@+1 {{'vector.extract_strided_slice' op expected sum(offsets, sizes) dimension 0 to be confined to [1, 5)}}
  %1 = vector.extract_strided_slice %arg0 {offsets = [2], sizes = [3], strides = [1]} : vector<4x8x16xf32> to vector<3x8x16xf32>
  return
}

// -----

func.func @ess2(%arg0: vector<4x[8]x16xf32>) {
// expected-error@+1 {{'vector.extract_strided_slice' op expected size at idx=1 to match the corresponding base size from the input vector (4 vs 8)}}
  %1 = vector.extract_strided_slice %arg0 {offsets = [1, 4], sizes = [2, 4], strides = [1, 1]} : vector<4x[8]x16xf32> to vector<2x[4]x16xf32>
  return
}

// -----

func.func @ess3(%arg0: vector<4x[8]x16xf32>) {
// expected-error@+1 {{'vector.extract_strided_slice' op expected size at idx=1 to match the corresponding base size from the input vector (4 vs 8)}}
  %1 = vector.extract_strided_slice %arg0 {offsets = [1, 0], sizes = [2, 4], strides = [1, 1]} : vector<4x[8]x16xf32> to vector<2x[4]x16xf32>
  return
}

// -----

func.func @ess5(%arg0: vector<4x[8]x16xf32>) {
// expected-error@+1 {{'vector.extract_strided_slice' op expected result type to be 'vector<2x[8]x16xf32>'}}
  %1 = vector.extract_strided_slice %arg0 {offsets = [1, 0], sizes = [2, 8], strides = [1, 1]} : vector<4x[8]x16xf32> to vector<2x8x16xf32>
  return
}

// -----

#m0 = affine_map<(i,j,k,l) -> (i,k)>
#m1 = affine_map<(i,j,k,l) -> (k,j)>
#m2 = affine_map<(i,j,k,l) -> (i,j)>
func.func @con1(%a: vector<2x3xf32>, %b: vector<3x4xf32>, %c: vector<2x4xf32>) -> vector<2x4xf32> {
// expected-error@+1 {{'vector.contract' op expected all dimensions to be either a LHS or a RHS dimension}}
  %r = vector.contract {indexing_maps=[#m0,#m1,#m2], iterator_types=["parallel","parallel","reduction","reduction"], kind=#vector.kind<add>} %a, %b, %c : vector<2x3xf32>, vector<3x4xf32> into vector<2x4xf32>
  return %r : vector<2x4xf32>
}

// -----

#m0 = affine_map<(i,j,k) -> (i,k)>
#m1 = affine_map<(i,j,k) -> (k,j)>
#m2 = affine_map<(i,j,k) -> (i,j)>
func.func @con2(%a: vector<2x3xsi32>, %b: vector<3x4xsi32>, %c: vector<2x4xsi32>) -> vector<2x4xsi32> {
// expected-error@+1 {{'vector.contract' op only supports signless integer types}}
  %r = vector.contract {indexing_maps=[#m0,#m1,#m2], iterator_types=["parallel","parallel","reduction"], kind=#vector.kind<add>} %a, %b, %c : vector<2x3xsi32>, vector<3x4xsi32> into vector<2x4xsi32>
  return %r : vector<2x4xsi32>
}

// -----

#m0 = affine_map<(i,j,k) -> (i,k)>
#m1 = affine_map<(i,j,k) -> (k,j)>
#m2 = affine_map<(i,j,k) -> (i,j)>
func.func @con3(%a: vector<2x3xf32>, %b: vector<3x4xf32>, %c: vector<4x4xf32>) -> vector<4x4xf32> {
// expected-error@+1 {{'vector.contract' op invalid accumulator/result vector shape, expected: 'vector<2x4xf32>'}}
  %r = vector.contract {indexing_maps=[#m0,#m1,#m2], iterator_types=["parallel","parallel","reduction"], kind=#vector.kind<add>} %a, %b, %c : vector<2x3xf32>, vector<3x4xf32> into vector<4x4xf32>
  return %r : vector<4x4xf32>
}

// -----

func.func @st1(%m: memref<4x4xf32, strided<[1,4]>>, %v: vector<4xf32>, %i: index) {
// expected-error@+1 {{'vector.store' op most minor memref dim must have unit stride}}
  vector.store %v, %m[%i,%i] : memref<4x4xf32, strided<[1,4]>>, vector<4xf32>
  return
}

// -----

func.func @st2(%m: memref<4x4xf32>, %v: vector<4xi32>, %i: index) {
// expected-error@+1 {{'vector.store' op base and valueToStore element type should match}}
  vector.store %v, %m[%i,%i] : memref<4x4xf32>, vector<4xi32>
  return
}

// -----

func.func @out1(%a: vector<[4]xf32>, %b: vector<8xf32>) {
// expected-error@+1 {{'vector.outerproduct' op expected either both or only #2 operand dim to be scalable}}
  %0 = vector.outerproduct %a, %b : vector<[4]xf32>, vector<8xf32>
  return
}

// -----

func.func @ld1(%m: memref<4x4xf32, strided<[1,4]>>, %i: index) {
// expected-error@+1 {{'vector.load' op most minor memref dim must have unit stride}}
  %v = vector.load %m[%i,%i] : memref<4x4xf32, strided<[1,4]>>, vector<4xf32>
  return
}

// -----

func.func @ld2(%m: memref<4x4xf32>, %i: index) {
// expected-error@+1 {{'vector.load' op base and result element types should match}}
  %v = vector.load %m[%i,%i] : memref<4x4xf32>, vector<4xi32>
  return
}

// -----

func.func @st1(%m: memref<4x4xf32, affine_map<(d0,d1)->(d1,d0)>>, %v: vector<4xf32>, %i: index) {
// expected-error@+1 {{'vector.store' op most minor memref dim must have unit stride}}
  vector.store %v, %m[%i,%i] : memref<4x4xf32, affine_map<(d0,d1)->(d1,d0)>>, vector<4xf32>
  return
}

// -----

func.func @st1(%m: memref<4x4xf32, affine_map<(d0,d1)->(d0+d1*4)>>, %v: vector<4xf32>, %i: index) {
// expected-error@+1 {{'vector.store' op most minor memref dim must have unit stride}}
  vector.store %v, %m[%i,%i] : memref<4x4xf32, affine_map<(d0,d1)->(d0+d1*4)>>, vector<4xf32>
  return
}

// -----

func.func @st1(%m: memref<4x4xf32, affine_map<(d0,d1)->(d0*4+d1)>>, %v: vector<4xf32>, %i: index) {
  vector.store %v, %m[%i,%i] : memref<4x4xf32, affine_map<(d0,d1)->(d0*4+d1)>>, vector<4xf32>
  return
}

// -----

func.func @st1(%m: memref<4x4xf32, affine_map<(d0,d1)->(d0*8+d1*2)>>, %v: vector<4xf32>, %i: index) {
// expected-error@+1 {{'vector.store' op most minor memref dim must have unit stride}}
  vector.store %v, %m[%i,%i] : memref<4x4xf32, affine_map<(d0,d1)->(d0*8+d1*2)>>, vector<4xf32>
  return
}

// -----

func.func @st1(%m: memref<4x4xf32, affine_map<(d0,d1)->(d0,d1 floordiv 2)>>, %v: vector<4xf32>, %i: index) {
// expected-error@+1 {{'vector.store' op most minor memref dim must have unit stride}}
  vector.store %v, %m[%i,%i] : memref<4x4xf32, affine_map<(d0,d1)->(d0,d1 floordiv 2)>>, vector<4xf32>
  return
}

// -----

func.func @st1(%m: memref<4x4xf32, affine_map<(d0,d1)->(d0,d1+3)>>, %v: vector<4xf32>, %i: index) {
// expected-error@+1 {{'vector.store' op most minor memref dim must have unit stride}}
  vector.store %v, %m[%i,%i] : memref<4x4xf32, affine_map<(d0,d1)->(d0,d1+3)>>, vector<4xf32>
  return
}

// -----

func.func @st1(%m: memref<4x1xf32, strided<[4,5]>>, %v: vector<1xf32>, %i: index) {
  vector.store %v, %m[%i,%i] : memref<4x1xf32, strided<[4,5]>>, vector<1xf32>
  return
}

// -----

func.func @st1(%m: memref<4x1xf32, strided<[4,5]>>, %i: index) {
  %v = vector.load %m[%i,%i] : memref<4x1xf32, strided<[4,5]>>, vector<1xf32>
  return
}

// -----

func.func @st1(%m: memref<4xvector<4xf32>>, %v: vector<8xf32>, %i: index) {
// expected-error@+1 {{'vector.store' op base memref and valueToStore vector types should match}}
  vector.store %v, %m[%i] : memref<4xvector<4xf32>>, vector<8xf32>
  return
}

// -----

func.func @st1(%m: memref<4xf32>, %v: vector<8x2xf32>, %i: index) {
// expected-error@+1 {{'vector.store' op source memref has lower rank than the vector to store}}
  vector.store %v, %m[%i] : memref<4xf32>, vector<8x2xf32>
  return
}

// -----

func.func @elements(%v: vector<9999999999999xf32>) {
  // expected-error@+2 {{'vector.to_elements' op failed to infer returned types}}
  // expected-note@+1 {{'vector<9999999999999xf32>' has 9999999999999 elements, but an operation has at most 65535 results}}
  %r:2 = vector.to_elements %v : vector<9999999999999xf32>
  return
}

// -----

// The product of the dimensions is 2^64.
func.func @no_elements(%v: vector<4611686018427387904x4xf32>) {
  // expected-error@+1 {{'vector.to_elements' op failed to verify that shaped type 'source' matches 'elements' element count and types}}
  "vector.to_elements"(%v) : (vector<4611686018427387904x4xf32>) -> ()
  return
}

// -----

func.func @from_no_elements() {
  // expected-error@+1 {{'vector.from_elements' op failed to verify that shaped type 'dest' matches 'elements' element count and types}}
  %0 = "vector.from_elements"() : () -> (vector<4611686018427387904x4xf32>)
  return
}

// -----

func.func @no_bits(%m: memref<8x8xi0>, %i: index, %z: i0) {
  // expected-error@+1 {{'vector.transfer_read' op requires the bitwidth of the minor 1-D vector to be an integral multiple of the bitwidth of the source element type}}
  %0 = vector.transfer_read %m[%i, %i], %z : memref<8x8xi0>, vector<4xi0>
  return
}

// -----

func.func @broadcast_scalable_to_fixed(%v: vector<[1]xf32>) {
  // expected-error@+1 {{'vector.broadcast' op dimension mismatch ([1] vs. 4)}}
  %0 = vector.broadcast %v : vector<[1]xf32> to vector<4xf32>
  return
}

// -----

func.func @scalable_reduction(%v: vector<4x[8]xf32>, %acc: vector<3xf32>) {
  // expected-error@+1 {{'vector.multi_reduction' op inferred type(s) 'vector<[8]xf32>' are incompatible with return type(s) of operation 'vector<3xf32>'}}
  %0 = vector.multi_reduction <add>, %v, %acc [0] : vector<4x[8]xf32> to vector<3xf32>
  return
}

// -----

func.func @broadcast_scalable(%v: vector<[1]xf32>, %w: vector<1xf32>) {
  %0 = vector.broadcast %v : vector<[1]xf32> to vector<2x[1]xf32>
  %1 = vector.broadcast %w : vector<1xf32> to vector<[4]xf32>
  // expected-error@+1 {{'vector.broadcast' op dimension mismatch ([1] vs. [4])}}
  %2 = vector.broadcast %v : vector<[1]xf32> to vector<[4]xf32>
  return
}

// -----

func.func @gather_unranked(%m: memref<*xf32>, %at: vector<4xi32>, %mask: vector<4xi1>, %v: vector<4xf32>) {
  // expected-error@+1 {{'vector.gather' op requires base to be a memref or ranked tensor type}}
  %0 = vector.gather %m[] [%at], %mask, %v : memref<*xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}

// -----

func.func @scatter_unranked(%m: memref<*xf32>, %at: vector<4xi32>, %mask: vector<4xi1>, %v: vector<4xf32>) {
  // expected-error@+1 {{'vector.scatter' op requires base to be a memref or ranked tensor type}}
  vector.scatter %m[] [%at], %mask, %v : memref<*xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  return
}

// -----

func.func @valid_scalable_reduction(%v: vector<4x[8]xf32>, %acc: vector<[8]xf32>, %b: vector<4xf32>) {
  %0 = vector.multi_reduction <add>, %v, %acc [0] : vector<4x[8]xf32> to vector<[8]xf32>
  %1 = vector.multi_reduction <add>, %v, %b [1] : vector<4x[8]xf32> to vector<4xf32>
  return
}
