// RUN: lathe-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @for_bounds(%i: index, %j: i32) {
  // expected-error@+1 {{'scf.for' op failed to verify that all of {lowerBound, upperBound, step} have same type}}
  "scf.for"(%i, %i, %j) ({ ^bb0(%k: index): "scf.yield"() : () -> () }) : (index, index, i32) -> ()
  return
}

// -----

func.func @for_results(%i: index) {
  // expected-error@+1 {{'scf.for' op mismatch in number of loop-carried values and defined values}}
  %r = "scf.for"(%i, %i, %i) ({ ^bb0(%k: index): "scf.yield"() : () -> () }) : (index, index, index) -> index
  return
}

// -----

func.func @for_counter(%i: index) {
  // expected-error@+1 {{'scf.for' op expected induction variable to be same type as bounds and step}}
  "scf.for"(%i, %i, %i) ({ ^bb0(%k: i32): "scf.yield"() : () -> () }) : (index, index, index) -> ()
  return
}

// -----

func.func @if_values(%c: i1, %x: f32) {
  // expected-error@+1 {{'scf.if' op must have an else block if defining values}}
  %r = "scf.if"(%c) ({ "scf.yield"(%x) : (f32) -> () }, { }) : (i1) -> f32
  return
}

// -----

func.func @if_condition(%c: i32) {
  // expected-error@+1 {{'scf.if' op operand #0 must be 1-bit signless integer, but got 'i32'}}
  "scf.if"(%c) ({ "scf.yield"() : () -> () }, { }) : (i32) -> ()
  return
}

// -----

func.func @while_end(%c: i1) {
  // expected-note@+2 {{terminator here}}
  // expected-error@+1 {{'scf.while' op expects the 'before' region to terminate with 'scf.condition'}}
  "scf.while"() ({ "test.end"() : () -> () }, { "scf.yield"() : () -> () }) : () -> ()
  return
}

// -----

func.func @condition_outside(%c: i1) {
  // expected-error@+1 {{'scf.condition' op expects parent op 'scf.while'}}
  "scf.condition"(%c) : (i1) -> ()
}

// -----

func.func @yield_outside() {
  // expected-error@+1 {{'scf.yield' op expects parent op to be one of 'scf.execute_region, scf.for, scf.if, scf.index_switch, scf.while'}}
  "scf.yield"() : () -> ()
}

// -----

func.func @parallel_steps(%i: index) {
  // expected-error@+1 {{'scf.parallel' op expects the same number of induction variables: 1 as bound and step values: 2}}
  "scf.parallel"(%i, %i, %i, %i) <{operandSegmentSizes = array<i32: 1, 1, 2, 0>}> ({ ^bb0(%k: index): "scf.reduce"() : () -> () }) : (index, index, index, index) -> ()
  return
}

// -----

func.func @parallel_results(%i: index, %x: f32) {
  // expected-error@+1 {{'scf.parallel' op expects number of results: 1 to be the same as number of reductions: 0}}
  %r = "scf.parallel"(%i, %i, %i) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({ ^bb0(%k: index): "scf.reduce"() : () -> () }) : (index, index, index) -> f32
  return
}

// -----

func.func @reduce_outside() {
  // expected-error@+1 {{'scf.reduce' op expects parent op 'scf.parallel'}}
  "scf.reduce"() : () -> ()
}

// -----

func.func @reduce_return_outside(%x: f32) {
  // expected-error@+1 {{'scf.reduce.return' op expects parent op 'scf.reduce'}}
  "scf.reduce.return"(%x) : (f32) -> ()
}

// -----

func.func @reduce_arguments(%i: index, %x: f32) {
  %r = scf.parallel (%k) = (%i) to (%i) step (%i) init (%x) -> f32 {
    // expected-error@+1 {{'scf.reduce' op expected two block arguments with type 'f32' in the 0-th reduction region}}
    scf.reduce(%x : f32) {
    ^bb0(%a: f32):
      scf.reduce.return %a : f32
    }
  }
  return
}

// -----

func.func @reduce_return_type(%i: index, %x: f32, %y: i32) {
  %r = scf.parallel (%k) = (%i) to (%i) step (%i) init (%x) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f32):
      // expected-error@+1 {{'scf.reduce.return' op must have type 'f32' (the type of the reduction inputs)}}
      scf.reduce.return %y : i32
    }
  }
  return
}

// -----

func.func @execute_region_arguments() {
  // expected-error@+1 {{'scf.execute_region' op region cannot have any arguments}}
  "scf.execute_region"() ({ ^bb0(%a: i32): "scf.yield"() : () -> () }) : () -> ()
  return
}

// -----

func.func @index_switch_cases(%i: index) {
  // expected-error@+1 {{'scf.index_switch' op has duplicate case value: 1}}
  "scf.index_switch"(%i) <{cases = array<i64: 1, 1>}> ({ "scf.yield"() : () -> () }, { "scf.yield"() : () -> () }, { "scf.yield"() : () -> () }) : (index) -> ()
  return
}

// -----

func.func @index_switch_regions(%i: index) {
  // expected-error@+1 {{'scf.index_switch' op has 0 case regions but 1 case values}}
  "scf.index_switch"(%i) <{cases = array<i64: 1>}> ({ "scf.yield"() : () -> () }) : (index) -> ()
  return
}

// -----

func.func @forall_outputs(%t: tensor<4xf32>) {
  // expected-error@+1 {{'scf.forall' op region expects 1 arguments}}
  %r = "scf.forall"(%t) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: 4>}> ({ ^bb0(%i: index): "scf.forall.in_parallel"() ({ ^bb1: }) : () -> () }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @in_parallel_outside() {
  // expected-error@+1 {{'scf.forall.in_parallel' op expects parent op 'scf.forall'}}
  "scf.forall.in_parallel"() ({ ^bb0: }) : () -> ()
}
