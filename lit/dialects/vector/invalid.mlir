// RUN: lathe-opt %s --split-input-file --verify-diagnostics

func.func @f(%a0: none, %a1: index, %a2: index) {
  // expected-error@+1 {{'vector.load' op operand #0 must be memref of any type values, but got 'none'}}
  %r = "vector.load"(%a0, %a1, %a2) : (none, index, index) -> vector<4xf32>
  return
}

// -----

func.func @f(%a0: memref<8x8xf32>, %a1: none, %a2: index) {
  // expected-error@+1 {{'vector.load' op operand #1 must be variadic of index, but got 'none'}}
  %r = "vector.load"(%a0, %a1, %a2) : (memref<8x8xf32>, none, index) -> vector<4xf32>
  return
}

// -----

func.func @f(%a0: memref<8x8xf32>, %a1: index, %a2: index) {
  // expected-error@+1 {{'vector.load' op result #0 must be vector of any type values, but got 'none'}}
  %r = "vector.load"(%a0, %a1, %a2) : (memref<8x8xf32>, index, index) -> none
  return
}

// -----

func.func @f(%a0: none, %a1: memref<8x8xf32>, %a2: index, %a3: index) {
  // expected-error@+1 {{'vector.store' op operand #0 must be vector of any type values, but got 'none'}}
  "vector.store"(%a0, %a1, %a2, %a3) : (none, memref<8x8xf32>, index, index) -> ()
  return
}

// -----

func.func @f(%a0: vector<4xf32>, %a1: none, %a2: index, %a3: index) {
  // expected-error@+1 {{'vector.store' op operand #1 must be memref of any type values, but got 'none'}}
  "vector.store"(%a0, %a1, %a2, %a3) : (vector<4xf32>, none, index, index) -> ()
  return
}

// -----

func.func @f(%a0: vector<4xf32>, %a1: memref<8x8xf32>, %a2: none, %a3: index) {
  // expected-error@+1 {{'vector.store' op operand #2 must be variadic of index, but got 'none'}}
  "vector.store"(%a0, %a1, %a2, %a3) : (vector<4xf32>, memref<8x8xf32>, none, index) -> ()
  return
}

// -----

