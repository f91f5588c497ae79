// RUN: lathe-opt --stablehlo-legalize-approx-top-k --symbol-dce --split-input-file --verify-diagnostics %s | FileCheck %s

// The comparator becomes the region of a sort. The first elements of the sorted tensor are kept.
// CHECK-LABEL: func.func @main
// CHECK: %[[S:.*]]:2 = "stablehlo.sort"(%arg0, %arg1) <{dimension = 1 : i64, is_stable = true}> ({
// CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<f32>, %[[B:.*]]: tensor<f32>, %{{.*}}: tensor<i32>, %{{.*}}: tensor<i32>):
// CHECK-NEXT: %[[C:.*]] = stablehlo.compare GT, %[[A]], %[[B]]
// CHECK-NEXT: stablehlo.return %[[C]]
// CHECK: %[[V:.*]] = stablehlo.slice %[[S]]#0 [0:3, 0:4]
// CHECK: %[[I:.*]] = stablehlo.slice %[[S]]#1 [0:3, 0:4]
// CHECK: return %[[V]], %[[I]]
// CHECK-NOT: func
func.func private @gt(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func @main(%x: tensor<3x40xf32>, %n: tensor<3x40xi32>, %v: tensor<f32>, %k: tensor<i32>) -> (tensor<3x4xf32>, tensor<3x4xi32>) {
  %r:2 = stablehlo.custom_call @ApproxTopK(%x, %n, %v, %k) {called_computations = [@gt], mhlo.backend_config = {reduction_dim = 1 : i64, top_k = 4 : i64}} : (tensor<3x40xf32>, tensor<3x40xi32>, tensor<f32>, tensor<i32>) -> (tensor<3x4xf32>, tensor<3x4xi32>)
  return %r#0, %r#1 : tensor<3x4xf32>, tensor<3x4xi32>
}

// -----

func.func private @gt(%a: tensor<f32>, %b: tensor<f32>) -> tensor<i1>
func.func @main(%x: tensor<8xf32>, %v: tensor<f32>) -> tensor<4xf32> {
  // expected-error @+1 {{'stablehlo.custom_call' op must call a function of one block that takes two elements of each operand}}
  %r = stablehlo.custom_call @ApproxTopK(%x, %v) {called_computations = [@gt], mhlo.backend_config = {reduction_dim = 0 : i64}} : (tensor<8xf32>, tensor<f32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func private @gt(%a: tensor<f32>, %b: tensor<f32>) -> tensor<i1> {
  %0 = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func @main(%x: tensor<8xf32>, %v: tensor<f32>) -> tensor<9xf32> {
  // expected-error @+1 {{'stablehlo.custom_call' op must keep from 0 to 8 elements of dimension 0, but result #0 is 'tensor<9xf32>'}}
  %r = stablehlo.custom_call @ApproxTopK(%x, %v) {called_computations = [@gt], mhlo.backend_config = {reduction_dim = 0 : i64}} : (tensor<8xf32>, tensor<f32>) -> tensor<9xf32>
  return %r : tensor<9xf32>
}

// -----

func.func @main(%x: tensor<8xf32>, %v: tensor<f32>) -> tensor<4xf32> {
  // expected-error @+1 {{'stablehlo.custom_call' op must have one called computation, an operand and an initial value for each result, and at least one result}}
  %r = stablehlo.custom_call @ApproxTopK(%x, %v) {mhlo.backend_config = {reduction_dim = 0 : i64}} : (tensor<8xf32>, tensor<f32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func private @gt(%a: tensor<f32>, %b: tensor<f32>) -> tensor<i1> {
  %0 = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func @main(%x: tensor<8xf32>, %v: tensor<f32>) -> tensor<4xf32> {
  // expected-error @+1 {{'stablehlo.custom_call' op must have operands of static shape, and a 'reduction_dim' in its configuration that is one of their dimensions}}
  %r = stablehlo.custom_call @ApproxTopK(%x, %v) {called_computations = [@gt], mhlo.backend_config = {reduction_dim = 2 : i64}} : (tensor<8xf32>, tensor<f32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
