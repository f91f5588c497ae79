// RUN: lathe-opt %s --split-input-file --verify-diagnostics

func.func @f() {
  // expected-error@+1 {{'tensor.empty' op result #0 must be ranked tensor of any type values, but got 'none'}}
  %r = "tensor.empty"() : () -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'tensor.empty' op requires one result}}
  "tensor.empty"() : () -> ()
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'tensor.empty' op operand #0 must be variadic of index, but got 'none'}}
  %r = "tensor.empty"(%a0) : (none) -> tensor<?x4xf32>
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'tensor.splat' op failed to verify that operand type matches element type of result}}
  %r = "tensor.splat"(%a0) : (none) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'tensor.splat' op result #0 must be ranked tensor of any type values, but got 'none'}}
  %r = "tensor.splat"(%a0) : (f32) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'tensor.splat' op expected 1 or more operands, but found 0}}
  %r = "tensor.splat"() : () -> tensor<4xf32>
  return
}

// -----

func.func @f(%a0: none, %a1: f32) {
  // expected-error@+1 {{'tensor.from_elements' op failed to verify that operand types match result element type}}
  %r = "tensor.from_elements"(%a0, %a1) : (none, f32) -> tensor<2xf32>
  return
}

// -----

func.func @f(%a0: f32, %a1: f32) {
  // expected-error@+1 {{'tensor.from_elements' op result #0 must be statically shaped tensor of any type values, but got 'none'}}
  %r = "tensor.from_elements"(%a0, %a1) : (f32, f32) -> none
  return
}

// -----

func.func @f(%a0: f32, %a1: f32) {
  // expected-error@+1 {{'tensor.from_elements' op requires one result}}
  "tensor.from_elements"(%a0, %a1) : (f32, f32) -> ()
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'tensor.yield' op expects parent op to be one of 'tensor.generate, tensor.pad'}}
  "tensor.yield"(%a0) : (none) -> ()
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'tensor.yield' op requires a single operand}}
  "tensor.yield"() : () -> ()
  return
}

// -----

func.func @f(%a0: none, %a1: index, %a2: index) {
  // expected-error@+1 {{'tensor.extract' op operand #0 must be ranked tensor of any type values, but got 'none'}}
  %r = "tensor.extract"(%a0, %a1, %a2) : (none, index, index) -> f32
  return
}

// -----

func.func @f(%a0: tensor<12x4xf32>, %a1: none, %a2: index) {
  // expected-error@+1 {{'tensor.extract' op operand #1 must be variadic of index, but got 'none'}}
  %r = "tensor.extract"(%a0, %a1, %a2) : (tensor<12x4xf32>, none, index) -> f32
  return
}

// -----

func.func @f(%a0: tensor<12x4xf32>, %a1: index, %a2: index) {
  // expected-error@+1 {{'tensor.extract' op failed to verify that result type matches element type of tensor}}
  %r = "tensor.extract"(%a0, %a1, %a2) : (tensor<12x4xf32>, index, index) -> none
  return
}

// -----

func.func @f(%a0: none, %a1: tensor<12x4xf32>, %a2: index, %a3: index) {
  // expected-error@+1 {{'tensor.insert' op failed to verify that scalar type matches element type of dest}}
  %r = "tensor.insert"(%a0, %a1, %a2, %a3) : (none, tensor<12x4xf32>, index, index) -> tensor<12x4xf32>
  return
}

// -----

func.func @f(%a0: f32, %a1: none, %a2: index, %a3: index) {
  // expected-error@+1 {{'tensor.insert' op operand #1 must be ranked tensor of any type values, but got 'none'}}
  %r = "tensor.insert"(%a0, %a1, %a2, %a3) : (f32, none, index, index) -> tensor<12x4xf32>
  return
}

// -----

func.func @f(%a0: f32, %a1: tensor<12x4xf32>, %a2: none, %a3: index) {
  // expected-error@+1 {{'tensor.insert' op operand #2 must be variadic of index, but got 'none'}}
  %r = "tensor.insert"(%a0, %a1, %a2, %a3) : (f32, tensor<12x4xf32>, none, index) -> tensor<12x4xf32>
  return
}

// -----

