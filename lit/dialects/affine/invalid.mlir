// RUN: lathe-opt %s --split-input-file --verify-diagnostics

func.func @f1(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{custom op 'affine.apply' dimension or symbol index mismatch}}
  %0 = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%n)
  return
}

// -----

func.func @f2(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{custom op 'affine.apply' dimension or symbol index mismatch}}
  %0 = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%n, %n)[%n]
  return
}

// -----

func.func @f3(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{custom op 'affine.apply' invalid kind of attribute specified}}
  %0 = affine.apply 4(%n)[%n]
  return
}

// -----

func.func @f4(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.apply' op operand count and affine map dimension and symbol count must match}}
  %0 = "affine.apply"(%n) {map = affine_map<(d0)[s0] -> (d0 + s0)>} : (index) -> index
  return
}

// -----

func.func @f5(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.apply' op attribute 'map' failed to satisfy constraint: AffineMap attribute}}
  %0 = "affine.apply"(%n) {map = 4} : (index) -> index
  return
}

// -----

func.func @f6(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.apply' op requires attribute 'map'}}
  %0 = "affine.apply"(%n) : (index) -> index
  return
}

// -----

func.func @f7(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.min' op operand count and affine map dimension and symbol count must match}}
  %0 = affine.min affine_map<(d0)[s0] -> (d0 + s0)>(%n)
  return
}

// -----

func.func @f8(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.min' op affine map expect at least one result}}
  %0 = affine.min affine_map<(d0)[s0] -> ()>(%n)[%n]
  return
}

// -----

func.func @f9(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{custom op 'affine.for' expected step to be representable as a positive signed integer}}
  affine.for %x = 0 to 10 step -1 { }
  return
}

// -----

func.func @f10(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{expected attribute value}}
  affine.for %x = 0 to 10 step %n { }
  return
}

// -----

func.func @f11(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{custom op 'affine.for' expected 'to' between bounds}}
  affine.for %x = 0 by 10 { }
  return
}

// -----

func.func @f12(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{custom op 'affine.for' expected only one loop bound operand}}
  affine.for %x = %n, %n to 10 { }
  return
}

// -----

func.func @f13(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{custom op 'affine.for' lower loop bound affine map with multiple results requires 'max' prefix}}
  affine.for %x = affine_map<(d0) -> (d0, 4)>(%n) to 10 { }
  return
}

// -----

func.func @f14(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{custom op 'affine.for' upper loop bound affine map with multiple results requires 'min' prefix}}
  affine.for %x = 0 to affine_map<(d0) -> (d0, 4)>(%n) { }
  return
}

// -----

func.func @f15(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{custom op 'affine.for' symbol operand count and affine map symbol count must match}}
  affine.for %x = 0 to min affine_map<(d0) -> (d0, 4)>(%n)[%n] { }
  return
}

// -----

func.func @f16(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{custom op 'affine.for' dim operand count and affine map dim count must match}}
  affine.for %x = 0 to affine_map<(d0) -> (d0)>()[%n] { }
  return
}

// -----

func.func @f17(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{custom op 'affine.for' expected valid affine map representation for loop bounds}}
  affine.for %x = 0 to "x" { }
  return
}

// -----

func.func @f18(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{expected '->'}}
  affine.for %x = 0 to 10 iter_args(%a = %f) { }
  return
}

// -----

func.func @f19(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{custom op 'affine.for' mismatch between the number of loop-carried values and results}}
  affine.for %x = 0 to 10 iter_args(%a = %f) -> (f32, f32) { }
  return
}

// -----

func.func @f20(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.yield' op parent of yield must have same number of results as the yield operands}}
  %0 = affine.for %x = 0 to 10 iter_args(%a = %f) -> (f32) { }
  return
}

// -----

func.func @f21(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.yield' op types mismatch between yield op and its parent}}
  %0 = affine.for %x = 0 to 10 iter_args(%a = %f) -> (f32) { affine.yield %n : index }
  return
}

// -----

func.func @f22(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.yield' op parent of yield must have same number of results as the yield operands}}
  affine.for %x = 0 to 10 { affine.yield %n : index }
  return
}