func.func @f(%a0: none, %a1: index, %a2: index, %a3: vector<4xi1>, %a4: vector<4xf32>) {
  // expected-error@+1 {{'vector.maskedload' op operand #0 must be memref of any type values, but got 'none'}}
  %r = "vector.maskedload"(%a0, %a1, %a2, %a3, %a4) : (none, index, index, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%a0: memref<8x8xf32>, %a1: none, %a2: index, %a3: vector<4xi1>, %a4: vector<4xf32>) {
  // expected-error@+1 {{'vector.maskedload' op operand #1 must be variadic of index, but got 'none'}}
  %r = "vector.maskedload"(%a0, %a1, %a2, %a3, %a4) : (memref<8x8xf32>, none, index, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%a0: memref<8x8xf32>, %a1: index, %a2: index, %a3: none, %a4: vector<4xf32>) {
  // expected-error@+1 {{'vector.maskedload' op operand #3 must be vector of 1-bit signless integer values, but got 'none'}}
  %r = "vector.maskedload"(%a0, %a1, %a2, %a3, %a4) : (memref<8x8xf32>, index, index, none, vector<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%a0: none, %a1: index, %a2: index, %a3: vector<4xi1>, %a4: vector<4xf32>) {
  // expected-error@+1 {{'vector.maskedstore' op operand #0 must be memref of any type values, but got 'none'}}
  "vector.maskedstore"(%a0, %a1, %a2, %a3, %a4) : (none, index, index, vector<4xi1>, vector<4xf32>) -> ()
  return
}

// -----

func.func @f(%a0: memref<8x8xf32>, %a1: none, %a2: index, %a3: vector<4xi1>, %a4: vector<4xf32>) {
  // expected-error@+1 {{'vector.maskedstore' op operand #1 must be variadic of index, but got 'none'}}
  "vector.maskedstore"(%a0, %a1, %a2, %a3, %a4) : (memref<8x8xf32>, none, index, vector<4xi1>, vector<4xf32>) -> ()
  return
}

// -----

func.func @f(%a0: memref<8x8xf32>, %a1: index, %a2: index, %a3: none, %a4: vector<4xf32>) {
  // expected-error@+1 {{'vector.maskedstore' op operand #3 must be vector of 1-bit signless integer values, but got 'none'}}
  "vector.maskedstore"(%a0, %a1, %a2, %a3, %a4) : (memref<8x8xf32>, index, index, none, vector<4xf32>) -> ()
  return
}

// -----

func.func @f(%a0: none, %a1: index, %a2: index, %a3: vector<4xi1>, %a4: vector<4xf32>) {
  // expected-error@+1 {{'vector.expandload' op operand #0 must be memref of any type values, but got 'none'}}
  %r = "vector.expandload"(%a0, %a1, %a2, %a3, %a4) : (none, index, index, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%a0: memref<8x8xf32>, %a1: none, %a2: index, %a3: vector<4xi1>, %a4: vector<4xf32>) {
  // expected-error@+1 {{'vector.expandload' op operand #1 must be variadic of index, but got 'none'}}
  %r = "vector.expandload"(%a0, %a1, %a2, %a3, %a4) : (memref<8x8xf32>, none, index, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%a0: memref<8x8xf32>, %a1: index, %a2: index, %a3: none, %a4: vector<4xf32>) {
  // expected-error@+1 {{'vector.expandload' op operand #3 must be fixed-length vector of 1-bit signless integer values, but got 'none'}}
  %r = "vector.expandload"(%a0, %a1, %a2, %a3, %a4) : (memref<8x8xf32>, index, index, none, vector<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%a0: none, %a1: index, %a2: index, %a3: vector<4xi1>, %a4: vector<4xf32>) {
  // expected-error@+1 {{'vector.compressstore' op operand #0 must be memref of any type values, but got 'none'}}
  "vector.compressstore"(%a0, %a1, %a2, %a3, %a4) : (none, index, index, vector<4xi1>, vector<4xf32>) -> ()
  return
}

// -----

func.func @f(%a0: memref<8x8xf32>, %a1: none, %a2: index, %a3: vector<4xi1>, %a4: vector<4xf32>) {
  // expected-error@+1 {{'vector.compressstore' op operand #1 must be variadic of index, but got 'none'}}
  "vector.compressstore"(%a0, %a1, %a2, %a3, %a4) : (memref<8x8xf32>, none, index, vector<4xi1>, vector<4xf32>) -> ()
  return
}

// -----

func.func @f(%a0: memref<8x8xf32>, %a1: index, %a2: index, %a3: none, %a4: vector<4xf32>) {
  // expected-error@+1 {{'vector.compressstore' op operand #3 must be fixed-length vector of 1-bit signless integer values, but got 'none'}}
  "vector.compressstore"(%a0, %a1, %a2, %a3, %a4) : (memref<8x8xf32>, index, index, none, vector<4xf32>) -> ()
  return
}

// -----

func.func @f(%a0: none, %a1: index, %a2: index, %a3: vector<4xi32>, %a4: vector<4xi1>, %a5: vector<4xf32>) {
  // expected-error@+1 {{'vector.gather' op operand #0 must be Tensor or MemRef of any type values, but got 'none'}}
  %r = "vector.gather"(%a0, %a1, %a2, %a3, %a4, %a5) : (none, index, index, vector<4xi32>, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%a0: memref<8x8xf32>, %a1: none, %a2: index, %a3: vector<4xi32>, %a4: vector<4xi1>, %a5: vector<4xf32>) {
  // expected-error@+1 {{'vector.gather' op operand #1 must be variadic of index, but got 'none'}}
  %r = "vector.gather"(%a0, %a1, %a2, %a3, %a4, %a5) : (memref<8x8xf32>, none, index, vector<4xi32>, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%a0: memref<8x8xf32>, %a1: index, %a2: index, %a3: none, %a4: vector<4xi1>, %a5: vector<4xf32>) {
  // expected-error@+1 {{'vector.gather' op operand #3 must be vector of integer or index values, but got 'none'}}
  %r = "vector.gather"(%a0, %a1, %a2, %a3, %a4, %a5) : (memref<8x8xf32>, index, index, none, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%a0: none, %a1: index, %a2: index, %a3: vector<4xi32>, %a4: vector<4xi1>, %a5: vector<4xf32>) {
  // expected-error@+1 {{'vector.scatter' op operand #0 must be Tensor or MemRef of any type values, but got 'none'}}
  "vector.scatter"(%a0, %a1, %a2, %a3, %a4, %a5) : (none, index, index, vector<4xi32>, vector<4xi1>, vector<4xf32>) -> ()
  return
}

// -----

func.func @f(%a0: memref<8x8xf32>, %a1: none, %a2: index, %a3: vector<4xi32>, %a4: vector<4xi1>, %a5: vector<4xf32>) {
  // expected-error@+1 {{'vector.scatter' op operand #1 must be variadic of index, but got 'none'}}
  "vector.scatter"(%a0, %a1, %a2, %a3, %a4, %a5) : (memref<8x8xf32>, none, index, vector<4xi32>, vector<4xi1>, vector<4xf32>) -> ()
  return
}

// -----

func.func @f(%a0: memref<8x8xf32>, %a1: index, %a2: index, %a3: none, %a4: vector<4xi1>, %a5: vector<4xf32>) {
  // expected-error@+1 {{'vector.scatter' op operand #3 must be vector of integer or index values, but got 'none'}}
  "vector.scatter"(%a0, %a1, %a2, %a3, %a4, %a5) : (memref<8x8xf32>, index, index, none, vector<4xi1>, vector<4xf32>) -> ()
  return
}

// -----

func.func @f(%a0: none, %a1: index, %a2: index, %a3: f32) {
  // expected-error@+1 {{'vector.transfer_read' op operand #0 must be shaped of any type values, but got 'none'}}
  %r = "vector.transfer_read"(%a0, %a1, %a2, %a3) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = affine_map<(d0, d1) -> (d1)>}> : (none, index, index, f32) -> vector<4xf32>
  return
}

// -----

func.func @f(%a0: memref<8x8xf32>, %a1: none, %a2: index, %a3: f32) {
  // expected-error@+1 {{'vector.transfer_read' op operand #1 must be variadic of index, but got 'none'}}
  %r = "vector.transfer_read"(%a0, %a1, %a2, %a3) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = affine_map<(d0, d1) -> (d1)>}> : (memref<8x8xf32>, none, index, f32) -> vector<4xf32>
  return
}

// -----

func.func @f(%a0: memref<8x8xf32>, %a1: index, %a2: index, %a3: none) {
  // expected-error@+1 {{'vector.transfer_read' op requires valid padding vector elemental type}}
  %r = "vector.transfer_read"(%a0, %a1, %a2, %a3) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = affine_map<(d0, d1) -> (d1)>}> : (memref<8x8xf32>, index, index, none) -> vector<4xf32>
  return
}

// -----

func.func @f(%a0: none, %a1: memref<8x8xf32>, %a2: index, %a3: index) {
  // expected-error@+1 {{'vector.transfer_write' op operand #0 must be vector of any type values, but got 'none'}}
  "vector.transfer_write"(%a0, %a1, %a2, %a3) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 2, 0>, permutation_map = affine_map<(d0, d1) -> (d1)>}> : (none, memref<8x8xf32>, index, index) -> ()
  return
}

// -----

func.func @f(%a0: vector<4xf32>, %a1: none, %a2: index, %a3: index) {
  // expected-error@+1 {{'vector.transfer_write' op operand #1 must be shaped of any type values, but got 'none'}}
  "vector.transfer_write"(%a0, %a1, %a2, %a3) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 2, 0>, permutation_map = affine_map<(d0, d1) -> (d1)>}> : (vector<4xf32>, none, index, index) -> ()
  return
}

// -----

func.func @f(%a0: vector<4xf32>, %a1: memref<8x8xf32>, %a2: none, %a3: index) {
  // expected-error@+1 {{'vector.transfer_write' op operand #2 must be variadic of index, but got 'none'}}
  "vector.transfer_write"(%a0, %a1, %a2, %a3) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 2, 0>, permutation_map = affine_map<(d0, d1) -> (d1)>}> : (vector<4xf32>, memref<8x8xf32>, none, index) -> ()
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'vector.type_cast' op operand #0 must be statically shaped memref of any type values, but got 'none'}}
  %r = "vector.type_cast"(%a0) : (none) -> memref<vector<8x8xf32>>
  return
}

// -----

func.func @f(%a0: memref<8x8xf32>) {
  // expected-error@+1 {{'vector.type_cast' op result #0 must be memref of any type values, but got 'none'}}
  %r = "vector.type_cast"(%a0) : (memref<8x8xf32>) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'vector.type_cast' op requires a single operand}}
  %r = "vector.type_cast"() : () -> memref<vector<8x8xf32>>
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'vector.broadcast' op failed to verify that source operand and result have same element type}}
  %r = "vector.broadcast"(%a0) : (none) -> vector<4xf32>
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'vector.broadcast' op result #0 must be vector of any type values, but got 'none'}}
  %r = "vector.broadcast"(%a0) : (f32) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'vector.broadcast' op requires a single operand}}
  %r = "vector.broadcast"() : () -> vector<4xf32>
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'vector.extract' op operand #0 must be vector of any type values, but got 'none'}}
  %r = "vector.extract"(%a0) <{static_position = array<i64: 1>}> : (none) -> vector<4xf32>
  return
}

