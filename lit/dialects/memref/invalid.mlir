// RUN: lathe-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @f() {
  // expected-error@+1 {{'memref.global' op requires attribute 'sym_name'}}
  "memref.global"() : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'memref.alloc' op result #0 must be memref of any type values, but got 'none'}}
  %r = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'memref.alloc' op requires one result}}
  "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> ()
  return
}

// -----

func.func @f(%a0: none, %a1: index) {
  // expected-error@+1 {{'memref.alloc' op operand #0 must be variadic of index, but got 'none'}}
  %r = "memref.alloc"(%a0, %a1) <{alignment = 8 : i64, operandSegmentSizes = array<i32: 2, 0>}> : (none, index) -> memref<?x?xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'memref.alloca' op result #0 must be memref of any type values, but got 'none'}}
  %r = "memref.alloca"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'memref.alloca' op requires one result}}
  "memref.alloca"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> ()
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'memref.dealloc' op operand #0 must be ranked or unranked memref of any type values, but got 'none'}}
  "memref.dealloc"(%a0) : (none) -> ()
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'memref.dealloc' op requires a single operand}}
  "memref.dealloc"() : () -> ()
  return
}

// -----

func.func @f(%a0: none, %a1: index, %a2: index) {
  // expected-error@+1 {{'memref.load' op operand #0 must be memref of any type values, but got 'none'}}
  %r = "memref.load"(%a0, %a1, %a2) : (none, index, index) -> f32
  return
}

// -----

func.func @f(%a0: memref<4x?xf32>, %a1: none, %a2: index) {
  // expected-error@+1 {{'memref.load' op operand #1 must be variadic of index, but got 'none'}}
  %r = "memref.load"(%a0, %a1, %a2) : (memref<4x?xf32>, none, index) -> f32
  return
}

// -----

func.func @f(%a0: memref<4x?xf32>, %a1: index, %a2: index) {
  // expected-error@+1 {{'memref.load' op failed to verify that result type matches element type of 'memref'}}
  %r = "memref.load"(%a0, %a1, %a2) : (memref<4x?xf32>, index, index) -> none
  return
}

// -----

func.func @f(%a0: none, %a1: memref<4x?xf32>, %a2: index, %a3: index) {
  // expected-error@+1 {{'memref.store' op failed to verify that type of 'value' matches element type of 'memref'}}
  "memref.store"(%a0, %a1, %a2, %a3) : (none, memref<4x?xf32>, index, index) -> ()
  return
}

// -----

func.func @f(%a0: f32, %a1: none, %a2: index, %a3: index) {
  // expected-error@+1 {{'memref.store' op operand #1 must be memref of any type values, but got 'none'}}
  "memref.store"(%a0, %a1, %a2, %a3) : (f32, none, index, index) -> ()
  return
}

// -----

func.func @f(%a0: f32, %a1: memref<4x?xf32>, %a2: none, %a3: index) {
  // expected-error@+1 {{'memref.store' op operand #2 must be variadic of index, but got 'none'}}
  "memref.store"(%a0, %a1, %a2, %a3) : (f32, memref<4x?xf32>, none, index) -> ()
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'memref.cast' op operand #0 must be ranked or unranked memref of any type values, but got 'none'}}
  %r = "memref.cast"(%a0) : (none) -> memref<?x?xf32>
  return
}

// -----

func.func @f(%a0: memref<4x?xf32>) {
  // expected-error@+1 {{'memref.cast' op result #0 must be ranked or unranked memref of any type values, but got 'none'}}
  %r = "memref.cast"(%a0) : (memref<4x?xf32>) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'memref.cast' op requires a single operand}}
  %r = "memref.cast"() : () -> memref<?x?xf32>
  return
}

// -----

func.func @f(%a0: none, %a1: index) {
  // expected-error@+1 {{'memref.dim' op operand #0 must be unranked.memref of any type values or non-0-ranked.memref of any type values, but got 'none'}}
  %r = "memref.dim"(%a0, %a1) : (none, index) -> index
  return
}

// -----

func.func @f(%a0: memref<4x?xf32>, %a1: none) {
  // expected-error@+1 {{'memref.dim' op operand #1 must be index, but got 'none'}}
  %r = "memref.dim"(%a0, %a1) : (memref<4x?xf32>, none) -> index
  return
}

