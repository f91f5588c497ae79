// RUN: lathe-opt %s --split-input-file --verify-diagnostics

// Masks of each operation that vector.mask can contain.

func.func @a(%s: tensor<?xf32>, %m: vector<16xi1>, %v: vector<16xf32>, %i: index, %p: f32, %pt: vector<16xf32>) {
  %0 = vector.mask %m, %pt { vector.transfer_read %s[%i], %p : tensor<?xf32>, vector<16xf32> } : vector<16xi1> -> vector<16xf32>
  return
}

// -----

func.func @b(%m: vector<16xi1>, %v: vector<16xf32>, %pt: f32) {
// expected-error@+1 {{'vector.mask' op doesn't expect a passthru argument for this maskable operation}}
  %0 = vector.mask %m, %pt { vector.reduction <add>, %v : vector<16xf32> into f32 } : vector<16xi1> -> f32
  return
}

// -----

func.func @c(%m: vector<4x16xi1>, %v: vector<4x16xf32>, %acc: vector<4xf32>, %pt: vector<4xf32>) {
// expected-error@+1 {{'vector.mask' op doesn't expect a passthru argument for this maskable operation}}
  %0 = vector.mask %m, %pt { vector.multi_reduction <add>, %v, %acc [1] : vector<4x16xf32> to vector<4xf32> } : vector<4x16xi1> -> vector<4xf32>
  return
}

// -----

