// RUN: lathe-opt %s --allow-unregistered-dialect | FileCheck %s
// RUN: lathe-opt %s --allow-unregistered-dialect --mlir-print-op-generic | lathe-opt --allow-unregistered-dialect | FileCheck %s
// RUN: lathe-opt %s --allow-unregistered-dialect --verify-roundtrip -o /dev/null

// CHECK: #[[E4:extern.*]] = #ml_program.extern : tensor<4xi32>
// CHECK: #[[E1:extern.*]] = #ml_program.extern : i32

// CHECK: ml_program.global private @limit(dense<4> : tensor<4xi32>) : tensor<?xi32>
ml_program.global private @limit(dense<4> : tensor<4xi32>) : tensor<?xi32>
// CHECK: ml_program.global private mutable @weights(#[[E4]]) : tensor<?xi32> {trained}
ml_program.global private mutable @weights(#ml_program.extern : tensor<4xi32>) : tensor<?xi32> {trained}
// CHECK: ml_program.global public mutable @open : tensor<?xi32>
ml_program.global public mutable @open : tensor<?xi32>
// CHECK: ml_program.global nested @three(3 : i64) : i64
ml_program.global nested @three(3) : i64

// CHECK: ml_program.func private @elsewhere(i32) -> i32 attributes {a.b}
ml_program.func private @elsewhere(i32) -> i32 attributes {a.b}

// CHECK: ml_program.func @steps(%[[A:.*]]: i32 {a.b = 1 : i64}) -> (i32 {c.d}) {
ml_program.func @steps(%a: i32 {a.b = 1}) -> (i32 {c.d}) {
  // CHECK: %weights = ml_program.global_load @weights : tensor<?xi32> {first}
  %0 = ml_program.global_load @weights : tensor<?xi32> {first}
  // CHECK: %limit = ml_program.global_load_const @limit : tensor<?xi32>
  %1 = ml_program.global_load_const @limit : tensor<?xi32>
  // CHECK: ml_program.global_store @open = %weights : tensor<?xi32>
  ml_program.global_store @open = %0 : tensor<?xi32>
  // CHECK: ml_program.return %[[A]] : i32
  ml_program.return %a : i32
}

// CHECK: ml_program.subgraph private @drawn(i32) -> i32
ml_program.subgraph private @drawn(i32) -> i32

// CHECK: ml_program.subgraph @graph() -> (tensor<?xi32>, !ml_program.token) {
ml_program.subgraph @graph() -> (tensor<?xi32>, !ml_program.token) {
  // CHECK: %[[T:.*]] = ml_program.token {start}
  %t = ml_program.token {start}
  // CHECK: %[[V:.*]], %[[C:.*]] = ml_program.global_load_graph @weights ordering(%[[T]] -> !ml_program.token) : tensor<?xi32>
  %v, %c = ml_program.global_load_graph @weights ordering(%t -> !ml_program.token) : tensor<?xi32>
  // CHECK: ml_program.global_load_graph @weights ordering(() -> !ml_program.token) : tensor<?xi32>
  %w, %d = ml_program.global_load_graph @weights ordering(() -> !ml_program.token) : tensor<?xi32>
  // CHECK: %[[S:.*]] = ml_program.global_store_graph @open = %[[L:.*]] ordering(%[[T]], %[[C]] -> !ml_program.token) : tensor<?xi32>
  %s = ml_program.global_store_graph @open = %later ordering(%t, %c -> !ml_program.token) : tensor<?xi32>
  // CHECK: %[[L]] = "a.later"() : () -> tensor<?xi32>
  %later = "a.later"() : () -> tensor<?xi32>
  // CHECK: ml_program.output %[[V]], %[[S]] : tensor<?xi32>, !ml_program.token
  ml_program.output %v, %s : tensor<?xi32>, !ml_program.token
}

// CHECK: "a.op"() {all = [#[[E1]], #[[E4]], #[[E0:extern.*]]], kind = !ml_program.token}
"a.op"() {all = [#ml_program.extern : i32, #ml_program.extern : tensor<4xi32>, #ml_program.extern], kind = !ml_program.token} : () -> ()