// -----

func.func @f(%a0: memref<4x?xf32>, %a1: index) {
  // expected-error@+1 {{'memref.dim' op result #0 must be index, but got 'none'}}
  %r = "memref.dim"(%a0, %a1) : (memref<4x?xf32>, index) -> none
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'memref.rank' op operand #0 must be ranked or unranked memref of any type values, but got 'none'}}
  %r = "memref.rank"(%a0) : (none) -> index
  return
}

// -----

func.func @f(%a0: memref<*xf32>) {
  // expected-error@+1 {{'memref.rank' op result #0 must be index, but got 'none'}}
  %r = "memref.rank"(%a0) : (memref<*xf32>) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'memref.rank' op requires a single operand}}
  %r = "memref.rank"() : () -> index
  return
}

// -----

func.func @f(%a0: none, %a1: memref<4x?xf32>) {
  // expected-error@+1 {{'memref.copy' op operand #0 must be ranked or unranked memref of any type values, but got 'none'}}
  "memref.copy"(%a0, %a1) : (none, memref<4x?xf32>) -> ()
  return
}

// -----

func.func @f(%a0: memref<4x?xf32>) {
  // expected-error@+1 {{'memref.copy' op expected 2 operands, but found 1}}
  "memref.copy"(%a0) : (memref<4x?xf32>) -> ()
  return
}

// -----

func.func @f(%a0: memref<7xi8>, %a1: memref<4x?xf32>) {
  // expected-error@+1 {{'memref.copy' op requires the same element type for all operands}}
  "memref.copy"(%a0, %a1) : (memref<7xi8>, memref<4x?xf32>) -> ()
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'memref.get_global' op result #0 must be statically shaped memref of any type values, but got 'none'}}
  %r = "memref.get_global"() <{name = @g}> : () -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'memref.get_global' op requires one result}}
  "memref.get_global"() <{name = @g}> : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'memref.get_global' op 'g' does not reference a valid global memref}}
  %r = "memref.get_global"() <{name = @g}> : () -> memref<7xi8>
  return
}

// -----

func.func @f(%a0: none, %a1: index, %a2: index) {
  // expected-error@+1 {{'memref.view' op operand #0 must be 1D memref of 8-bit signless integer values, but got 'none'}}
  %r = "memref.view"(%a0, %a1, %a2) : (none, index, index) -> memref<?x4xf32>
  return
}

// -----

func.func @f(%a0: memref<?xi8>, %a1: none, %a2: index) {
  // expected-error@+1 {{'memref.view' op operand #1 must be index, but got 'none'}}
  %r = "memref.view"(%a0, %a1, %a2) : (memref<?xi8>, none, index) -> memref<?x4xf32>
  return
}

// -----

func.func @f(%a0: memref<?xi8>, %a1: index, %a2: none) {
  // expected-error@+1 {{'memref.view' op operand #2 must be variadic of index, but got 'none'}}
  %r = "memref.view"(%a0, %a1, %a2) : (memref<?xi8>, index, none) -> memref<?x4xf32>
  return
}

// -----

func.func @f(%a0: none, %a1: index, %a2: index) {
  // expected-error@+1 {{'memref.subview' op operand #0 must be memref of any type values, but got 'none'}}
  %r = "memref.subview"(%a0, %a1, %a2) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>, static_offsets = array<i64: 1, -9223372036854775808>, static_sizes = array<i64: 4, -9223372036854775808>, static_strides = array<i64: 1, 2>}> : (none, index, index) -> memref<4x?xf32, strided<[4, 2], offset: ?>>
  return
}

// -----

func.func @f(%a0: memref<12x4xf32>, %a1: none, %a2: index) {
  // expected-error@+1 {{'memref.subview' op operand #1 must be variadic of index, but got 'none'}}
  %r = "memref.subview"(%a0, %a1, %a2) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>, static_offsets = array<i64: 1, -9223372036854775808>, static_sizes = array<i64: 4, -9223372036854775808>, static_strides = array<i64: 1, 2>}> : (memref<12x4xf32>, none, index) -> memref<4x?xf32, strided<[4, 2], offset: ?>>
  return
}

// -----