// -----

func.func @f23(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{operation being parsed with an unregistered dialect. If this is intended, please use -allow-unregistered-dialect with the MLIR tool used}}
  affine.for %x = 0 to 10 { "foo"() : () -> () return }
  return
}

// -----

func.func @f24(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.for' op expected body to have a single index argument for the induction variable}}
  "affine.for"() ({ ^bb0(%a: i32): affine.yield }) {lowerBoundMap = affine_map<() -> (0)>, upperBoundMap = affine_map<() -> (1)>, step = 1 : index, operandSegmentSizes=array<i32: 0,0,0>} : () -> ()
  return
}

// -----

func.func @f25(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.for' op expected lower bound map to have at least one result}}
  "affine.for"() ({ ^bb0(%a: index): affine.yield }) {lowerBoundMap = affine_map<() -> ()>, upperBoundMap = affine_map<() -> (1)>, step = 1 : index, operandSegmentSizes=array<i32: 0,0,0>} : () -> ()
  return
}

// -----

func.func @f26(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.for' op expected upper bound map to have at least one result}}
  "affine.for"() ({ ^bb0(%a: index): affine.yield }) {lowerBoundMap = affine_map<() -> (0)>, upperBoundMap = affine_map<() -> ()>, step = 1 : index, operandSegmentSizes=array<i32: 0,0,0>} : () -> ()
  return
}

// -----

func.func @f27(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.for' op attribute 'step' failed to satisfy constraint: index attribute}}
  "affine.for"() ({ ^bb0(%a: index): affine.yield }) {lowerBoundMap = affine_map<() -> (0)>, upperBoundMap = affine_map<() -> (1)>, step = 1 : i32, operandSegmentSizes=array<i32: 0,0,0>} : () -> ()
  return
}

// -----

func.func @f28(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.for' op region #0 ('region') failed to verify constraint: region with 1 blocks}}
  "affine.for"() ({ }) {lowerBoundMap = affine_map<() -> (0)>, upperBoundMap = affine_map<() -> (1)>, step = 1 : index, operandSegmentSizes=array<i32: 0,0,0>} : () -> ()
  return
}

// -----

func.func @f29(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.for' op different number of inits and region iter_args: 1 != 0}}
  %0 = "affine.for"(%f) ({ ^bb0(%a: index): affine.yield %f: f32}) {lowerBoundMap = affine_map<() -> (0)>, upperBoundMap = affine_map<() -> (1)>, step = 1 : index, operandSegmentSizes=array<i32: 0,0,1>} : (f32) -> f32
  return
}

// -----

func.func @f30(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.for' op different number of inits and region iter_args: 0 != 1}}
  %0 = "affine.for"() ({ ^bb0(%a: index, %b: f32): affine.yield %f: f32}) {lowerBoundMap = affine_map<() -> (0)>, upperBoundMap = affine_map<() -> (1)>, step = 1 : index, operandSegmentSizes=array<i32: 0,0,0>} : () -> f32
  return
}

// -----

func.func @f31(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.for' op 0-th init and 0-th region iter_arg have different type: 'f32' != 'i32'}}
  %0 = "affine.for"(%f) ({ ^bb0(%a: index, %b: i32): affine.yield %f: f32}) {lowerBoundMap = affine_map<() -> (0)>, upperBoundMap = affine_map<() -> (1)>, step = 1 : index, operandSegmentSizes=array<i32: 0,0,1>} : (f32) -> f32
  return
}

// -----

func.func @f32(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{custom op 'affine.if' symbol operand count and integer set symbol count must match}}
  affine.if affine_set<(d0)[s0] : (d0 >= 0)>(%n) { }
  return
}

// -----

func.func @f33(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{custom op 'affine.if' dim operand count and integer set dim count must match}}
  affine.if affine_set<(d0) : (d0 >= 0)>(%n, %n) { }
  return
}

// -----

func.func @f34(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{custom op 'affine.if' invalid kind of attribute specified}}
  affine.if affine_map<(d0) -> (d0)>(%n) { }
  return
}