// -----

func.func @f(%a0: vector<2x4xf32>) {
  // expected-error@+1 {{'vector.extract' op failed to verify that operand and result have same element type}}
  %r = "vector.extract"(%a0) <{static_position = array<i64: 1>}> : (vector<2x4xf32>) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'vector.extract' op expected 1 or more operands, but found 0}}
  %r = "vector.extract"() <{static_position = array<i64: 1>}> : () -> vector<4xf32>
  return
}

// -----

func.func @f(%a0: none, %a1: vector<2x4xf32>, %a2: index) {
  // expected-error@+1 {{'vector.insert' op failed to verify that source operand and result have same element type}}
  %r = "vector.insert"(%a0, %a1, %a2) <{static_position = array<i64: 1, -9223372036854775808>}> : (none, vector<2x4xf32>, index) -> vector<2x4xf32>
  return
}

// -----

func.func @f(%a0: f32, %a1: none, %a2: index) {
  // expected-error@+1 {{'vector.insert' op operand #1 must be vector of any type values, but got 'none'}}
  %r = "vector.insert"(%a0, %a1, %a2) <{static_position = array<i64: 1, -9223372036854775808>}> : (f32, none, index) -> vector<2x4xf32>
  return
}

// -----

func.func @f(%a0: f32, %a1: vector<2x4xf32>, %a2: none) {
  // expected-error@+1 {{'vector.insert' op operand #2 must be variadic of index, but got 'none'}}
  %r = "vector.insert"(%a0, %a1, %a2) <{static_position = array<i64: 1, -9223372036854775808>}> : (f32, vector<2x4xf32>, none) -> vector<2x4xf32>
  return
}