func.func @f(%a0: memref<12x4xf32>, %a1: index, %a2: index) {
  // expected-error@+1 {{'memref.subview' op result #0 must be memref of any type values, but got 'none'}}
  %r = "memref.subview"(%a0, %a1, %a2) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>, static_offsets = array<i64: 1, -9223372036854775808>, static_sizes = array<i64: 4, -9223372036854775808>, static_strides = array<i64: 1, 2>}> : (memref<12x4xf32>, index, index) -> none
  return
}

// -----

func.func @f(%a0: none, %a1: index, %a2: index) {
  // expected-error@+1 {{'memref.reinterpret_cast' op operand #0 must be ranked or unranked memref of any type values, but got 'none'}}
  %r = "memref.reinterpret_cast"(%a0, %a1, %a2) <{operandSegmentSizes = array<i32: 1, 0, 1, 1>, static_offsets = array<i64: 0>, static_sizes = array<i64: -9223372036854775808, 4>, static_strides = array<i64: 4, -9223372036854775808>}> : (none, index, index) -> memref<?x4xf32, strided<[4, ?]>>
  return
}

// -----

func.func @f(%a0: memref<12x4xf32>, %a1: none, %a2: index) {
  // expected-error@+1 {{'memref.reinterpret_cast' op operand #1 must be variadic of index, but got 'none'}}
  %r = "memref.reinterpret_cast"(%a0, %a1, %a2) <{operandSegmentSizes = array<i32: 1, 0, 1, 1>, static_offsets = array<i64: 0>, static_sizes = array<i64: -9223372036854775808, 4>, static_strides = array<i64: 4, -9223372036854775808>}> : (memref<12x4xf32>, none, index) -> memref<?x4xf32, strided<[4, ?]>>
  return
}

// -----

func.func @f(%a0: memref<12x4xf32>, %a1: index, %a2: index) {
  // expected-error@+1 {{'memref.reinterpret_cast' op result #0 must be strided memref of any type values, but got 'none'}}
  %r = "memref.reinterpret_cast"(%a0, %a1, %a2) <{operandSegmentSizes = array<i32: 1, 0, 1, 1>, static_offsets = array<i64: 0>, static_sizes = array<i64: -9223372036854775808, 4>, static_strides = array<i64: 4, -9223372036854775808>}> : (memref<12x4xf32>, index, index) -> none
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'memref.collapse_shape' op operand #0 must be strided memref of any type values, but got 'none'}}
  %r = "memref.collapse_shape"(%a0) <{reassociation = [[0, 1]]}> : (none) -> memref<48xf32>
  return
}

// -----

func.func @f(%a0: memref<12x4xf32>) {
  // expected-error@+1 {{'memref.collapse_shape' op result #0 must be strided memref of any type values, but got 'none'}}
  %r = "memref.collapse_shape"(%a0) <{reassociation = [[0, 1]]}> : (memref<12x4xf32>) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'memref.collapse_shape' op requires a single operand}}
  %r = "memref.collapse_shape"() <{reassociation = [[0, 1]]}> : () -> memref<48xf32>
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'memref.expand_shape' op operand #0 must be strided memref of any type values, but got 'none'}}
  %r = "memref.expand_shape"(%a0) <{reassociation = [[0, 1], [2]], static_output_shape = array<i64: 3, 4, 4>}> : (none) -> memref<3x4x4xf32>
  return
}

// -----

func.func @f(%a0: memref<12x4xf32>) {
  // expected-error@+1 {{'memref.expand_shape' op result #0 must be strided memref of any type values, but got 'none'}}
  %r = "memref.expand_shape"(%a0) <{reassociation = [[0, 1], [2]], static_output_shape = array<i64: 3, 4, 4>}> : (memref<12x4xf32>) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'memref.expand_shape' op expected 1 or more operands, but found 0}}
  %r = "memref.expand_shape"() <{reassociation = [[0, 1], [2]], static_output_shape = array<i64: 3, 4, 4>}> : () -> memref<3x4x4xf32>
  return
}

// -----

func.func @f(%a0: none, %a1: memref<?xindex>) {
  // expected-error@+1 {{'memref.reshape' op operand #0 must be ranked or unranked memref of any type values, but got 'none'}}
  %r = "memref.reshape"(%a0, %a1) : (none, memref<?xindex>) -> memref<*xf32>
  return
}