func.func @f(%a0: none, %a1: index) {
  // expected-error@+1 {{'tensor.dim' op operand #0 must be non-0-ranked or unranked tensor, but got 'none'}}
  %r = "tensor.dim"(%a0, %a1) : (none, index) -> index
  return
}

// -----

func.func @f(%a0: tensor<12x4xf32>, %a1: none) {
  // expected-error@+1 {{'tensor.dim' op operand #1 must be index, but got 'none'}}
  %r = "tensor.dim"(%a0, %a1) : (tensor<12x4xf32>, none) -> index
  return
}

// -----

func.func @f(%a0: tensor<12x4xf32>, %a1: index) {
  // expected-error@+1 {{'tensor.dim' op result #0 must be index, but got 'none'}}
  %r = "tensor.dim"(%a0, %a1) : (tensor<12x4xf32>, index) -> none
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'tensor.rank' op operand #0 must be tensor of any type values, but got 'none'}}
  %r = "tensor.rank"(%a0) : (none) -> index
  return
}

// -----

func.func @f(%a0: tensor<*xf32>) {
  // expected-error@+1 {{'tensor.rank' op result #0 must be index, but got 'none'}}
  %r = "tensor.rank"(%a0) : (tensor<*xf32>) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'tensor.rank' op requires a single operand}}
  %r = "tensor.rank"() : () -> index
  return
}

// -----

func.func @f(%a0: none, %a1: index, %a2: index) {
  // expected-error@+1 {{'tensor.extract_slice' op operand #0 must be ranked tensor of any type values, but got 'none'}}
  %r = "tensor.extract_slice"(%a0, %a1, %a2) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>, static_offsets = array<i64: 0, -9223372036854775808>, static_sizes = array<i64: 4, -9223372036854775808>, static_strides = array<i64: 1, 2>}> : (none, index, index) -> tensor<4x?xf32>
  return
}

// -----

func.func @f(%a0: tensor<12x4xf32>, %a1: none, %a2: index) {
  // expected-error@+1 {{'tensor.extract_slice' op operand #1 must be variadic of index, but got 'none'}}
  %r = "tensor.extract_slice"(%a0, %a1, %a2) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>, static_offsets = array<i64: 0, -9223372036854775808>, static_sizes = array<i64: 4, -9223372036854775808>, static_strides = array<i64: 1, 2>}> : (tensor<12x4xf32>, none, index) -> tensor<4x?xf32>
  return
}

// -----

func.func @f(%a0: tensor<12x4xf32>, %a1: index, %a2: index) {
  // expected-error@+1 {{'tensor.extract_slice' op result #0 must be ranked tensor of any type values, but got 'none'}}
  %r = "tensor.extract_slice"(%a0, %a1, %a2) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>, static_offsets = array<i64: 0, -9223372036854775808>, static_sizes = array<i64: 4, -9223372036854775808>, static_strides = array<i64: 1, 2>}> : (tensor<12x4xf32>, index, index) -> none
  return
}

// -----

func.func @f(%a0: none, %a1: tensor<12x4xf32>) {
  // expected-error@+1 {{'tensor.insert_slice' op operand #0 must be ranked tensor of any type values, but got 'none'}}
  %r = "tensor.insert_slice"(%a0, %a1) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 1, 4>, static_strides = array<i64: 1, 1>}> : (none, tensor<12x4xf32>) -> tensor<12x4xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: tensor<12x4xf32>) {
  // expected-error@+1 {{'tensor.insert_slice' op result #0 must be ranked tensor of any type values, but got 'none'}}
  %r = "tensor.insert_slice"(%a0, %a1) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 1, 4>, static_strides = array<i64: 1, 1>}> : (tensor<4xf32>, tensor<12x4xf32>) -> none
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{'tensor.insert_slice' op expected 2 or more operands, but found 1}}
  %r = "tensor.insert_slice"(%a0) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 1, 4>, static_strides = array<i64: 1, 1>}> : (tensor<4xf32>) -> tensor<12x4xf32>
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'tensor.cast' op operand #0 must be tensor of any type values, but got 'none'}}
  %r = "tensor.cast"(%a0) : (none) -> tensor<?x4xf32>
  return
}

// -----