// -----

func.func @f(%a0: none, %a1: f32) {
  // expected-error@+1 {{'vector.from_elements' op failed to verify that shaped type 'dest' matches 'elements' element count and types}}
  %r = "vector.from_elements"(%a0, %a1) : (none, f32) -> vector<2xf32>
  return
}

// -----

func.func @f(%a0: f32, %a1: f32) {
  // expected-error@+1 {{'vector.from_elements' op result #0 must be fixed-length vector of any type values, but got 'none'}}
  %r = "vector.from_elements"(%a0, %a1) : (f32, f32) -> none
  return
}

// -----

func.func @f(%a0: f32, %a1: f32) {
  // expected-error@+1 {{'vector.from_elements' op requires one result}}
  "vector.from_elements"(%a0, %a1) : (f32, f32) -> ()
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'vector.to_elements' op operand #0 must be vector of any type values, but got 'none'}}
  %r:4 = "vector.to_elements"(%a0) : (none) -> (f32, f32, f32, f32)
  return
}

// -----

func.func @f(%a0: vector<4xf32>) {
  // expected-error@+1 {{'vector.to_elements' op failed to verify that shaped type 'source' matches 'elements' element count and types}}
  %r:4 = "vector.to_elements"(%a0) : (vector<4xf32>) -> (none, f32, f32, f32)
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'vector.to_elements' op requires a single operand}}
  %r:4 = "vector.to_elements"() : () -> (f32, f32, f32, f32)
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'vector.extract_strided_slice' op operand #0 must be vector of any type values, but got 'none'}}
  %r = "vector.extract_strided_slice"(%a0) <{offsets = [0, 2], sizes = [1, 2], strides = [1, 1]}> : (none) -> vector<1x2xf32>
  return
}

// -----

func.func @f(%a0: vector<2x4xf32>) {
  // expected-error@+1 {{'vector.extract_strided_slice' op result #0 must be vector of any type values, but got 'none'}}
  %r = "vector.extract_strided_slice"(%a0) <{offsets = [0, 2], sizes = [1, 2], strides = [1, 1]}> : (vector<2x4xf32>) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'vector.extract_strided_slice' op requires a single operand}}
  %r = "vector.extract_strided_slice"() <{offsets = [0, 2], sizes = [1, 2], strides = [1, 1]}> : () -> vector<1x2xf32>
  return
}

