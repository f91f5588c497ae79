// RUN: lathe-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// The checks of scf have the order and the words of mlir-opt.

func.func @a(%i: i32) {
// expected-error@+2 {{'scf.while' op expects the 'before' region to terminate with 'scf.condition'}}
// expected-note@+1 {{terminator here}}
  %r = "scf.while"(%i) ({ ^bb0(%a: i32): "scf.yield"(%a) : (i32) -> () }, { ^bb0(%a: i32): "scf.yield"(%a) : (i32) -> () }) : (i32) -> i32
  return
}

// -----

func.func @a(%i: i32) {
// expected-error@+1 {{'scf.while' op expects the 'after' region to terminate with 'scf.yield'}}
  %r = "scf.while"(%i) ({ ^bb0(%a: i32): %c = "foo.c"() : () -> i1
// expected-note@+1 {{terminator here}}
 "scf.condition"(%c, %a) : (i1, i32) -> () }, { ^bb0(%a: i32): "foo.yield"(%a) : (i32) -> () }) : (i32) -> i32
  return
}

// -----

func.func @a(%i: index) {
// expected-error@+1 {{'scf.for' op different number of inits and region iter_args: 0 != 1}}
  "scf.for"(%i, %i, %i) ({ ^bb0(%a: index, %b: index): "scf.yield"() : () -> () }) : (index, index, index) -> ()
  return
}

// -----

func.func @a(%i: index) {
// expected-error@+1 {{'scf.for' op expected induction variable to be same type as bounds and step}}
  "scf.for"(%i, %i, %i) ({ ^bb0(%a: f32): "scf.yield"() : () -> () }) : (index, index, index) -> ()
  return
}

// -----

func.func @a(%i: index, %f: f32) {
// expected-error@+2 {{'scf.for' op along control flow edge from Operation scf.yield to Region #0: region branch point has 0 operands, but region successor needs 1 inputs}}
// expected-note@+1 {{region branch point}}
  %r = "scf.for"(%i, %i, %i, %f) ({ ^bb0(%a: index, %b: f32): "scf.yield"() : () -> () }) : (index, index, index, f32) -> f32
  return
}

// -----

func.func @a(%i: index, %f: f32) {
// expected-error@+1 {{'scf.for' op 0-th init and 0-th region iter_arg have different type: 'f32' != 'i32'}}
  %r = "scf.for"(%i, %i, %i, %f) ({ ^bb0(%a: index, %b: i32): "scf.yield"(%b) : (i32) -> () }) : (index, index, index, f32) -> f32
  return
}

// -----

func.func @a(%i: index, %f: f32) {
// expected-error@+1 {{'scf.for' op 0-th region iter_arg and 0-th loop result have different type: 'f32' != 'i32'}}
  %r = "scf.for"(%i, %i, %i, %f) ({ ^bb0(%a: index, %b: f32): "scf.yield"(%b) : (f32) -> () }) : (index, index, index, f32) -> i32
  return
}

// -----

func.func @a(%i: index, %f: f32) {
// expected-error@+1 {{'scf.for' op mismatch in number of loop-carried values and defined values}}
  "scf.for"(%i, %i, %i, %f) ({ ^bb0(%a: index, %b: f32): "scf.yield"(%b) : (f32) -> () }) : (index, index, index, f32) -> ()
  return
}

// -----

func.func @a(%i: index, %f: f32) {
// expected-error@+1 {{'scf.for' op mismatch in number of loop-carried values and defined values}}
  %r = "scf.for"(%i, %i, %i) ({ ^bb0(%a: index, %b: f32): "scf.yield"(%b) : (f32) -> () }) : (index, index, index) -> f32
  return
}

// -----

func.func @a(%c: i1) {
// expected-error@+1 {{'scf.if' op expects region #0 to have 0 or 1 blocks}}
  "scf.if"(%c) ({ "scf.yield"() : () -> () ^b: "scf.yield"() : () -> () }, {}) : (i1) -> ()
  return
}

// -----

func.func @a(%c: i1, %x: i32) {
// expected-error@+2 {{'scf.if' op along control flow edge from Operation scf.yield to parent: region branch point has 0 operands, but region successor needs 1 inputs}}
// expected-note@+1 {{region branch point}}
  %r = scf.if %c -> i32 { scf.yield %x : i32 } else { scf.yield }
  return
}

// -----

func.func @a(%c: i1, %x: i32) {
// expected-error@+2 {{'scf.if' op along control flow edge from Operation scf.yield to parent: region branch point has 0 operands, but region successor needs 1 inputs}}
// expected-note@+1 {{region branch point}}
  %r = scf.if %c -> i32 { scf.yield } else { scf.yield }
  return
}

// -----