func.func @f(%a0: tensor<12x4xf32>) {
  // expected-error@+1 {{'tensor.cast' op result #0 must be tensor of any type values, but got 'none'}}
  %r = "tensor.cast"(%a0) : (tensor<12x4xf32>) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'tensor.cast' op requires a single operand}}
  %r = "tensor.cast"() : () -> tensor<?x4xf32>
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'tensor.bitcast' op operand #0 must be tensor of signless integer or unsigned integer or signed integer or floating-point values, but got 'none'}}
  %r = "tensor.bitcast"(%a0) : (none) -> tensor<12x4xi32>
  return
}

// -----

func.func @f(%a0: tensor<12x4xf32>) {
  // expected-error@+1 {{'tensor.bitcast' op result #0 must be tensor of signless integer or unsigned integer or signed integer or floating-point values, but got 'none'}}
  %r = "tensor.bitcast"(%a0) : (tensor<12x4xf32>) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'tensor.bitcast' op requires a single operand}}
  %r = "tensor.bitcast"() : () -> tensor<12x4xi32>
  return
}

// -----

func.func @f(%a0: none, %a1: tensor<2xindex>) {
  // expected-error@+1 {{'tensor.reshape' op operand #0 must be tensor of any type values, but got 'none'}}
  %r = "tensor.reshape"(%a0, %a1) : (none, tensor<2xindex>) -> tensor<4x12xf32>
  return
}

// -----

func.func @f(%a0: tensor<12x4xf32>, %a1: none) {
  // expected-error@+1 {{'tensor.reshape' op operand #1 must be 1D tensor of signless integer or index values, but got 'none'}}
  %r = "tensor.reshape"(%a0, %a1) : (tensor<12x4xf32>, none) -> tensor<4x12xf32>
  return
}

// -----

func.func @f(%a0: tensor<12x4xf32>, %a1: tensor<2xindex>) {
  // expected-error@+1 {{'tensor.reshape' op result #0 must be tensor of any type values, but got 'none'}}
  %r = "tensor.reshape"(%a0, %a1) : (tensor<12x4xf32>, tensor<2xindex>) -> none
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'tensor.collapse_shape' op operand #0 must be tensor of any type values, but got 'none'}}
  %r = "tensor.collapse_shape"(%a0) <{reassociation = [[0, 1]]}> : (none) -> tensor<48xf32>
  return
}

// -----

func.func @f(%a0: tensor<12x4xf32>) {
  // expected-error@+1 {{'tensor.collapse_shape' op result #0 must be tensor of any type values, but got 'none'}}
  %r = "tensor.collapse_shape"(%a0) <{reassociation = [[0, 1]]}> : (tensor<12x4xf32>) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'tensor.collapse_shape' op requires a single operand}}
  %r = "tensor.collapse_shape"() <{reassociation = [[0, 1]]}> : () -> tensor<48xf32>
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'tensor.expand_shape' op operand #0 must be tensor of any type values, but got 'none'}}
  %r = "tensor.expand_shape"(%a0) <{reassociation = [[0, 1], [2]], static_output_shape = array<i64: 3, 4, 4>}> : (none) -> tensor<3x4x4xf32>
  return
}

// -----

func.func @f(%a0: tensor<12x4xf32>) {
  // expected-error@+1 {{'tensor.expand_shape' op result #0 must be tensor of any type values, but got 'none'}}
  %r = "tensor.expand_shape"(%a0) <{reassociation = [[0, 1], [2]], static_output_shape = array<i64: 3, 4, 4>}> : (tensor<12x4xf32>) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'tensor.expand_shape' op expected 1 or more operands, but found 0}}
  %r = "tensor.expand_shape"() <{reassociation = [[0, 1], [2]], static_output_shape = array<i64: 3, 4, 4>}> : () -> tensor<3x4x4xf32>
  return
}

// -----

func.func @f(%a0: none, %a1: tensor<?x4xf32>) {
  // expected-error@+1 {{'tensor.concat' op operand #0 must be variadic of ranked tensor of any type values, but got 'none'}}
  %r = "tensor.concat"(%a0, %a1) <{dim = 0 : i64}> : (none, tensor<?x4xf32>) -> tensor<?x4xf32>
  return
}

// -----