// -----

func.func @f(%a0: memref<*xf32>, %a1: none) {
  // expected-error@+1 {{'memref.reshape' op operand #1 must be 1D memref of signless integer or index values, but got 'none'}}
  %r = "memref.reshape"(%a0, %a1) : (memref<*xf32>, none) -> memref<*xf32>
  return
}

// -----

func.func @f(%a0: memref<*xf32>, %a1: memref<?xindex>) {
  // expected-error@+1 {{'memref.reshape' op result #0 must be ranked or unranked memref of any type values, but got 'none'}}
  %r = "memref.reshape"(%a0, %a1) : (memref<*xf32>, memref<?xindex>) -> none
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'memref.transpose' op operand #0 must be strided memref of any type values, but got 'none'}}
  %r = "memref.transpose"(%a0) <{permutation = affine_map<(d0, d1) -> (d1, d0)>}> : (none) -> memref<4x12xf32, strided<[1, 4]>>
  return
}

// -----

func.func @f(%a0: memref<12x4xf32>) {
  // expected-error@+1 {{'memref.transpose' op result #0 must be strided memref of any type values, but got 'none'}}
  %r = "memref.transpose"(%a0) <{permutation = affine_map<(d0, d1) -> (d1, d0)>}> : (memref<12x4xf32>) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'memref.transpose' op requires a single operand}}
  %r = "memref.transpose"() <{permutation = affine_map<(d0, d1) -> (d1, d0)>}> : () -> memref<4x12xf32, strided<[1, 4]>>
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'memref.extract_strided_metadata' op operand #0 must be strided memref of any type values, but got 'none'}}
  %r:6 = "memref.extract_strided_metadata"(%a0) : (none) -> (memref<f32>, index, index, index, index, index)
  return
}

// -----

func.func @f(%a0: memref<12x4xf32>) {
  // expected-error@+1 {{'memref.extract_strided_metadata' op result #0 must be strided memref of any type values of rank 0, but got 'none'}}
  %r:6 = "memref.extract_strided_metadata"(%a0) : (memref<12x4xf32>) -> (none, index, index, index, index, index)
  return
}

// -----

func.func @f(%a0: memref<12x4xf32>) {
  // expected-error@+1 {{'memref.extract_strided_metadata' op result #1 must be index, but got 'none'}}
  %r:6 = "memref.extract_strided_metadata"(%a0) : (memref<12x4xf32>) -> (memref<f32>, none, index, index, index, index)
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'memref.extract_aligned_pointer_as_index' op operand #0 must be ranked or unranked memref of any type values, but got 'none'}}
  %r = "memref.extract_aligned_pointer_as_index"(%a0) : (none) -> index
  return
}

// -----

func.func @f(%a0: memref<12x4xf32>) {
  // expected-error@+1 {{'memref.extract_aligned_pointer_as_index' op result #0 must be index, but got 'none'}}
  %r = "memref.extract_aligned_pointer_as_index"(%a0) : (memref<12x4xf32>) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'memref.extract_aligned_pointer_as_index' op requires a single operand}}
  %r = "memref.extract_aligned_pointer_as_index"() : () -> index
  return
}

// -----

func.func @f(%a0: none, %a1: memref<12x4xf32>, %a2: index, %a3: index) {
  // expected-error@+1 {{'memref.atomic_rmw' op operand #0 must be signless integer or floating-point, but got 'none'}}
  %r = "memref.atomic_rmw"(%a0, %a1, %a2, %a3) <{kind = 0 : i64}> : (none, memref<12x4xf32>, index, index) -> f32
  return
}

// -----

func.func @f(%a0: f32, %a1: none, %a2: index, %a3: index) {
  // expected-error@+1 {{'memref.atomic_rmw' op operand #1 must be memref of signless integer or floating-point values, but got 'none'}}
  %r = "memref.atomic_rmw"(%a0, %a1, %a2, %a3) <{kind = 0 : i64}> : (f32, none, index, index) -> f32
  return
}

// -----

