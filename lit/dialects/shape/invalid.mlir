// RUN: lathe-opt %s --split-input-file --verify-diagnostics

func.func @f(%a: !shape.size) {
  // expected-error@+1 {{'shape.add' op if at least one of the operands can hold error values then the result must be of type `size` to propagate them}}
  "shape.add"(%a, %a) : (!shape.size, !shape.size) -> index
  return
}

// -----

func.func @f(%a: !shape.size) {
  // expected-error@+1 {{'shape.mul' op if at least one of the operands can hold error values then the result must be of type `size` to propagate them}}
  "shape.mul"(%a, %a) : (!shape.size, !shape.size) -> index
  return
}

// -----

func.func @f(%a: !shape.size) {
  // expected-error@+1 {{'shape.div' op if at least one of the operands can hold error values then the result must be of type `size` to propagate them}}
  "shape.div"(%a, %a) : (!shape.size, !shape.size) -> index
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error@+1 {{'shape.max' op operand #0 must be shape or size, but got 'i32'}}
  "shape.max"(%a, %a) : (i32, i32) -> !shape.size
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error@+1 {{'shape.min' op operand #0 must be shape or size, but got 'i32'}}
  "shape.min"(%a, %a) : (i32, i32) -> !shape.size
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'shape.const_size' op attribute 'value' failed to satisfy constraint: index attribute}}
  "shape.const_size"() <{value = 1 : i32}> : () -> !shape.size
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error@+1 {{'shape.index_to_size' op operand #0 must be index, but got 'i32'}}
  "shape.index_to_size"(%a) : (i32) -> !shape.size
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error@+1 {{'shape.size_to_index' op operand #0 must be size or index, but got 'i32'}}
  "shape.size_to_index"(%a) : (i32) -> index
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'shape.const_shape' op attribute 'shape' failed to satisfy constraint: index elements attribute}}
  "shape.const_shape"() <{shape = dense<1> : tensor<2xi32>}> : () -> !shape.shape
  return
}

// -----

func.func @f(%a: !shape.value_shape) {
  // expected-error@+1 {{'shape.shape_of' op if at least one of the operands can hold error values then the result must be of type `shape` to propagate them}}
  "shape.shape_of"(%a) : (!shape.value_shape) -> tensor<?xindex>
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error@+1 {{'shape.from_extents' op operand #0 must be variadic of size or index, but got 'i32'}}
  "shape.from_extents"(%a) : (i32) -> !shape.shape
  return
}

// -----

func.func @f(%a: tensor<2xi32>) {
  // expected-error@+1 {{'shape.from_extent_tensor' op operand #0 must be 1D tensor of index values, but got 'tensor<2xi32>'}}
  "shape.from_extent_tensor"(%a) : (tensor<2xi32>) -> !shape.shape
  return
}

// -----

func.func @f(%a: !shape.shape) {
  // expected-error@+1 {{'shape.to_extent_tensor' op result #0 must be tensor of index values, but got 'tensor<2xi32>'}}
  "shape.to_extent_tensor"(%a) : (!shape.shape) -> tensor<2xi32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{'shape.value_as_shape' op operand #0 must be 1D tensor of integer or index values or value shape, but got 'tensor<2xf32>'}}
  "shape.value_as_shape"(%a) : (tensor<2xf32>) -> !shape.shape
  return
}

// -----

func.func @f(%a: index) {
  // expected-error@+1 {{'shape.dim' op operand #0 must be shaped of any type values, but got 'index'}}
  "shape.dim"(%a, %a) : (index, index) -> index
  return
}

// -----

func.func @f(%a: !shape.shape, %b: index) {
  // expected-error@+1 {{'shape.get_extent' op if at least one of the operands can hold error values then the result must be of type `size` to propagate them}}
  "shape.get_extent"(%a, %b) : (!shape.shape, index) -> index
  return
}

// -----

func.func @f(%a: !shape.shape) {
  // expected-error@+1 {{'shape.rank' op if at least one of the operands can hold error values then the result must be of type `size` to propagate them}}
  "shape.rank"(%a) : (!shape.shape) -> index
  return
}

// -----

func.func @f(%a: !shape.shape) {
  // expected-error@+1 {{'shape.num_elements' op if at least one of the operands can hold error values then the result must be of type `size` to propagate them}}
  "shape.num_elements"(%a) : (!shape.shape) -> index
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error@+1 {{'shape.shape_eq' op operand #0 must be variadic of shape or extent tensor, but got 'i32'}}
  "shape.shape_eq"(%a) : (i32) -> i1
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error@+1 {{'shape.is_broadcastable' op operand #0 must be variadic of shape or extent tensor, but got 'i32'}}
  "shape.is_broadcastable"(%a) : (i32) -> i1
  return
}

// -----

func.func @f(%a: !shape.shape) {
  // expected-error@+1 {{'shape.broadcast' op if at least one of the operands can hold error values then the result must be of type `shape` to propagate them}}
  "shape.broadcast"(%a, %a) : (!shape.shape, !shape.shape) -> tensor<?xindex>
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error@+1 {{'shape.any' op operand #0 must be variadic of shape or extent tensor, but got 'i32'}}
  "shape.any"(%a) : (i32) -> !shape.shape
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error@+1 {{'shape.meet' op operand #0 must be any shape or size, but got 'i32'}}
  "shape.meet"(%a, %a) : (i32, i32) -> !shape.size
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error@+1 {{'shape.concat' op operand #0 must be shape or extent tensor, but got 'i32'}}
  "shape.concat"(%a, %a) : (i32, i32) -> !shape.shape
  return
}

// -----

func.func @f(%a: i32, %b: index) {
  // expected-error@+1 {{'shape.split_at' op operand #0 must be shape or extent tensor, but got 'i32'}}
  "shape.split_at"(%a, %b) : (i32, index) -> (!shape.shape, !shape.shape)
  return
}

// -----

func.func @f(%a: index, %b: !shape.shape) {
  // expected-error@+1 {{'shape.with_shape' op operand #0 must be shaped of any type values or value shape, but got 'index'}}
  "shape.with_shape"(%a, %b) : (index, !shape.shape) -> !shape.value_shape
  return
}

// -----

func.func @f(%a: index) {
  // expected-error@+1 {{'shape.value_of' op operand #0 must be value shape, but got 'index'}}
  "shape.value_of"(%a) : (index) -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: index) {
  // expected-error@+1 {{'shape.debug_print' op operand #0 must be shape or size, but got 'index'}}
  "shape.debug_print"(%a) : (index) -> !shape.shape
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'shape.assuming_all' op no operands specified}}
  "shape.assuming_all"() : () -> !shape.witness
  return
}

// -----

func.func @f(%a: !shape.shape) {
  // expected-error@+1 {{'shape.cstr_broadcastable' op required at least 2 input shapes}}
  "shape.cstr_broadcastable"(%a) : (!shape.shape) -> !shape.witness
  return
}

// -----

func.func @f(%a: index) {
  // expected-error@+1 {{'shape.cstr_eq' op operand #0 must be variadic of shape or extent tensor, but got 'index'}}
  "shape.cstr_eq"(%a) : (index) -> !shape.witness
  return
}

// -----

func.func @f(%a: index) {
  // expected-error@+1 {{'shape.cstr_require' op operand #0 must be 1-bit signless integer, but got 'index'}}
  "shape.cstr_require"(%a) <{msg = "m"}> : (index) -> !shape.witness
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{invalid properties {passing = 1 : i32} for op shape.const_witness: Invalid attribute `passing` in property conversion: 1 : i32}}
  "shape.const_witness"() <{passing = 1 : i32}> : () -> !shape.witness
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'shape.yield' op expects parent op 'shape.reduce'}}
  "shape.yield"() : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'shape.assuming_yield' op expects parent op 'shape.assuming'}}
  "shape.assuming_yield"() : () -> ()
  return
}

// -----

func.func @f(%a: !shape.witness, %b: index) {
  // expected-error@+1 {{'shape.assuming' op along control flow edge from Operation shape.assuming_yield to parent: successor operand type #0 'index' should match successor input type #0 'i32'}}
  "shape.assuming"(%a) ({
    // expected-note@+1 {{region branch point}}
    "shape.assuming_yield"(%b) : (index) -> ()
  }) : (!shape.witness) -> i32
  return
}

// -----

func.func @f(%s: !shape.shape, %a: !shape.size) {
  // expected-error@+1 {{'shape.reduce' op ReduceOp body is expected to have 3 arguments}}
  "shape.reduce"(%s, %a) ({
  ^bb0(%i: index, %e: !shape.size):
    "shape.yield"(%a) : (!shape.size) -> ()
  }) : (!shape.shape, !shape.size) -> !shape.size
  return
}

// -----

// expected-error@+1 {{unknown  type `nothing` in dialect `shape`}}
func.func @f(%a: !shape.nothing)

// -----

func.func @yield_count(%s: !shape.shape, %i: !shape.size) -> !shape.size {
  %0 = shape.reduce(%s, %i) : !shape.shape -> !shape.size {
  ^bb0(%n: index, %e: !shape.size, %a: !shape.size):
    // expected-error@+1 {{number of operands does not match number of results of its parent}}
    shape.yield
  }
  return %0 : !shape.size
}

// -----

func.func @yield_type(%s: !shape.shape, %i: !shape.size) -> !shape.size {
  %0 = shape.reduce(%s, %i) : !shape.shape -> !shape.size {
  ^bb0(%n: index, %e: !shape.size, %a: !shape.size):
    // expected-error@+1 {{types mismatch between yield op and its parent}}
    shape.yield %n : index
  }
  return %0 : !shape.size
}

// -----

func.func @reduce_results(%s: !shape.shape, %i: !shape.size) {
  // expected-error@+1 {{type mismatch between result 0, of type 'index', and initial value 0, of type '!shape.size'}}
  %0 = "shape.reduce"(%s, %i) ({
  ^bb0(%n: index, %e: !shape.size, %a: !shape.size):
    "shape.yield"(%n) : (index) -> ()
  }) : (!shape.shape, !shape.size) -> index
  return
}

// -----

func.func @reduce_count(%s: !shape.shape, %i: !shape.size) {
  // expected-error@+1 {{expected 1 results, as many as initial values, but got 0}}
  "shape.reduce"(%s, %i) ({
  ^bb0(%n: index, %e: !shape.size, %a: !shape.size):
    "shape.yield"() : () -> ()
  }) : (!shape.shape, !shape.size) -> ()
  return
}

// -----

func.func @assuming(%w: !shape.witness) {
  // expected-error@+1 {{region #0 ('doRegion') must have no arguments}}
  "shape.assuming"(%w) ({
  ^bb0(%a: index):
    "shape.assuming_yield"() : () -> ()
  }) : (!shape.witness) -> ()
  return
}

// -----

func.func @f(%a: tensor<3x1xf32>) {
  // expected-error@+1 {{'shape.shape_of' op inferred type(s) 'tensor<2xindex>' are incompatible with return type(s) of operation 'tensor<0xindex>'}}
  %0 = shape.shape_of %a : tensor<3x1xf32> -> tensor<0xindex>
  return
}