func.func @f(%a0: tensor<12x4xf32>, %a1: tensor<?x4xf32>) {
  // expected-error@+1 {{'tensor.concat' op result #0 must be ranked tensor of any type values, but got 'none'}}
  %r = "tensor.concat"(%a0, %a1) <{dim = 0 : i64}> : (tensor<12x4xf32>, tensor<?x4xf32>) -> none
  return
}

// -----

func.func @f(%a0: tensor<12x4xf32>, %a1: tensor<?x4xf32>) {
  // expected-error@+1 {{'tensor.concat' op requires one result}}
  "tensor.concat"(%a0, %a1) <{dim = 0 : i64}> : (tensor<12x4xf32>, tensor<?x4xf32>) -> ()
  return
}

// -----

func.func @f(%a0: none, %a1: tensor<1x2x1xindex>) {
  // expected-error@+1 {{'tensor.gather' op operand #0 must be ranked tensor of any type values, but got 'none'}}
  %r = "tensor.gather"(%a0, %a1) <{gather_dims = array<i64: 0>, unique}> : (none, tensor<1x2x1xindex>) -> tensor<1x2x4xf32>
  return
}

// -----

func.func @f(%a0: tensor<12x4xf32>, %a1: none) {
  // expected-error@+1 {{'tensor.gather' op operand #1 must be ranked tensor of signless integer or index values, but got 'none'}}
  %r = "tensor.gather"(%a0, %a1) <{gather_dims = array<i64: 0>, unique}> : (tensor<12x4xf32>, none) -> tensor<1x2x4xf32>
  return
}

// -----

func.func @f(%a0: tensor<12x4xf32>, %a1: tensor<1x2x1xindex>) {
  // expected-error@+1 {{'tensor.gather' op result #0 must be ranked tensor of any type values, but got 'none'}}
  %r = "tensor.gather"(%a0, %a1) <{gather_dims = array<i64: 0>, unique}> : (tensor<12x4xf32>, tensor<1x2x1xindex>) -> none
  return
}

// -----

func.func @f(%a0: none, %a1: tensor<12x4xf32>, %a2: tensor<1x2x1xindex>) {
  // expected-error@+1 {{'tensor.scatter' op operand #0 must be ranked tensor of any type values, but got 'none'}}
  %r = "tensor.scatter"(%a0, %a1, %a2) <{scatter_dims = array<i64: 0>, unique}> : (none, tensor<12x4xf32>, tensor<1x2x1xindex>) -> tensor<12x4xf32>
  return
}

// -----

func.func @f(%a0: tensor<1x2x4xf32>, %a1: tensor<12x4xf32>, %a2: none) {
  // expected-error@+1 {{'tensor.scatter' op operand #2 must be ranked tensor of signless integer or index values, but got 'none'}}
  %r = "tensor.scatter"(%a0, %a1, %a2) <{scatter_dims = array<i64: 0>, unique}> : (tensor<1x2x4xf32>, tensor<12x4xf32>, none) -> tensor<12x4xf32>
  return
}

// -----

func.func @f(%a0: tensor<1x2x4xf32>, %a1: tensor<12x4xf32>, %a2: tensor<1x2x1xindex>) {
  // expected-error@+1 {{'tensor.scatter' op result #0 must be ranked tensor of any type values, but got 'none'}}
  %r = "tensor.scatter"(%a0, %a1, %a2) <{scatter_dims = array<i64: 0>, unique}> : (tensor<1x2x4xf32>, tensor<12x4xf32>, tensor<1x2x1xindex>) -> none
  return
}

// -----

func.func @f(%a0: none, %a1: tensor<12x4xf32>, %a2: index) {
  // expected-error@+1 {{'tensor.parallel_insert_slice' op operand #0 must be ranked tensor of any type values, but got 'none'}}
  "tensor.parallel_insert_slice"(%a0, %a1, %a2) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 1, 4>, static_strides = array<i64: 1, 1>}> : (none, tensor<12x4xf32>, index) -> ()
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: tensor<12x4xf32>, %a2: none) {
  // expected-error@+1 {{'tensor.parallel_insert_slice' op operand #2 must be variadic of index, but got 'none'}}
  "tensor.parallel_insert_slice"(%a0, %a1, %a2) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 1, 4>, static_strides = array<i64: 1, 1>}> : (tensor<4xf32>, tensor<12x4xf32>, none) -> ()
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: tensor<12x4xf32>) {
  // expected-error@+1 {{'tensor.parallel_insert_slice' op operand count (2) does not match with the total size (3) specified in attribute 'operandSegmentSizes'}}
  "tensor.parallel_insert_slice"(%a0, %a1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 1, 4>, static_strides = array<i64: 1, 1>}> : (tensor<4xf32>, tensor<12x4xf32>) -> ()
  return
}