// -----

func.func @f35(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.yield' op parent of yield must have same number of results as the yield operands}}
  %0 = affine.if affine_set<(d0) : (d0 >= 0)>(%n) -> f32 { affine.yield %f : f32 } else { }
  return
}

// -----

func.func @f36(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.yield' op parent of yield must have same number of results as the yield operands}}
  affine.if affine_set<(d0) : (d0 >= 0)>(%n) { } else { affine.yield %n : index }
  return
}

// -----

func.func @f37(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.if' op region #0 ('thenRegion') failed to verify constraint: region with 1 blocks}}
  "affine.if"(%n) ({ }, { }) {condition = affine_set<(d0) : (d0 >= 0)>} : (index) -> ()
  return
}

// -----

func.func @f38(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.if' op operand count and condition integer set dimension and symbol count must match}}
  "affine.if"(%n) ({ affine.yield }, { }) {condition = affine_set<(d0)[s0] : (d0 >= 0)>} : (index) -> ()
  return
}

// -----

func.func @f39(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.if' op attribute 'condition' failed to satisfy constraint: IntegerSet attribute}}
  "affine.if"(%n) ({ affine.yield }, { }) {condition = 4} : (index) -> ()
  return
}

// -----

func.func @f40(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.if' op region #0 should have no arguments}}
  "affine.if"(%n) ({ ^bb0(%a: i32): affine.yield }, { }) {condition = affine_set<(d0) : (d0 >= 0)>} : (index) -> ()
  return
}

// -----

func.func @f41(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.load' op affine map num results must equal memref rank}}
  %0 = affine.load %m[%n] : memref<?x?xf32>
  return
}

// -----

func.func @f42(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{non-affine expression: at least one of the multiply operands has to be either a constant or symbolic}}
  %0 = affine.load %m[%n, %n * %n] : memref<?x?xf32>
  return
}

// -----

func.func @f43(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{custom op 'affine.load' invalid kind of type specified: expected builtin.memref, but found 'tensor<?x?xf32>'}}
  %0 = affine.load %m[%n, %n] : tensor<?x?xf32>
  return
}

// -----

func.func @f44(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{expected ']' in affine map}}
  %0 = affine.load %m[%n %n] : memref<?x?xf32>
  return
}

// -----

func.func @f45(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{use of undeclared SSA value name}}
  %0 = affine.load %m[%q, %n] : memref<?x?xf32>
  return
}

// -----

func.func @f46(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{expected '(' at start of SSA symbol}}
  %0 = affine.load %m[%n, symbol %n] : memref<?x?xf32>
  return
}

// -----

func.func @f47(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{expected ssa identifier}}
  %0 = affine.load %m[%n, symbol(4)] : memref<?x?xf32>
  return
}

// -----

func.func @f48(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{use of undeclared identifier}}
  %0 = affine.load %m[%n, n] : memref<?x?xf32>
  return
}

// -----

func.func @f49(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{expected '[' in affine map}}
  %0 = affine.load %m : memref<?x?xf32>
  return
}

// -----

func.func @f50(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.load' op result type must match element type of memref}}
  %0 = "affine.load"(%m, %n, %n) {map = affine_map<(d0, d1) -> (d0, d1)>} : (memref<?x?xf32>, index, index) -> f64
  return
}

// -----

func.func @f51(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.load' op expects as many subscripts as affine map inputs}}
  %0 = "affine.load"(%m, %n, %n) {map = affine_map<(d0) -> (d0, d0)>} : (memref<?x?xf32>, index, index) -> f32
  return
}

// -----

func.func @f52(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.load' op operand #2 must be variadic of index, but got 'i32'}}
  %0 = "affine.load"(%m, %n, %i) {map = affine_map<(d0, d1) -> (d0, d1)>} : (memref<?x?xf32>, index, i32) -> f32
  return
}

// -----

func.func @f53(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.store' op value to store must have the same type as memref element type}}
  "affine.store"(%n, %m, %n, %n) {map = affine_map<(d0, d1) -> (d0, d1)>} : (index, memref<?x?xf32>, index, index) -> ()
  return
}

