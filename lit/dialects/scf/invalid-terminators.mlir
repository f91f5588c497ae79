// RUN: lathe-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// Errors about terminators and reductions have the words of mlir-opt.

func.func @a(%i: index) {
// expected-error@+2 {{'scf.parallel' op expects body to terminate with 'scf.reduce'}}
// expected-note@+1 {{terminator here}}
  "scf.parallel"(%i, %i, %i) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({ ^bb0(%a: index): "scf.yield"() : () -> () }) : (index, index, index) -> ()
  return
}

// -----

func.func @a(%i: index) {
// expected-error@+2 {{'scf.parallel' op expects body to terminate with 'scf.reduce'}}
// expected-note@+1 {{terminator here}}
  "scf.parallel"(%i, %i, %i) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({ ^bb0(%a: index): "foo.yield"() : () -> () }) : (index, index, index) -> ()
  return
}

// -----

func.func @a(%i: index, %f: f32) {
// expected-error@+1 {{'scf.parallel' op expects number of results: 1 to be the same as number of reductions: 0}}
  %r = "scf.parallel"(%i, %i, %i, %f) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> ({ ^bb0(%a: index): "scf.reduce"() : () -> () }) : (index, index, index, f32) -> f32
  return
}

// -----

func.func @a(%i: index, %f: f32) {
// expected-error@+1 {{'scf.parallel' op expects number of results: 1 to be the same as number of initial values: 0}}
  %r = "scf.parallel"(%i, %i, %i) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({ ^bb0(%a: index): "scf.reduce"(%f) ({^bb0(%x: f32, %y: f32): "scf.reduce.return"(%x) : (f32) -> ()}) : (f32) -> () }) : (index, index, index) -> f32
  return
}

// -----

func.func @a(%i: index, %f: f32) {
// expected-error@+1 {{'scf.reduce' op expects number of reduction regions: 0 to be the same as number of reduction operands: 1}}
  "scf.parallel"(%i, %i, %i) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({ ^bb0(%a: index): "scf.reduce"(%f) : (f32) -> () }) : (index, index, index) -> ()
  return
}

// -----

func.func @a(%i: index, %f: f32) {
// expected-error@+1 {{'scf.reduce' op expects type of 0-th reduction operand: 'index' to be the same as the 0-th result type: 'f32'}}
  %r = "scf.parallel"(%i, %i, %i, %f) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> ({ ^bb0(%a: index): "scf.reduce"(%i) ({^bb0(%x: index, %y: index): "scf.reduce.return"(%x) : (index) -> ()}) : (index) -> () }) : (index, index, index, f32) -> f32
  return
}

// -----

func.func @a(%i: index, %f: f32) {
// expected-error@+1 {{'scf.reduce.return' op must have type 'f32' (the type of the reduction inputs)}}
  %r = "scf.parallel"(%i, %i, %i, %f) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> ({ ^bb0(%a: index): "scf.reduce"(%f) ({^bb0(%x: f32, %y: f32): "scf.reduce.return"(%i) : (index) -> ()}) : (f32) -> () }) : (index, index, index, f32) -> f32
  return
}

// -----

func.func @a(%i: index, %f: f32) {
// expected-error@+1 {{'scf.reduce' op expected two block arguments with type 'f32' in the 0-th reduction region}}
  %r = "scf.parallel"(%i, %i, %i, %f) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> ({ ^bb0(%a: index): "scf.reduce"(%f) ({^bb0(%x: f32): "scf.reduce.return"(%x) : (f32) -> ()}) : (f32) -> () }) : (index, index, index, f32) -> f32
  return
}

// -----

func.func @a(%i: index, %f: f32) {
// expected-error@+1 {{empty block: expect at least a terminator}}
  %r = "scf.parallel"(%i, %i, %i, %f) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> ({ ^bb0(%a: index): "scf.reduce"(%f) ({^bb0(%x: f32, %y: f32): }) : (f32) -> () }) : (index, index, index, f32) -> f32
  return
}

// -----

func.func @a(%i: index, %f: f32) {
// expected-error@+1 {{'scf.reduce' op reduction bodies must be terminated with an 'scf.reduce.return' op}}
  %r = "scf.parallel"(%i, %i, %i, %f) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> ({ ^bb0(%a: index): "scf.reduce"(%f) ({^bb0(%x: f32, %y: f32): "foo.r"() : () -> () }) : (f32) -> () }) : (index, index, index, f32) -> f32
  return
}

// -----