// -----

func.func @f(%a0: none, %a1: vector<2x4xf32>) {
  // expected-error@+1 {{'vector.insert_strided_slice' op operand #0 must be vector of any type values, but got 'none'}}
  %r = "vector.insert_strided_slice"(%a0, %a1) <{offsets = [0, 2], strides = [1]}> : (none, vector<2x4xf32>) -> vector<2x4xf32>
  return
}

// -----

func.func @f(%a0: vector<2xf32>, %a1: vector<2x4xf32>) {
  // expected-error@+1 {{'vector.insert_strided_slice' op result #0 must be vector of any type values, but got 'none'}}
  %r = "vector.insert_strided_slice"(%a0, %a1) <{offsets = [0, 2], strides = [1]}> : (vector<2xf32>, vector<2x4xf32>) -> none
  return
}

// -----

func.func @f(%a0: vector<2xf32>) {
  // expected-error@+1 {{'vector.insert_strided_slice' op expected 2 operands, but found 1}}
  %r = "vector.insert_strided_slice"(%a0) <{offsets = [0, 2], strides = [1]}> : (vector<2xf32>) -> vector<2x4xf32>
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'vector.scalable.extract' op operand #0 must be  of ranks 1, but got 'none'}}
  %r = "vector.scalable.extract"(%a0) <{pos = 4 : i64}> : (none) -> vector<4xf32>
  return
}

// -----

func.func @f(%a0: vector<[8]xf32>) {
  // expected-error@+1 {{'vector.scalable.extract' op result #0 must be  of ranks 1, but got 'none'}}
  %r = "vector.scalable.extract"(%a0) <{pos = 4 : i64}> : (vector<[8]xf32>) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'vector.scalable.extract' op requires a single operand}}
  %r = "vector.scalable.extract"() <{pos = 4 : i64}> : () -> vector<4xf32>
  return
}

// -----

func.func @f(%a0: none, %a1: vector<[8]xf32>) {
  // expected-error@+1 {{'vector.scalable.insert' op operand #0 must be  of ranks 1, but got 'none'}}
  %r = "vector.scalable.insert"(%a0, %a1) <{pos = 4 : i64}> : (none, vector<[8]xf32>) -> vector<[8]xf32>
  return
}

// -----

func.func @f(%a0: vector<4xf32>, %a1: vector<[8]xf32>) {
  // expected-error@+1 {{'vector.scalable.insert' op result #0 must be  of ranks 1, but got 'none'}}
  %r = "vector.scalable.insert"(%a0, %a1) <{pos = 4 : i64}> : (vector<4xf32>, vector<[8]xf32>) -> none
  return
}

// -----

func.func @f(%a0: vector<4xf32>) {
  // expected-error@+1 {{'vector.scalable.insert' op expected 2 operands, but found 1}}
  %r = "vector.scalable.insert"(%a0) <{pos = 4 : i64}> : (vector<4xf32>) -> vector<[8]xf32>
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'vector.shape_cast' op operand #0 must be vector of any type values, but got 'none'}}
  %r = "vector.shape_cast"(%a0) : (none) -> vector<8xf32>
  return
}

// -----

func.func @f(%a0: vector<2x4xf32>) {
  // expected-error@+1 {{'vector.shape_cast' op result #0 must be vector of any type values, but got 'none'}}
  %r = "vector.shape_cast"(%a0) : (vector<2x4xf32>) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'vector.shape_cast' op requires a single operand}}
  %r = "vector.shape_cast"() : () -> vector<8xf32>
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'vector.bitcast' op operand #0 must be vector of any type values, but got 'none'}}
  %r = "vector.bitcast"(%a0) : (none) -> vector<8xi16>
  return
}

// -----

func.func @f(%a0: vector<4xf32>) {
  // expected-error@+1 {{'vector.bitcast' op result #0 must be vector of any type values, but got 'none'}}
  %r = "vector.bitcast"(%a0) : (vector<4xf32>) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'vector.bitcast' op requires a single operand}}
  %r = "vector.bitcast"() : () -> vector<8xi16>
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'vector.transpose' op operand #0 must be vector of any type values, but got 'none'}}
  %r = "vector.transpose"(%a0) <{permutation = array<i64: 1, 0>}> : (none) -> vector<4x2xf32>
  return
}