func.func @a(%i: index, %z: f32) {
// expected-error@+1 {{'scf.reduce' op expects type of 0-th reduction operand: 'index' to be the same as the 0-th result type: 'f32'}}
  %r = scf.parallel (%a) = (%i) to (%i) step (%i) init (%z) -> f32 { scf.reduce(%i : index) { ^bb0(%l: index, %r: index): scf.reduce.return %l : index } }
  return
}

// -----

func.func @a(%i: index, %z: f32) {
// expected-error@+1 {{empty block: expect at least a terminator}}
  %r = scf.parallel (%a) = (%i) to (%i) step (%i) init (%z) -> f32 { scf.reduce(%z : f32) { ^bb0(%l: f32, %r: f32): } }
  return
}

// -----

func.func @a(%i: i32) {
// expected-error@+2 {{'scf.while' op along control flow edge from Operation scf.condition to parent: region branch point has 0 operands, but region successor needs 1 inputs}}
// expected-note@+1 {{region branch point}}
  %r = scf.while : () -> i32 { %c = "foo.c"() : () -> i1 scf.condition(%c) } do { scf.yield }
  return
}

// -----

func.func @a(%i: i32) {
// expected-error@+2 {{'scf.while' op along control flow edge from Operation scf.yield to Region #0: region branch point has 0 operands, but region successor needs 1 inputs}}
// expected-note@+1 {{region branch point}}
  %r = scf.while (%a = %i) : (i32) -> i32 { %c = "foo.c"() : () -> i1 scf.condition(%c) %a : i32 } do { ^bb0(%b: i32): scf.yield }
  return
}

// -----

func.func @a(%i: i32) {
// expected-error@+2 {{'scf.while' op expects the 'before' region to terminate with 'scf.condition'}}
// expected-note@+1 {{terminator here}}
  %r = scf.while (%a = %i) : (i32) -> i32 { scf.yield %a : i32 } do { ^bb0(%b: i32): scf.yield %b : i32 }
  return
}

// -----

func.func @a(%i: index) {
// expected-error@+2 {{'scf.execute_region' op along control flow edge from Operation scf.yield to parent: region branch point has 0 operands, but region successor needs 1 inputs}}
// expected-note@+1 {{region branch point}}
  %r = scf.execute_region -> i32 { scf.yield }
  return
}

// -----

func.func @a(%i: index) {
// expected-error@+1 {{'scf.execute_region' op region cannot have any arguments}}
  %r = "scf.execute_region"() ({^bb0(%x: i32): scf.yield %x : i32}) : () -> i32
  return
}

// -----

func.func @a(%i: index) {
// expected-error@+2 {{'scf.index_switch' op expected each region to return 1 values, but default region returns 0}}
// expected-note@+1 {{see yield operation here}}
  %r = scf.index_switch %i -> i32 case 1 { scf.yield } default { scf.yield }
  return
}

// -----

func.func @a(%i: index) {
  scf.index_switch %i case 1 { "foo"() : () -> () } default { scf.yield }
  return
}

// -----

func.func @a(%i: index, %f: f32) {
// expected-error@+2 {{'scf.index_switch' op expected result #0 of each region to be 'f32'}}
// expected-note@+1 {{default region returns 'index' here}}
  %r = scf.index_switch %i -> f32 case 1 { scf.yield %f : f32 } default { scf.yield %i : index }
  return
}

// -----

func.func @a(%o: tensor<4xf32>) {
// expected-error@+1 {{expected 2 upper bound values, got 1}}
  scf.forall (%i, %j) in (4) { scf.forall.in_parallel { } }
  return
}

// -----

func.func @a(%o: tensor<4xf32>) {
// expected-error@+1 {{'scf.yield' op expects parent op to be one of 'scf.execute_region, scf.for, scf.if, scf.index_switch, scf.while'}}
  scf.forall (%i) in (4) { "foo"() : () -> () scf.yield }
  return
}

// -----

func.func @a(%o: tensor<4xf32>) {
// expected-error@+1 {{'scf.forall.in_parallel' op expected only ParallelCombiningOpInterface ops}}
  scf.forall (%i) in (4) { scf.forall.in_parallel { arith.constant 1 : i32 } }
  return
}

// -----

func.func @a(%o: tensor<4xf32>) {
// expected-error@+1 {{'scf.forall' op attribute 'mapping' failed to satisfy constraint: Device Mapping array attribute}}
  scf.forall (%i) in (4) { } { mapping = [1] }
  return
}

// -----

func.func @pis(%s: tensor<1xf32>, %d: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = scf.forall (%i) in (4) shared_outs(%x = %o) -> tensor<4xf32> {
    scf.forall.in_parallel {
// expected-error@+1 {{'tensor.parallel_insert_slice' op may only insert into an output block argument}}
      tensor.parallel_insert_slice %s into %d[%i][1][1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}