// -----

func.func @f54(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{custom op 'affine.vector_load' invalid kind of type specified: expected builtin.vector, but found 'f32'}}
  %0 = affine.vector_load %m[%n, %n] : memref<?x?xf32>, f32
  return
}

// -----

func.func @f55(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.vector_load' op requires memref and vector types of the same elemental type}}
  %0 = affine.vector_load %m[%n, %n] : memref<?x?xf32>, vector<4xf64>
  return
}

// -----

func.func @f56(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.vector_load' op affine map num results must equal memref rank}}
  %0 = affine.vector_load %m[%n] : memref<?x?xf32>, vector<4xf32>
  return
}

// -----

func.func @f57(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{custom op 'affine.prefetch' rw specifier has to be 'read' or 'write'}}
  affine.prefetch %m[%n, %n], rd, locality<2>, data : memref<?x?xf32>
  return
}

// -----

func.func @f58(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{custom op 'affine.prefetch' cache type has to be 'data' or 'instr'}}
  affine.prefetch %m[%n, %n], read, locality<2>, dat : memref<?x?xf32>
  return
}

// -----

func.func @f59(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.prefetch' op attribute 'localityHint' failed to satisfy constraint: 32-bit signless integer attribute whose minimum value is 0 whose maximum value is 3}}
  affine.prefetch %m[%n, %n], read, locality<5>, data : memref<?x?xf32>
  return
}

// -----

func.func @f60(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{custom op 'affine.prefetch' expected 'locality'}}
  affine.prefetch %m[%n, %n], read, loc<5>, data : memref<?x?xf32>
  return
}

// -----

func.func @f61(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.prefetch' op affine.prefetch affine map num results must equal memref rank}}
  affine.prefetch %m[%n], read, locality<1>, data : memref<?x?xf32>
  return
}

// -----

func.func @f62(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.parallel' op the number of region arguments (1) and the number of map groups for lower (1) and upper bound (2), and the number of steps (1) must all match}}
  affine.parallel (%x) = (0) to (10, 20) { }
  return
}

// -----

func.func @f63(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.parallel' op the number of region arguments (1) and the number of map groups for lower (1) and upper bound (1), and the number of steps (2) must all match}}
  affine.parallel (%x) = (0) to (10) step (1, 2) { }
  return
}

// -----

func.func @f64(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{custom op 'affine.parallel' steps must be constant integers}}
  affine.parallel (%x) = (0) to (10) step (%n) { }
  return
}

// -----

func.func @f65(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{custom op 'affine.parallel' expected 'to'}}
  affine.parallel (%x) = (0) by (10) { }
  return
}

// -----

func.func @f66(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{use of undeclared identifier}}
  affine.parallel (%x) = (min(0)) to (10) { }
  return
}

// -----

func.func @f67(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.parallel' op expected lower bound map to have at least one result}}
  affine.parallel (%x) = (max()) to (10) { }
  return
}

// -----

func.func @f68(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.parallel' op a reduction must be specified for each output}}
  %0 = affine.parallel (%x) = (0) to (10) -> (f32) { affine.yield %f : f32 }
  return
}

// -----

func.func @f69(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{custom op 'affine.parallel' invalid reduction value: "foo"}}
  %0 = affine.parallel (%x) = (0) to (10) reduce ("foo") -> (f32) { affine.yield %f : f32 }
  return
}

// -----

func.func @f70(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.parallel' op result type cannot match reduction attribute}}
  %0 = affine.parallel (%x) = (0) to (10) reduce ("addi") -> (f32) { affine.yield %f : f32 }
  return
}

// -----

func.func @f71(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.parallel' op result type cannot match reduction attribute}}
  %0 = affine.parallel (%x) = (0) to (10) reduce ("maxs") -> (f32) { affine.yield %f : f32 }
  return
}

// -----