// -----

func.func @f(%a0: vector<2x4xf32>) {
  // expected-error@+1 {{'vector.transpose' op result #0 must be vector of any type values, but got 'none'}}
  %r = "vector.transpose"(%a0) <{permutation = array<i64: 1, 0>}> : (vector<2x4xf32>) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'vector.transpose' op requires a single operand}}
  %r = "vector.transpose"() <{permutation = array<i64: 1, 0>}> : () -> vector<4x2xf32>
  return
}

// -----

func.func @f(%a0: none, %a1: vector<4xf32>) {
  // expected-error@+1 {{'vector.shuffle' op operand #0 must be fixed-length vector of any type values, but got 'none'}}
  %r = "vector.shuffle"(%a0, %a1) <{mask = array<i64: 0, 5, 2>}> : (none, vector<4xf32>) -> vector<3xf32>
  return
}

// -----

func.func @f(%a0: vector<4xf32>, %a1: vector<4xf32>) {
  // expected-error@+1 {{'vector.shuffle' op result #0 must be vector of any type values, but got 'none'}}
  %r = "vector.shuffle"(%a0, %a1) <{mask = array<i64: 0, 5, 2>}> : (vector<4xf32>, vector<4xf32>) -> none
  return
}

// -----

func.func @f(%a0: vector<4xf32>) {
  // expected-error@+1 {{'vector.shuffle' op expected 2 operands, but found 1}}
  %r = "vector.shuffle"(%a0) <{mask = array<i64: 0, 5, 2>}> : (vector<4xf32>) -> vector<3xf32>
  return
}

// -----

func.func @f(%a0: none, %a1: vector<4xf32>) {
  // expected-error@+1 {{'vector.interleave' op operand #0 must be vector of any type values, but got 'none'}}
  %r = "vector.interleave"(%a0, %a1) : (none, vector<4xf32>) -> vector<8xf32>
  return
}

// -----

func.func @f(%a0: vector<4xf32>, %a1: vector<4xf32>) {
  // expected-error@+1 {{'vector.interleave' op result #0 must be vector of any type values, but got 'none'}}
  %r = "vector.interleave"(%a0, %a1) : (vector<4xf32>, vector<4xf32>) -> none
  return
}

// -----

func.func @f(%a0: vector<4xf32>) {
  // expected-error@+1 {{'vector.interleave' op expected 2 operands, but found 1}}
  %r = "vector.interleave"(%a0) : (vector<4xf32>) -> vector<8xf32>
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'vector.deinterleave' op operand #0 must be vector of any type values, but got 'none'}}
  %r:2 = "vector.deinterleave"(%a0) : (none) -> (vector<2xf32>, vector<2xf32>)
  return
}

// -----

func.func @f(%a0: vector<4xf32>) {
  // expected-error@+1 {{'vector.deinterleave' op result #0 must be vector of any type values, but got 'none'}}
  %r:2 = "vector.deinterleave"(%a0) : (vector<4xf32>) -> (none, vector<2xf32>)
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'vector.deinterleave' op requires a single operand}}
  %r:2 = "vector.deinterleave"() : () -> (vector<2xf32>, vector<2xf32>)
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'vector.step' op result #0 must be vector of index values of ranks 1, but got 'none'}}
  %r = "vector.step"() : () -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'vector.step' op requires one result}}
  "vector.step"() : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'vector.vscale' op result #0 must be index, but got 'none'}}
  %r = "vector.vscale"() : () -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'vector.vscale' op requires one result}}
  "vector.vscale"() : () -> ()
  return
}

// -----

func.func @f(%a0: none, %a1: index) {
  // expected-error@+1 {{'vector.create_mask' op operand #0 must be variadic of index, but got 'none'}}
  %r = "vector.create_mask"(%a0, %a1) : (none, index) -> vector<2x4xi1>
  return
}

// -----

func.func @f(%a0: index, %a1: index) {
  // expected-error@+1 {{'vector.create_mask' op result #0 must be vector of 1-bit signless integer values, but got 'none'}}
  %r = "vector.create_mask"(%a0, %a1) : (index, index) -> none
  return
}

// -----