func.func @f(%a0: f32, %a1: memref<12x4xf32>, %a2: none, %a3: index) {
  // expected-error@+1 {{'memref.atomic_rmw' op operand #2 must be variadic of index, but got 'none'}}
  %r = "memref.atomic_rmw"(%a0, %a1, %a2, %a3) <{kind = 0 : i64}> : (f32, memref<12x4xf32>, none, index) -> f32
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'memref.atomic_yield' op expects parent op 'memref.generic_atomic_rmw'}}
  "memref.atomic_yield"(%a0) : (none) -> ()
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'memref.atomic_yield' op requires a single operand}}
  "memref.atomic_yield"() : () -> ()
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'memref.assume_alignment' op operand #0 must be memref of any type values, but got 'none'}}
  %r = "memref.assume_alignment"(%a0) <{alignment = 16 : i32}> : (none) -> memref<12x4xf32>
  return
}

// -----

func.func @f(%a0: memref<12x4xf32>) {
  // expected-error@+1 {{'memref.assume_alignment' op result #0 must be memref of any type values, but got 'none'}}
  %r = "memref.assume_alignment"(%a0) <{alignment = 16 : i32}> : (memref<12x4xf32>) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'memref.assume_alignment' op requires a single operand}}
  %r = "memref.assume_alignment"() <{alignment = 16 : i32}> : () -> memref<12x4xf32>
  return
}

// -----

func.func @f(%a0: none, %a1: memref<4x?xf32>) {
  // expected-error@+1 {{'memref.distinct_objects' op operand #0 must be variadic of memref of any type values, but got 'none'}}
  %r:2 = "memref.distinct_objects"(%a0, %a1) : (none, memref<4x?xf32>) -> (memref<12x4xf32>, memref<4x?xf32>)
  return
}

// -----

func.func @f(%a0: memref<12x4xf32>, %a1: memref<4x?xf32>) {
  // expected-error@+1 {{'memref.distinct_objects' op result #0 must be variadic of memref of any type values, but got 'none'}}
  %r:2 = "memref.distinct_objects"(%a0, %a1) : (memref<12x4xf32>, memref<4x?xf32>) -> (none, memref<4x?xf32>)
  return
}

// -----

func.func @f(%a0: memref<12x4xf32>) {
  // expected-error@+1 {{'memref.distinct_objects' op operand types and result types must match}}
  %r:2 = "memref.distinct_objects"(%a0) : (memref<12x4xf32>) -> (memref<12x4xf32>, memref<4x?xf32>)
  return
}

// -----

func.func @f(%a0: none, %a1: index, %a2: index) {
  // expected-error@+1 {{'memref.prefetch' op operand #0 must be memref of any type values, but got 'none'}}
  "memref.prefetch"(%a0, %a1, %a2) <{isDataCache = true, isWrite = false, localityHint = 3 : i32}> : (none, index, index) -> ()
  return
}

// -----

func.func @f(%a0: memref<12x4xf32>, %a1: none, %a2: index) {
  // expected-error@+1 {{'memref.prefetch' op operand #1 must be variadic of index, but got 'none'}}
  "memref.prefetch"(%a0, %a1, %a2) <{isDataCache = true, isWrite = false, localityHint = 3 : i32}> : (memref<12x4xf32>, none, index) -> ()
  return
}

// -----

func.func @f(%a0: memref<12x4xf32>, %a1: index) {
  // expected-error@+1 {{'memref.prefetch' op too few indices}}
  "memref.prefetch"(%a0, %a1) <{isDataCache = true, isWrite = false, localityHint = 3 : i32}> : (memref<12x4xf32>, index) -> ()
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'memref.memory_space_cast' op operand #0 must be ranked or unranked memref of any type values, but got 'none'}}
  %r = "memref.memory_space_cast"(%a0) : (none) -> memref<12x4xf32, 5>
  return
}

// -----

func.func @f(%a0: memref<12x4xf32>) {
  // expected-error@+1 {{'memref.memory_space_cast' op result #0 must be ranked or unranked memref of any type values, but got 'none'}}
  %r = "memref.memory_space_cast"(%a0) : (memref<12x4xf32>) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'memref.memory_space_cast' op requires a single operand}}
  %r = "memref.memory_space_cast"() : () -> memref<12x4xf32, 5>
  return
}

// -----