// -----

func.func @yield_outside(%x: f32) {
  // expected-error@+1 {{'tensor.yield' op expects parent op to be one of 'tensor.generate, tensor.pad'}}
  "tensor.yield"(%x) : (f32) -> ()
}

// -----

func.func @generate_type(%n: index, %x: i32) {
  // expected-error@+1 {{'tensor.generate' op body must be terminated with a `yield` operation of the tensor element type}}
  %0 = tensor.generate %n {
  ^bb0(%i: index):
    tensor.yield %x : i32
  } : tensor<?xf32>
  return
}

// -----

func.func @generate_arguments(%n: index, %x: f32) {
  // expected-error@+1 {{must have one body argument per input dimension}}
  %0 = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<?xf32>
  return
}

// -----

func.func @generate_extents(%x: f32) {
  // expected-error@+1 {{'tensor.generate' op incorrect number of dynamic sizes, has 0, expected 1}}
  %0 = tensor.generate {
  ^bb0(%i: index):
    tensor.yield %x : f32
  } : tensor<?xf32>
  return
}

// -----

func.func @pad_arguments(%t: tensor<2x3xf32>, %x: f32) {
  // expected-error@+1 {{expected the block to have 2 arguments}}
  %0 = tensor.pad %t low[0, 0] high[0, 0] {
  ^bb0(%i: index):
    tensor.yield %x : f32
  } : tensor<2x3xf32> to tensor<2x3xf32>
  return
}

// -----

func.func @pad_type(%t: tensor<2x3xf32>, %x: f32) {
  // expected-error@+1 {{specified type 'tensor<4x3xf32>' does not match the inferred type 'tensor<3x3xf32>'}}
  %0 = tensor.pad %t low[1, 0] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<2x3xf32> to tensor<4x3xf32>
  return
}

// -----

func.func @pad_counts(%t: tensor<2x3xf32>, %x: f32) {
  // expected-error@+1 {{failed to infer expectedType from sourceType 'tensor<2x3xf32>', specified resultType is 'tensor<4x3xf32>'}}
  %0 = tensor.pad %t low[1, 0] high[0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<2x3xf32> to tensor<4x3xf32>
  return
}

// -----

func.func @pad_rank(%t: tensor<2x3xf32>, %x: f32) {
  // expected-error@+1 {{specified type 'tensor<3x3x1xf32>' does not match the inferred type 'tensor<3x3xf32>'}}
  %0 = tensor.pad %t low[1, 0] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<2x3xf32> to tensor<3x3x1xf32>
  return
}

// -----

// The product of the dimensions is 2^64.
func.func @from_no_elements() {
  // expected-error@+1 {{'tensor.from_elements' op failed to verify that operand types match result element type}}
  %0 = "tensor.from_elements"() : () -> (tensor<4611686018427387904x4xf32>)
  return
}

// -----

func.func @single(%a0: tensor<4xf32>, %a1: tensor<12x4xf32>) {
  // expected-error@+1 {{'tensor.parallel_insert_slice' op operand group starting at #0 requires 1 element, but found 0}}
  "tensor.parallel_insert_slice"(%a0, %a1) <{operandSegmentSizes = array<i32: 0, 1, 1, 0, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 1, 4>, static_strides = array<i64: 1, 1>}> : (tensor<4xf32>, tensor<12x4xf32>) -> ()
  return
}

// -----

func.func @pad_dynamic(%t: tensor<2xf32>, %x: f32) {
  // expected-error@+1 {{specified type 'tensor<?xf32>' does not match the inferred type 'tensor<3xf32>'}}
  %0 = tensor.pad %t low[1] high[0] {
  ^bb0(%i: index):
    tensor.yield %x : f32
  } : tensor<2xf32> to tensor<?xf32>
  return
}