func.func @f(%a0: index) {
  // expected-error@+1 {{'vector.create_mask' op must specify an operand for each result vector dimension}}
  %r = "vector.create_mask"(%a0) : (index) -> vector<2x4xi1>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'vector.constant_mask' op result #0 must be vector of 1-bit signless integer values, but got 'none'}}
  %r = "vector.constant_mask"() <{mask_dim_sizes = array<i64: 1, 2>}> : () -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'vector.constant_mask' op requires one result}}
  "vector.constant_mask"() <{mask_dim_sizes = array<i64: 1, 2>}> : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'vector.constant_mask' op requires attribute 'mask_dim_sizes'}}
  %r = "vector.constant_mask"() : () -> vector<2x4xi1>
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'vector.reduction' op operand #0 must be vector of any type values, but got 'none'}}
  %r = "vector.reduction"(%a0) <{fastmath = #arith.fastmath<none>, kind = #vector.kind<add>}> : (none) -> f32
  return
}

// -----

func.func @f(%a0: vector<4xf32>) {
  // expected-error@+1 {{'vector.reduction' op failed to verify that source operand and result have same element type}}
  %r = "vector.reduction"(%a0) <{fastmath = #arith.fastmath<none>, kind = #vector.kind<add>}> : (vector<4xf32>) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'vector.reduction' op expected 1 or more operands, but found 0}}
  %r = "vector.reduction"() <{fastmath = #arith.fastmath<none>, kind = #vector.kind<add>}> : () -> f32
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'vector.yield' op must be the last operation in the parent block}}
  "vector.yield"(%a0) : (none) -> ()
  return
}

// -----

