// RUN: lathe-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// expected-error @+1 {{'ml_program.global' op immutable global must have an initial value}}
ml_program.global private @a : i32

// -----

// expected-error @+1 {{custom op 'ml_program.global' expected 'public', 'private', or 'nested'}}
ml_program.global mutable @a : i32

// -----

// expected-error @+1 {{expected ')'}}
ml_program.global private mutable @a(3 : i32

// -----

// expected-error @+1 {{result #0 must be Token for establishing execution ordering in a graph, but got 'i32'}}
%0 = "ml_program.token"() : () -> i32

// -----

// expected-error @+1 {{'ml_program.output' op expects parent op 'ml_program.subgraph'}}
"ml_program.output"() : () -> ()

// -----

// expected-error @+1 {{'ml_program.return' op expects parent op 'ml_program.func'}}
"ml_program.return"() : () -> ()

// -----

// expected-error @+1 {{unknown attribute `inner` in dialect `ml_program`}}
"a.op"() {x = #ml_program.inner : i32} : () -> ()

// -----

// expected-error @+1 {{unknown  type `inner` in dialect `ml_program`}}
"a.op"() {x = !ml_program.inner} : () -> ()

// -----

// expected-error @+1 {{attribute 'type' failed to satisfy constraint: any type attribute}}
"ml_program.global"() {sym_name = "a", type = 1} : () -> ()

// -----

// expected-error @+1 {{symbol declaration cannot have public visibility}}
ml_program.func @a()

// -----

// expected-error @+1 {{'ml_program.subgraph' op expects region #0 to have 0 or 1 blocks}}
ml_program.subgraph @a() {
^bb0:
  "a.c"() : () -> ()
^bb1:
  ml_program.output
}

// -----

ml_program.subgraph @a() -> (i32, f32) {
  // expected-error @+1 {{'ml_program.output' op has 0 operands, but enclosing function (@a) outputs 2}}
  ml_program.output
}

// -----

ml_program.subgraph @a(%x: f32) -> i32 {
  // expected-error @+1 {{type of output operand 0 ('f32') doesn't match function result type ('i32') in function @a}}
  ml_program.output %x : f32
}

// -----

ml_program.func @a() -> i32 {
  // expected-error @+1 {{'ml_program.return' op has 0 operands, but enclosing function (@a) returns 1}}
  ml_program.return
}

// -----

ml_program.func @a(%x: f32) -> i32 {
  // expected-error @+1 {{type of return operand 0 ('f32') doesn't match function result type ('i32') in function @a}}
  ml_program.return %x : f32
}

// -----

// expected-error @+1 {{'ml_program.global_load' op undefined global: @a::@b}}
%0 = ml_program.global_load @a::@b : i32

// -----

ml_program.global private mutable @a : i32
// expected-error @+1 {{cannot load as const from mutable global @a}}
%0 = ml_program.global_load_const @a : i32

// -----

ml_program.global private @a(3 : i32) : i32
// expected-error @+1 {{cannot load from global typed 'i32' as 'i64'}}
%0, %1 = ml_program.global_load_graph @a ordering(() -> !ml_program.token) : i64

// -----

ml_program.global private @a(3 : i32) : i32
%0 = "a.op"() : () -> i32
// expected-error @+1 {{cannot store to an immutable global @a}}
%1 = ml_program.global_store_graph @a = %0 ordering(() -> !ml_program.token) : i32

// -----

ml_program.global private mutable @a : i64
%0 = "a.op"() : () -> i32
// expected-error @+1 {{cannot store to a global typed 'i64' from 'i32'}}
ml_program.global_store @a = %0 : i32

// -----

ml_program.global private mutable @a : i64
// expected-error @+1 {{expected '->'}}
%0, %1 = ml_program.global_load_graph @a ordering() : i32

// -----

ml_program.global private mutable @a : i64
// expected-error @+1 {{expected 'ordering'}}
%0, %1 = ml_program.global_load_graph @a : i32

// -----

// expected-error @+1 {{unknown 'resource' key 'entry' for dialect 'ml_program'}}
{-# dialect_resources: { ml_program: { entry: "x" } } #-}
