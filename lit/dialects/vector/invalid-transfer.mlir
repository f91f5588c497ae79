// RUN: lathe-opt %s --split-input-file --verify-diagnostics

func.func @read_bits(%m: memref<?x?xvector<6xf32>>, %i: index, %p: vector<6xf32>) {
  // expected-error@+1 {{'vector.transfer_read' op requires the bitwidth of the minor 1-D vector to be an integral multiple of the bitwidth of the minor 1-D vector of the source}}
  %0 = vector.transfer_read %m[%i, %i], %p : memref<?x?xvector<6xf32>>, vector<3xf32>
  return
}

// -----

func.func @write_bits(%v: vector<4xi32>, %m: memref<?xvector<8xf64>>, %i: index) {
  // expected-error@+1 {{'vector.transfer_write' op requires the bitwidth of the minor 1-D vector to be an integral multiple of the bitwidth of the minor 1-D vector of the source}}
  vector.transfer_write %v, %m[%i] : vector<4xi32>, memref<?xvector<8xf64>>
  return
}

// -----

func.func @element_rank(%m: memref<?x?xvector<4x3xf32>>, %i: index, %p: vector<4x3xf32>) {
  // expected-error@+1 {{'vector.transfer_read' op requires source vector element and vector result ranks to match.}}
  %0 = vector.transfer_read %m[%i, %i], %p {permutation_map = affine_map<(d0, d1) -> (d0, d1)>} : memref<?x?xvector<4x3xf32>>, vector<3xf32>
  return
}

// -----

func.func @map_of_element(%m: memref<?x?xvector<4x3xf32>>, %i: index, %p: vector<4x3xf32>) {
  // expected-error@+1 {{'vector.transfer_read' op requires a permutation_map with result dims of the same rank as the vector type}}
  %0 = vector.transfer_read %m[%i, %i], %p {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (d1)>} : memref<?x?xvector<4x3xf32>>, vector<4x3xf32>
  return
}

// -----

func.func @map_of_scalar(%m: memref<?xf32>, %i: index, %p: f32) {
  // expected-error@+1 {{'vector.transfer_read' op requires a permutation_map with result dims of the same rank as the vector type}}
  %0 = vector.transfer_read %m[%i], %p {permutation_map = affine_map<(d0) -> (d0)>} : memref<?xf32>, vector<f32>
  return
}

// -----

func.func @parsed_mask(%m: memref<?x?xvector<2x3xf32>>, %i: index, %p: vector<2x3xf32>, %mask: vector<2x3xi1>) {
  // expected-error@+1 {{'vector.transfer_read' does not support masks with vector element type}}
  %0 = vector.transfer_read %m[%i, %i], %p, %mask {permutation_map = affine_map<(d0, d1) -> (d0, d1)>} : memref<?x?xvector<2x3xf32>>, vector<1x1x2x3xf32>
  return
}

// -----

func.func @mask(%m: memref<?x?xvector<2x3xf32>>, %i: index, %p: vector<2x3xf32>, %mask: vector<1x1xi1>) {
  // expected-error@+1 {{'vector.transfer_read' op does not support masks with vector element type}}
  %0 = "vector.transfer_read"(%m, %i, %i, %p, %mask) <{in_bounds = [true, true], operandSegmentSizes = array<i32: 1, 2, 1, 1>, permutation_map = affine_map<(d0, d1) -> (d0, d1)>}> : (memref<?x?xvector<2x3xf32>>, index, index, vector<2x3xf32>, vector<1x1xi1>) -> vector<1x1x2x3xf32>
  return
}

// -----

func.func @padding(%m: memref<?x?xvector<2x3xf32>>, %i: index, %p: vector<2x4xf32>) {
  // expected-error@+1 {{'vector.transfer_read' op requires source element type and padding type to match.}}
  %0 = "vector.transfer_read"(%m, %i, %i, %p) <{in_bounds = [true, true], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = affine_map<(d0, d1) -> (d0, d1)>}> : (memref<?x?xvector<2x3xf32>>, index, index, vector<2x4xf32>) -> vector<1x1x2x3xf32>
  return
}

// -----

func.func @unranked_tensor(%t: tensor<*xf32>, %p: f32) {
  // expected-error@+1 {{'vector.transfer_read' requires memref or ranked tensor type}}
  %0 = vector.transfer_read %t[], %p : tensor<*xf32>, vector<1xf32>
  return
}

// -----

func.func @unranked_memref(%m: memref<*xf32>, %v: vector<1xf32>) {
  // expected-error@+1 {{'vector.transfer_write' requires memref or ranked tensor type}}
  vector.transfer_write %v, %m[] : vector<1xf32>, memref<*xf32>
  return
}

// -----

func.func @unranked_generic(%m: memref<*xf32>, %v: vector<1xf32>) {
  // expected-error@+1 {{'vector.transfer_write' op requires source to be a memref or ranked tensor type}}
  "vector.transfer_write"(%v, %m) <{in_bounds = [true], operandSegmentSizes = array<i32: 1, 1, 0, 0>, permutation_map = affine_map<() -> (0)>}> : (vector<1xf32>, memref<*xf32>) -> ()
  return
}