func.func @f(%a0: none, %a1: vector<4xf32>, %a2: vector<4xf32>) {
  // expected-error@+1 {{'vector.fma' op operand #0 must be vector of floating-point values, but got 'none'}}
  %r = "vector.fma"(%a0, %a1, %a2) : (none, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%a0: vector<4xf32>, %a1: vector<4xf32>, %a2: vector<4xf32>) {
  // expected-error@+1 {{'vector.fma' op result #0 must be vector of floating-point values, but got 'none'}}
  %r = "vector.fma"(%a0, %a1, %a2) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> none
  return
}

// -----

func.func @f(%a0: vector<4xf32>, %a1: vector<4xf32>) {
  // expected-error@+1 {{'vector.fma' op expected 3 operands, but found 2}}
  %r = "vector.fma"(%a0, %a1) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%a0: none, %a1: vector<4xf32>) {
  // expected-error@+1 {{'vector.multi_reduction' op operand #0 must be vector of any type values, but got 'none'}}
  %r = "vector.multi_reduction"(%a0, %a1) <{kind = #vector.kind<mul>, reduction_dims = array<i64: 0>}> : (none, vector<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%a0: vector<2x4xf32>) {
  // expected-error@+1 {{'vector.multi_reduction' op expected 2 operands, but found 1}}
  %r = "vector.multi_reduction"(%a0) <{kind = #vector.kind<mul>, reduction_dims = array<i64: 0>}> : (vector<2x4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%a0: vector<2x4xf32>, %a1: vector<4xf32>) {
  // expected-error@+1 {{'vector.multi_reduction' op requires one result}}
  "vector.multi_reduction"(%a0, %a1) <{kind = #vector.kind<mul>, reduction_dims = array<i64: 0>}> : (vector<2x4xf32>, vector<4xf32>) -> ()
  return
}

// -----

func.func @f(%a0: none, %a1: vector<4xf32>, %a2: f32) {
  // expected-error@+1 {{'vector.contract' op operand #0 must be vector of any type values, but got 'none'}}
  %r = "vector.contract"(%a0, %a1, %a2) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = [#vector.iterator_type<reduction>], kind = #vector.kind<add>}> : (none, vector<4xf32>, f32) -> f32
  return
}

// -----

func.func @f(%a0: vector<4xf32>, %a1: vector<4xf32>, %a2: none) {
  // expected-error@+1 {{'vector.contract' op failed to verify that third operand acc and result have same element type}}
  %r = "vector.contract"(%a0, %a1, %a2) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = [#vector.iterator_type<reduction>], kind = #vector.kind<add>}> : (vector<4xf32>, vector<4xf32>, none) -> f32
  return
}

// -----

func.func @f(%a0: vector<4xf32>, %a1: vector<4xf32>) {
  // expected-error@+1 {{'vector.contract' op expected 3 operands, but found 2}}
  %r = "vector.contract"(%a0, %a1) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = [#vector.iterator_type<reduction>], kind = #vector.kind<add>}> : (vector<4xf32>, vector<4xf32>) -> f32
  return
}

// -----

func.func @f(%a0: none, %a1: vector<2xf32>) {
  // expected-error@+1 {{'vector.outerproduct' op operand #0 must be vector of any type values, but got 'none'}}
  %r = "vector.outerproduct"(%a0, %a1) <{kind = #vector.kind<add>}> : (none, vector<2xf32>) -> vector<4x2xf32>
  return
}

// -----

func.func @f(%a0: vector<4xf32>, %a1: none) {
  // expected-error@+1 {{'vector.outerproduct' op failed to verify that rhs operand and result have same element type}}
  %r = "vector.outerproduct"(%a0, %a1) <{kind = #vector.kind<add>}> : (vector<4xf32>, none) -> vector<4x2xf32>
  return
}

// -----

func.func @f(%a0: vector<4xf32>, %a1: vector<2xf32>) {
  // expected-error@+1 {{'vector.outerproduct' op result #0 must be vector of any type values, but got 'none'}}
  %r = "vector.outerproduct"(%a0, %a1) <{kind = #vector.kind<add>}> : (vector<4xf32>, vector<2xf32>) -> none
  return
}

// -----

func.func @f(%a0: none, %a1: vector<4xf32>) {
  // expected-error@+1 {{'vector.scan' op operand #0 must be vector of any type values, but got 'none'}}
  %r:2 = "vector.scan"(%a0, %a1) <{inclusive = false, kind = #vector.kind<add>, reduction_dim = 0 : i64}> : (none, vector<4xf32>) -> (vector<2x4xf32>, vector<4xf32>)
  return
}

// -----

func.func @f(%a0: vector<2x4xf32>, %a1: vector<4xf32>) {
  // expected-error@+1 {{'vector.scan' op result #0 must be vector of any type values, but got 'none'}}
  %r:2 = "vector.scan"(%a0, %a1) <{inclusive = false, kind = #vector.kind<add>, reduction_dim = 0 : i64}> : (vector<2x4xf32>, vector<4xf32>) -> (none, vector<4xf32>)
  return
}

// -----

func.func @f(%a0: vector<2x4xf32>) {
  // expected-error@+1 {{'vector.scan' op expected 2 operands, but found 1}}
  %r:2 = "vector.scan"(%a0) <{inclusive = false, kind = #vector.kind<add>, reduction_dim = 0 : i64}> : (vector<2x4xf32>) -> (vector<2x4xf32>, vector<4xf32>)
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'vector.print' op operand #0 must be , but got 'none'}}
  "vector.print"(%a0) <{punctuation = #vector.punctuation<newline>}> : (none) -> ()
  return
}

// -----

func.func @mask_results(%m: vector<4xi1>, %v: vector<4xf32>) {
  // expected-error@+1 {{'vector.mask' op expects number of results to match mask region yielded values}}
  %0 = "vector.mask"(%m) ({
    %1 = "vector.reduction"(%v) <{kind = #vector.kind<add>}> : (vector<4xf32>) -> f32
    "vector.yield"() : () -> ()
  }) : (vector<4xi1>) -> f32
  return
}

// -----

func.func @mask_several(%m: vector<4xi1>, %v: vector<4xf32>) {
  // expected-error@+1 {{'vector.mask' op expects only one operation to mask}}
  %0 = "vector.mask"(%m) ({
    %1 = "vector.reduction"(%v) <{kind = #vector.kind<add>}> : (vector<4xf32>) -> f32
    %2 = "vector.reduction"(%v) <{kind = #vector.kind<add>}> : (vector<4xf32>) -> f32
    "vector.yield"(%2) : (f32) -> ()
  }) : (vector<4xi1>) -> f32
  return
}

// -----

func.func @outerproduct_rank(%a: vector<f32>, %b: vector<4xf32>) {
  // expected-error@+1 {{expected 1-d vector for operand #1}}
  %0 = vector.outerproduct %a, %b : vector<f32>, vector<4xf32>
  return
}

// -----

func.func @outerproduct_second(%a: vector<4xf32>, %b: vector<f32>) {
  // expected-error@+1 {{expected 1-d vector for operand #2}}
  %0 = vector.outerproduct %a, %b : vector<4xf32>, vector<f32>
  return
}