func.func @c2(%m: vector<4xi1>, %v: vector<4x16xf32>, %acc: vector<4xf32>) {
// expected-error@+1 {{'vector.mask' op expects a 'vector<4x16xi1>' mask for the maskable operation}}
  %0 = vector.mask %m { vector.multi_reduction <add>, %v, %acc [1] : vector<4x16xf32> to vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return
}

// -----

func.func @d(%m: vector<4xi1>, %a: vector<4xf32>, %b: vector<8xf32>) {
// expected-error@+1 {{'vector.mask' op expects a 'vector<4x8xi1>' mask for the maskable operation}}
  %0 = vector.mask %m { vector.outerproduct %a, %b : vector<4xf32>, vector<8xf32> } : vector<4xi1> -> vector<4x8xf32>
  return
}

// -----

func.func @d2(%m: vector<4x8xi1>, %a: vector<4xf32>, %b: vector<8xf32>, %p: vector<4x8xf32>) {
// expected-error@+1 {{'vector.mask' op doesn't expect a passthru argument for this maskable operation}}
  %0 = vector.mask %m, %p { vector.outerproduct %a, %b : vector<4xf32>, vector<8xf32> } : vector<4x8xi1> -> vector<4x8xf32>
  return
}

// -----

func.func @e(%s: tensor<?x?xf32>, %m: vector<16xi1>, %i: index, %p: f32) {
// expected-error@+1 {{'vector.mask' op expects a 'vector<4x16xi1>' mask for the maskable operation}}
  %0 = vector.mask %m { vector.transfer_read %s[%i,%i], %p {permutation_map = affine_map<(d0,d1)->(d1,d0)>} : tensor<?x?xf32>, vector<16x4xf32> } : vector<16xi1> -> vector<16x4xf32>
  return
}

// -----

func.func @e(%s: tensor<?x?xf32>, %m: vector<16x4xi1>, %i: index, %p: f32) {
// expected-error@+1 {{'vector.mask' op expects a 'vector<4x16xi1>' mask for the maskable operation}}
  %0 = vector.mask %m { vector.transfer_read %s[%i,%i], %p {permutation_map = affine_map<(d0,d1)->(d1,d0)>} : tensor<?x?xf32>, vector<16x4xf32> } : vector<16x4xi1> -> vector<16x4xf32>
  return
}

// -----

func.func @e(%s: tensor<?x?xf32>, %m: vector<4xi1>, %i: index, %p: f32) {
  %0 = vector.mask %m { vector.transfer_read %s[%i,%i], %p {permutation_map = affine_map<(d0,d1)->(0,d0)>} : tensor<?x?xf32>, vector<16x4xf32> } : vector<4xi1> -> vector<16x4xf32>
  return
}

// -----

func.func @w(%s: memref<?x?xf32>, %m: vector<4xi1>, %i: index, %v: vector<16x4xf32>) {
// expected-error@+1 {{'vector.mask' op expects a 'vector<4x16xi1>' mask for the maskable operation}}
  vector.mask %m { vector.transfer_write %v, %s[%i,%i] {permutation_map = affine_map<(d0,d1)->(d1,d0)>} : vector<16x4xf32>, memref<?x?xf32> } : vector<4xi1>
  return
}

// -----

#m0 = affine_map<(i,j,k) -> (i,k)>
#m1 = affine_map<(i,j,k) -> (k,j)>
#m2 = affine_map<(i,j,k) -> (i,j)>
func.func @con2(%m: vector<2x4xi1>, %a: vector<2x3xf32>, %b: vector<3x4xf32>, %c: vector<2x4xf32>) -> vector<2x4xf32> {
// expected-error@+1 {{'vector.mask' op expects a 'vector<2x4x3xi1>' mask for the maskable operation}}
  %r = vector.mask %m { vector.contract {indexing_maps=[#m0,#m1,#m2], iterator_types=["parallel","parallel","reduction"], kind=#vector.kind<add>} %a, %b, %c : vector<2x3xf32>, vector<3x4xf32> into vector<2x4xf32> } : vector<2x4xi1> -> vector<2x4xf32>
  return %r : vector<2x4xf32>
}

// -----

#m0 = affine_map<(i,j,k) -> (i,k)>
#m1 = affine_map<(i,j,k) -> (k,j)>
#m2 = affine_map<(i,j,k) -> (i,j)>
func.func @con2(%m: vector<2x4x3xi1>, %a: vector<2x3xf32>, %b: vector<3x4xf32>, %c: vector<2x4xf32>) -> vector<2x4xf32> {
  %r = vector.mask %m { vector.contract {indexing_maps=[#m0,#m1,#m2], iterator_types=["parallel","parallel","reduction"], kind=#vector.kind<add>} %a, %b, %c : vector<2x3xf32>, vector<3x4xf32> into vector<2x4xf32> } : vector<2x4x3xi1> -> vector<2x4xf32>
  return %r : vector<2x4xf32>
}

// -----

func.func @g(%mm: vector<8xi1>, %base: memref<?xf32>, %v: vector<16xi32>, %mask: vector<16xi1>, %pass: vector<16xf32>, %c: index) {
// expected-error@+1 {{'vector.mask' op expects a 'vector<16xi1>' mask for the maskable operation}}
  %r = vector.mask %mm { vector.gather %base[%c][%v], %mask, %pass : memref<?xf32>, vector<16xi32>, vector<16xi1>, vector<16xf32> into vector<16xf32> } : vector<8xi1> -> vector<16xf32>
  return
}

// -----

func.func @g(%mm: vector<16xi1>, %base: memref<?xf32>, %v: vector<16xi32>, %mask: vector<16xi1>, %pass: vector<16xf32>, %c: index) {
// expected-error@+1 {{'vector.mask' op doesn't expect a passthru argument for this maskable operation}}
  %r = vector.mask %mm, %pass { vector.gather %base[%c][%v], %mask, %pass : memref<?xf32>, vector<16xi32>, vector<16xi1>, vector<16xf32> into vector<16xf32> } : vector<16xi1> -> vector<16xf32>
  return
}

// -----

func.func @z(%mm: vector<16xi1>, %v: vector<16xi32>) {
// expected-error@+1 {{'vector.mask' op expects a MaskableOpInterface within the mask region}}
  %r = vector.mask %mm { arith.addi %v, %v : vector<16xi32> } : vector<16xi1> -> vector<16xi32>
  return
}

// -----

// expected-note@+1 {{prior use here}}
func.func @e(%s: tensor<?x?xf32>, %m: vector<4xi1>, %i: index, %p: f32) {
// expected-error@+1 {{use of value '%m' expects different type than prior uses: 'vector<4x16xi1>' vs 'vector<4xi1>'}}
  %0 = vector.transfer_read %s[%i,%i], %p, %m {permutation_map = affine_map<(d0,d1)->(d1,d0)>} : tensor<?x?xf32>, vector<16x4xf32>
  return
}