func.func @f72(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.parallel' op expected upper bounds map to have 1 results}}
  "affine.parallel"() ({ ^bb0(%a: index): affine.yield }) {lowerBoundsMap = affine_map<() -> (0)>, upperBoundsMap = affine_map<() -> (1, 2)>, lowerBoundsGroups = dense<1> : vector<1xi32>, upperBoundsGroups = dense<1> : vector<1xi32>, reductions = [], steps = [1]} : () -> ()
  return
}

// -----

func.func @f73(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.parallel' op attribute 'lowerBoundsGroups' failed to satisfy constraint: 32-bit signless integer elements attribute}}
  "affine.parallel"() ({ ^bb0(%a: index): affine.yield }) {lowerBoundsMap = affine_map<() -> (0)>, upperBoundsMap = affine_map<() -> (1)>, lowerBoundsGroups = dense<1> : tensor<1xi64>, upperBoundsGroups = dense<1> : tensor<1xi32>, reductions = [], steps = [1]} : () -> ()
  return
}

// -----

func.func @f74(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.parallel' op attribute 'reductions' failed to satisfy constraint: Reduction ops}}
  "affine.parallel"() ({ ^bb0(%a: index): affine.yield }) {lowerBoundsMap = affine_map<() -> (0)>, upperBoundsMap = affine_map<() -> (1)>, lowerBoundsGroups = dense<1> : tensor<1xi32>, upperBoundsGroups = dense<1> : tensor<1xi32>, reductions = [99], steps = [1]} : () -> ()
  return
}

// -----

func.func @f75(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.parallel' op attribute 'steps' failed to satisfy constraint: 64-bit integer array attribute}}
  "affine.parallel"() ({ ^bb0(%a: index): affine.yield }) {lowerBoundsMap = affine_map<() -> (0)>, upperBoundsMap = affine_map<() -> (1)>, lowerBoundsGroups = dense<0> : tensor<1xi32>, upperBoundsGroups = dense<1> : tensor<1xi32>, reductions = [], steps = [1 : i32]} : () -> ()
  return
}

// -----

func.func @f76(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.parallel' op expected lower bound map to have at least one result}}
  "affine.parallel"() ({ ^bb0(%a: index): affine.yield }) {lowerBoundsMap = affine_map<() -> (0)>, upperBoundsMap = affine_map<() -> (1)>, lowerBoundsGroups = dense<0> : tensor<1xi32>, upperBoundsGroups = dense<1> : tensor<1xi32>, reductions = [], steps = [1]} : () -> ()
  return
}

// -----

func.func @f77(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.delinearize_index' op should return an index for each basis element and up to one extra index}}
  %0:1 = affine.delinearize_index %n into (2, 3) : index
  return
}

// -----

func.func @f78(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.delinearize_index' op no basis element may be statically non-positive}}
  %0:2 = affine.delinearize_index %n into (2, 0) : index, index
  return
}

// -----

func.func @f79(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.delinearize_index' op no basis element may be statically non-positive}}
  %0:2 = affine.delinearize_index %n into (2, -4) : index, index
  return
}

// -----

func.func @f80(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{custom op 'affine.delinearize_index' expected 'into'}}
  %0:2 = affine.delinearize_index %n to (2, 3) : index, index
  return
}

// -----

func.func @f81(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.delinearize_index' op result #1 must be variadic of index, but got 'i32'}}
  %0:2 = affine.delinearize_index %n into (2, 3) : index, i32
  return
}

// -----

func.func @f82(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.delinearize_index' op mismatch between dynamic and static basis (kDynamic marker but no corresponding dynamic basis entry) -- this can only happen due to an incorrect fold/rewrite}}
  %0:2 = "affine.delinearize_index"(%n) {static_basis = array<i64: 2, -9223372036854775808>} : (index) -> (index, index)
  return
}

// -----

func.func @f83(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.linearize_index' op should be passed a basis element for each index except possibly the first}}
  %0 = affine.linearize_index [%n, %n, %n] by (3) : index
  return
}

// -----

func.func @f84(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.linearize_index' op should be passed a basis element for each index except possibly the first}}
  %0 = affine.linearize_index [%n, %n] by (3, 4, 5) : index
  return
}

// -----