func.func @f(%a0: none, %a1: index) {
  // expected-error@+1 {{'memref.realloc' op operand #0 must be 1D memref of any type values, but got 'none'}}
  %r = "memref.realloc"(%a0, %a1) <{alignment = 8 : i64}> : (none, index) -> memref<?xf32>
  return
}

// -----

func.func @f(%a0: memref<?xf32>, %a1: none) {
  // expected-error@+1 {{'memref.realloc' op operand #1 must be index, but got 'none'}}
  %r = "memref.realloc"(%a0, %a1) <{alignment = 8 : i64}> : (memref<?xf32>, none) -> memref<?xf32>
  return
}

// -----

func.func @f(%a0: memref<?xf32>, %a1: index) {
  // expected-error@+1 {{'memref.realloc' op result #0 must be 1D memref of any type values, but got 'none'}}
  %r = "memref.realloc"(%a0, %a1) <{alignment = 8 : i64}> : (memref<?xf32>, index) -> none
  return
}

// -----

func.func @f(%a0: none, %a1: index, %a2: index, %a3: memref<4xf32, 3>, %a4: index, %a5: index, %a6: memref<1xi32>, %a7: index) {
  // expected-error@+1 {{'memref.dma_start' op expected source to be of memref type}}
  "memref.dma_start"(%a0, %a1, %a2, %a3, %a4, %a5, %a6, %a7) : (none, index, index, memref<4xf32, 3>, index, index, memref<1xi32>, index) -> ()
  return
}

// -----

func.func @f(%a0: memref<12x4xf32>, %a1: none, %a2: index, %a3: memref<4xf32, 3>, %a4: index, %a5: index, %a6: memref<1xi32>, %a7: index) {
  // expected-error@+1 {{'memref.dma_start' op expected source indices to be of index type}}
  "memref.dma_start"(%a0, %a1, %a2, %a3, %a4, %a5, %a6, %a7) : (memref<12x4xf32>, none, index, memref<4xf32, 3>, index, index, memref<1xi32>, index) -> ()
  return
}

// -----

func.func @f(%a0: memref<12x4xf32>, %a1: index, %a2: index, %a3: none, %a4: index, %a5: index, %a6: memref<1xi32>, %a7: index) {
  // expected-error@+1 {{'memref.dma_start' op expected destination to be of memref type}}
  "memref.dma_start"(%a0, %a1, %a2, %a3, %a4, %a5, %a6, %a7) : (memref<12x4xf32>, index, index, none, index, index, memref<1xi32>, index) -> ()
  return
}

// -----

func.func @f(%a0: none, %a1: index, %a2: index) {
  // expected-error@+1 {{'memref.dma_wait' op operand #0 must be memref of any type values, but got 'none'}}
  "memref.dma_wait"(%a0, %a1, %a2) : (none, index, index) -> ()
  return
}

// -----

func.func @f(%a0: memref<1xi32>, %a1: none, %a2: index) {
  // expected-error@+1 {{'memref.dma_wait' op operand #1 must be variadic of index, but got 'none'}}
  "memref.dma_wait"(%a0, %a1, %a2) : (memref<1xi32>, none, index) -> ()
  return
}

// -----

func.func @f(%a0: memref<1xi32>, %a1: index, %a2: none) {
  // expected-error@+1 {{'memref.dma_wait' op operand #2 must be index, but got 'none'}}
  "memref.dma_wait"(%a0, %a1, %a2) : (memref<1xi32>, index, none) -> ()
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'memref.alloca_scope.return' op expects parent op 'memref.alloca_scope'}}
  "memref.alloca_scope.return"(%a0) : (none) -> ()
  return
}

// -----

func.func @global(%i: index) {
  // expected-error@+1 {{'memref.get_global' op 'missing' does not reference a valid global memref}}
  %0 = memref.get_global @missing : memref<2xf32>
  return
}

// -----

// expected-error@+1 {{inferred shape of elements literal ([2]) does not match type ([3])}}
memref.global @g : memref<3xf32> = dense<[1.0, 2.0]>

// -----

// expected-error@+1 {{custom op 'memref.global' type should be static shaped memref, but got 'memref<?xf32>'}}
memref.global @g : memref<?xf32>

// -----