func.func @a(%i: index, %f: f32) {
// expected-error@+1 {{'scf.reduce' op expects number of reduction regions: 1 to be the same as number of reduction operands: 2}}
  %r = "scf.parallel"(%i, %i, %i, %f) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> ({ ^bb0(%a: index): "scf.reduce"(%f, %f) ({^bb0(%x: f32, %y: f32): "scf.reduce.return"(%x) : (f32) -> ()}) : (f32, f32) -> () }) : (index, index, index, f32) -> f32
  return
}

// -----

func.func @a(%i: index, %f: f32) {
// expected-error@+1 {{'scf.parallel' op expects arguments for the induction variable to be of index type}}
  "scf.parallel"(%i, %i, %i) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({ ^bb0(%a: f32): "scf.reduce"() : () -> () }) : (index, index, index) -> ()
  return
}

// -----

func.func @a(%i: index, %f: f32) {
// expected-error@+1 {{'scf.parallel' op expects region #0 to have 0 or 1 blocks}}
  "scf.parallel"(%i, %i, %i) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({ ^bb0(%a: index): "foo.c"() : () -> ()
 ^bb1:
 "scf.reduce"() : () -> () }) : (index, index, index) -> ()
  return
}

// -----

func.func @a(%i: i32) {
// expected-error@+1 {{'scf.while' op along control flow edge from Operation scf.condition to parent: region branch point has 2 operands, but region successor needs 1 inputs}}
  %r = "scf.while"(%i) ({ ^bb0(%a: i32): %c = "foo.c"() : () -> i1
// expected-note@+1 {{region branch point}}
 "scf.condition"(%c, %a, %a) : (i1, i32, i32) -> () }, { ^bb0(%a: i32): "scf.yield"(%a) : (i32) -> () }) : (i32) -> i32
  return
}

// -----

func.func @a(%i: index) {
  scf.for %k = %i to %i step %i {
    "foo.end"() : () -> ()
  }
// expected-error@+2 {{'scf.for' op expects regions to end with 'scf.yield', found 'foo.yield'}}
// expected-note@+1 {{in custom textual format, the absence of terminator implies 'scf.yield'}}
  "scf.for"(%i, %i, %i) ({ ^bb0(%a: index): "foo.yield"() : () -> () }) : (index, index, index) -> ()
  return
}

// -----

func.func @a(%c: i1) {
// expected-error@+2 {{'scf.if' op expects regions to end with 'scf.yield', found 'foo.yield'}}
// expected-note@+1 {{in custom textual format, the absence of terminator implies 'scf.yield'}}
  "scf.if"(%c) ({ "foo.yield"() : () -> () }, {}) : (i1) -> ()
  return
}

// -----

func.func @a(%c: index) {
// expected-error@+1 {{'scf.index_switch' op expected region to end with scf.yield, but got foo.yield}}
  "scf.index_switch"(%c) <{cases = array<i64: 1>}> ({ "foo.yield"() : () -> () }, {"scf.yield"() : () -> ()}) : (index) -> ()
  return
}

// -----

func.func @a(%c: index) {
// expected-error@+1 {{'scf.index_switch' op expected region to end with scf.yield, but got foo.yield}}
  "scf.index_switch"(%c) <{cases = array<i64: 1>}> ({ "scf.yield"() : () -> () }, {"foo.yield"() : () -> ()}) : (index) -> ()
  return
}

// -----

func.func @a(%i: index) {
// expected-error@+2 {{'scf.forall' op expects regions to end with 'scf.forall.in_parallel', found 'foo.end'}}
// expected-note@+1 {{in custom textual format, the absence of terminator implies 'scf.forall.in_parallel'}}
  "scf.forall"(%i) <{operandSegmentSizes = array<i32: 0, 1, 0, 0>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: -9223372036854775808>}> ({
  ^bb0(%a: index):
    "foo.end"() : () -> ()
  }) : (index) -> ()
  return
}

// -----

func.func @a() {
  "scf.execute_region"() ({
    "foo.end"() : () -> ()
  }) : () -> ()
// expected-error@+1 {{'scf.execute_region' op region needs to have at least one block}}
  "scf.execute_region"() ({
  }) : () -> ()
  return
}

// -----

func.func @empty_switch_block(%c: index) {
  // expected-error@+1 {{'scf.index_switch' op expected region to end with scf.yield, but it is empty}}
  "scf.index_switch"(%c) <{cases = array<i64: 1>}> ({
  ^bb0:
  }, {"scf.yield"() : () -> ()}) : (index) -> ()
  return
}