func.func @f85(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{custom op 'affine.linearize_index' invalid kind of type specified: expected builtin.index, but found 'i32'}}
  %0 = affine.linearize_index [%n, %n] by (3, 4) : i32
  return
}

// -----

func.func @f86(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{custom op 'affine.linearize_index' expected 'by'}}
  %0 = affine.linearize_index [%n, %n] foo (3, 4) : index
  return
}

// -----

func.func @f87(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.dma_start' op expected DMA source to be of memref type}}
  "affine.dma_start"(%n) : (index) -> ()
  return
}

// -----

func.func @f88(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{custom op 'affine.dma_start' expected two stride related operands}}
  affine.dma_start %m[%n, %n], %m[%n, %n], %tag[%n], %n, %n : memref<?x?xf32>, memref<?x?xf32>, memref<1xi32>
  return
}

// -----

func.func @f89(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{custom op 'affine.dma_start' expected three types}}
  affine.dma_start %m[%n, %n], %m[%n, %n], %tag[%n], %n : memref<?x?xf32>, memref<1xi32>
  return
}

// -----

func.func @f90(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{expected ','}}
  affine.dma_start %m[%n, %n], %m[%n, %n], %tag[%n] : memref<?x?xf32>, memref<?x?xf32>, memref<1xi32>
  return
}

// -----

func.func @f91(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{expected ','}}
  affine.dma_wait %tag[%n] : memref<1xi32>
  return
}

// -----

func.func @f92(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.load' op operand cannot be used as a dimension id}}
  scf.for %x = %n to %n step %n { %0 = affine.load %m[%x, %n] : memref<?x?xf32> }
  return
}

// -----

func.func @f93(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.load' op operand cannot be used as a symbol}}
  scf.for %x = %n to %n step %n { %0 = affine.load %m[%n, symbol(%x)] : memref<?x?xf32> }
  return
}

// -----

func.func @f94(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.for' op operand cannot be used as a symbol}}
  scf.for %x = %n to %n step %n { affine.for %y = 0 to %x { } }
  return
}

// -----

func.func @f95(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.if' op operand cannot be used as a dimension id}}
  scf.for %x = %n to %n step %n { affine.if affine_set<(d0) : (d0 >= 0)>(%x) { } }
  return
}

// -----

func.func @f96(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.for' op operand cannot be used as a symbol}}
  affine.for %x = 0 to %n { affine.for %y = 0 to %x { } }
  return
}

// -----

func.func @f97(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.if' op operand cannot be used as a symbol}}
  affine.for %x = 0 to %n { affine.if affine_set<()[s0] : (s0 >= 0)>()[%x] { } }
  return
}

// -----

func.func @f98(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{operation being parsed with an unregistered dialect. If this is intended, please use -allow-unregistered-dialect with the MLIR tool used}}
  affine.for %x = 0 to %n { %d = "foo"() : () -> index affine.for %y = affine_map<(d0) -> (d0)>(%d) to 10 { } }
  return
}

// -----

func.func @f99(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.for' op operand cannot be used as a symbol}}
  affine.for %x = 0 to %n { %a = memref.alloc(%x) : memref<?xf32> %c = arith.constant 0 : index %d = memref.dim %a, %c : memref<?xf32> affine.for %y = 0 to %d { } }
  return
}

// -----

func.func @f100(%m: memref<?x?xf32>, %n: index, %f: f32, %i: i32, %tag: memref<1xi32>) {
  // expected-error@+1 {{'affine.for' op operand cannot be used as a symbol}}
  affine.for %x = 0 to %n { %a = arith.addi %n, %x : index affine.for %y = 0 to %a { } }
  return
}

// -----

func.func @f101(%x: index) {
  // expected-error@+1 {{operation defines 2 results but was provided 1 to bind}}
  %0 = affine.apply affine_map<(d0) -> (d0, d0 + 1)>(%x)
  return
}

// -----