// expected-error@+1 {{'memref.global' op initial value element expected to be of type 'f32', but was of type 'i32'}}
"memref.global"() <{sym_name = "g", type = memref<2xf32>, initial_value = dense<1> : tensor<2xi32>}> : () -> ()

// -----

// expected-error@+1 {{'memref.global' op visibility expected to be one of ["public", "private", "nested"], but got "secret"}}
memref.global "secret" @g : memref<2xf32>

// -----

memref.global @g : memref<3xf32>
func.func @other_type() {
  // expected-error@+1 {{'memref.get_global' op result type 'memref<2xf32>' does not match type 'memref<3xf32>' of the global memref @g}}
  %0 = memref.get_global @g : memref<2xf32>
  return
}

// -----

func.func @atomic_body(%m: memref<4xf32>, %i: index) {
  // expected-error@+1 {{'memref.generic_atomic_rmw' op expected block argument of the same type result type}}
  %0 = "memref.generic_atomic_rmw"(%m, %i) ({
  ^bb0(%a: i32):
    "memref.atomic_yield"(%a) : (i32) -> ()
  }) : (memref<4xf32>, index) -> f32
  return
}

// -----

func.func @atomic_yield_outside(%x: f32) {
  // expected-error@+1 {{'memref.atomic_yield' op expects parent op 'memref.generic_atomic_rmw'}}
  "memref.atomic_yield"(%x) : (f32) -> ()
}

// -----

func.func @scope_return_outside() {
  // expected-error@+1 {{'memref.alloca_scope.return' op expects parent op 'memref.alloca_scope'}}
  "memref.alloca_scope.return"() : () -> ()
}

// -----

func.func @scope() {
  // expected-error@+1 {{'memref.alloca_scope' op region should have no arguments}}
  "memref.alloca_scope"() ({ ^bb0(%a: i32): "memref.alloca_scope.return"() : () -> () }) : () -> ()
  return
}

// -----

func.func @dma(%m: memref<4xf32>) {
  // expected-error@+1 {{'memref.dma_start' op expected at least 4 operands}}
  "memref.dma_start"(%m) : (memref<4xf32>) -> ()
  return
}

// -----

"a.op"() ({
  // expected-error @+1 {{requires an ancestor op with AutomaticAllocationScope trait}}
  %0 = memref.alloca() : memref<1xf32>
  "a.end"() : () -> ()
}) : () -> ()

// -----

func.func @realloc(%t: tensor<8xf32>) {
  // expected-error@+1 {{operand #0 must be 1D memref of any type values, but got 'tensor<8xf32>'}}
  %0 = "memref.realloc"(%t) : (tensor<8xf32>) -> memref<64xf32>
  return
}

// -----

func.func @dma_source(%t: tensor<4xf32>, %m: memref<4xf32>, %g: memref<1xi32>, %i: index) {
  // expected-error@+1 {{'memref.dma_start' op expected source to be of memref type}}
  "memref.dma_start"(%t, %i, %m, %i, %i, %g, %i) : (tensor<4xf32>, index, memref<4xf32>, index, index, memref<1xi32>, index) -> ()
  return
}

// -----

func.func @dma_target(%v: vector<4xf32>, %m: memref<4xf32>, %g: memref<1xi32>, %i: index) {
  // expected-error@+1 {{'memref.dma_start' op expected destination to be of memref type}}
  "memref.dma_start"(%m, %i, %v, %i, %i, %g, %i) : (memref<4xf32>, index, vector<4xf32>, index, index, memref<1xi32>, index) -> ()
  return
}

// -----

func.func @dma_tag(%m: memref<4xf32>, %g: tensor<1xi32>, %i: index) {
  // expected-error@+1 {{'memref.dma_start' op expected tag to be of memref type}}
  "memref.dma_start"(%m, %i, %m, %i, %i, %g, %i) : (memref<4xf32>, index, memref<4xf32>, index, index, tensor<1xi32>, index) -> ()
  return
}

// -----

func.func @space(%m: memref<*xf32>) {
  // expected-error@+1 {{operand type 'memref<*xf32>' and result type 'memref<*xi8, 1>' are cast incompatible}}
  %0 = memref.memory_space_cast %m : memref<*xf32> to memref<*xi8, 1>
  return
}