func.func @groups() {
  // expected-error@+1 {{'affine.parallel' op attribute 'lowerBoundsGroups' has too many elements: a splat that is used as a list of numbers can have at most 1048576 elements}}
  "affine.parallel"() <{lowerBoundsGroups = dense<1> : vector<4611686018427387904xi32>, lowerBoundsMap = affine_map<() -> (0)>, reductions = [], steps = [1], upperBoundsGroups = dense<1> : vector<1xi32>, upperBoundsMap = affine_map<() -> (10)>}> ({
  ^bb0(%a: index):
    affine.yield
  }) : () -> ()
  return
}

// -----

func.func @bounds_without_operands(%m: memref<?xf32>) {
  // expected-error@+1 {{'affine.parallel' op expected 1 operands for its bounds, but has 0}}
  "affine.parallel"() <{lowerBoundsGroups = dense<1> : tensor<1xi32>, lowerBoundsMap = affine_map<() -> (0)>, reductions = [], steps = [1], upperBoundsGroups = dense<1> : tensor<1xi32>, upperBoundsMap = affine_map<(d0) -> (d0)>}> ({
  ^bb0(%i: index):
    "affine.yield"() : () -> ()
  }) : () -> ()
  return
}

// -----

func.func @wait(%tag: memref<1xi32>, %n: index) {
  %c = arith.constant 0 : index
  // expected-error@+1 {{'affine.dma_wait' op expected 1 operand after the tag, but got 2}}
  "affine.dma_wait"(%tag, %c, %n, %n) {tag_map = affine_map<(d0) -> (d0)>} : (memref<1xi32>, index, index, index) -> ()
  return
}

// -----

func.func @wait_count(%tag: memref<1xi32>, %n: none) {
  %c = arith.constant 0 : index
  // expected-error@+1 {{expected numbers of elements of 'index' type, but got 'none'}}
  "affine.dma_wait"(%tag, %c, %n) {tag_map = affine_map<(d0) -> (d0)>} : (memref<1xi32>, index, none) -> ()
  return
}

// -----

func.func @wait_types(%n: index, %tag: memref<1xi32>) {
  // expected-error@+1 {{custom op 'affine.dma_wait' expected one type}}
  affine.dma_wait %tag[%n], %n : memref<1xi32>, memref<1xi32>
  return
}

// -----

func.func @negative_step() {
  // expected-error@+1 {{'affine.for' op expected step to be representable as a positive signed integer}}
  "affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, upperBoundMap = affine_map<() -> (10)>, step = -1 : index, operandSegmentSizes = array<i32: 0, 0, 0>}> ({
  ^bb0(%i: index):
    "affine.yield"() : () -> ()
  }) : () -> ()
  return
}

// -----

func.func @lower_bound_without_operand() {
  // expected-error@+1 {{'affine.for' op expected 1 operands for its lower bound, but has 0}}
  "affine.for"() <{lowerBoundMap = affine_map<()[s0] -> (s0)>, upperBoundMap = affine_map<() -> (1)>, step = 1 : index, operandSegmentSizes = array<i32: 0, 0, 0>}> ({
  ^bb0(%i: index):
    "affine.yield"() : () -> ()
  }) : () -> ()
  return
}

// -----

func.func @upper_bound_with_extra_operand(%n: index) {
  // expected-error@+1 {{'affine.for' op expected 0 operands for its upper bound, but has 1}}
  "affine.for"(%n) <{lowerBoundMap = affine_map<() -> (0)>, upperBoundMap = affine_map<() -> (1)>, step = 1 : index, operandSegmentSizes = array<i32: 0, 1, 0>}> ({
  ^bb0(%i: index):
    "affine.yield"() : () -> ()
  }) : (index) -> ()
  return
}

// -----

func.func @negative_group() {
  // expected-error@+1 {{'affine.parallel' op expected lower bound map to have at least one result}}
  "affine.parallel"() <{lowerBoundsGroups = dense<[-1, 2]> : tensor<2xi32>, lowerBoundsMap = affine_map<() -> (0)>, reductions = [], steps = [1, 1], upperBoundsGroups = dense<1> : tensor<2xi32>, upperBoundsMap = affine_map<() -> (1, 1)>}> ({
  ^bb0(%i: index, %j: index):
    "affine.yield"() : () -> ()
  }) : () -> ()
  return
}
