// RUN: lathe-opt --stablehlo-refine-shapes --split-input-file --verify-diagnostics %s | FileCheck %s

// A called function is refined for the types of the call. Its leading constant numbers are removed.
// CHECK-LABEL: func.func @main(%arg0: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
// CHECK: call @twice(%arg0) {arg_attrs = [{a = 2 : i32}]} : (tensor<4xf32>) -> tensor<4xf32>
// CHECK: call @twice(%{{.*}}) : (tensor<4xf32>) -> tensor<4xf32>
func.func @main(%x: tensor<4xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %y = builtin.unrealized_conversion_cast %x : tensor<4xf32> to tensor<?xf32>
  %n = stablehlo.constant dense<4> : tensor<i32>
  %s = stablehlo.constant dense<4> : tensor<1xi64>
  %w = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%x, %s) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<4xf32>, tensor<1xi64>) -> tensor<?xf32>
  %0 = call @twice(%n, %w) {arg_attrs = [{a = 1 : i32}, {a = 2 : i32}]} : (tensor<i32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = call @twice(%n, %0) : (tensor<i32>, tensor<?xf32>) -> tensor<?xf32>
  return %1, %y : tensor<?xf32>, tensor<?xf32>
}

// CHECK-LABEL: func.func private @twice(%arg0: tensor<4xf32> {t.b = 2 : i32}) -> tensor<4xf32>
// CHECK-DAG: stablehlo.constant dense<4>
// CHECK: stablehlo.dynamic_broadcast_in_dim {{.*}} -> tensor<4xf32>
func.func private @twice(%n: tensor<i32> {t.b = 1 : i32}, %x: tensor<?xf32> {t.b = 2 : i32}) -> tensor<?xf32> {
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  %shape = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %b = stablehlo.dynamic_broadcast_in_dim %two, %shape, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %r = stablehlo.multiply %x, %b : tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// Constant numbers that a function returns replace the results of its calls. A call without effects
// is erased.
// CHECK-LABEL: func.func @main() -> (tensor<6xi32>, tensor<3xi32>)
// CHECK-NOT: call @pure
// CHECK: call @effect
// CHECK-NOT: call @pure
// CHECK: return
func.func @main() -> (tensor<?xi32>, tensor<?xi32>) {
  %0 = call @pure() : () -> tensor<1xi64>
  %1 = stablehlo.dynamic_iota %0, dim = 0 : (tensor<1xi64>) -> tensor<?xi32>
  %2 = call @effect() : () -> tensor<1xi64>
  %3 = stablehlo.dynamic_iota %2, dim = 0 : (tensor<1xi64>) -> tensor<?xi32>
  return %1, %3 : tensor<?xi32>, tensor<?xi32>
}
func.func private @pure() -> tensor<1xi64> {
  %0 = call @three() : () -> tensor<1xi64>
  %1 = stablehlo.add %0, %0 : tensor<1xi64>
  return %1 : tensor<1xi64>
}
func.func private @three() -> tensor<1xi64> {
  %0 = stablehlo.constant dense<3> : tensor<1xi64>
  return %0 : tensor<1xi64>
}
func.func private @effect() -> tensor<1xi64> {
  call @print() : () -> ()
  %0 = stablehlo.constant dense<3> : tensor<1xi64>
  return %0 : tensor<1xi64>
}
func.func private @print() {
  stablehlo.custom_call @print() {has_side_effect = true} : () -> ()
  return
}

// -----

// If an iteration changes a shape, the loop and the functions that it calls are unchanged.
// CHECK-LABEL: func.func @main
// CHECK: func.call @grow(%{{.*}}) : (tensor<?xf32>) -> tensor<?xf32>
// CHECK-LABEL: func.func private @grow(%arg0: tensor<?xf32>) -> tensor<?xf32>
// CHECK: call @double(%{{.*}}, %arg0) {{.*}} : (tensor<i32>, tensor<?xf32>) -> tensor<?xf32>
// CHECK-LABEL: func.func private @double(%arg0: tensor<i32> {t.n = 1 : i32}, %arg1: tensor<?xf32>) -> tensor<?xf32>
// CHECK-NEXT: stablehlo.concatenate {{.*}} -> tensor<?xf32>
func.func @main(%x: tensor<4xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %a = stablehlo.bitcast_convert %x : (tensor<4xf32>) -> tensor<?xf32>
  %r:2 = stablehlo.while(%i = %n, %v = %a) : tensor<i32>, tensor<?xf32>
  cond {
    %z = stablehlo.constant dense<0> : tensor<i32>
    %p = stablehlo.compare GT, %i, %z : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %w = func.call @grow(%v) : (tensor<?xf32>) -> tensor<?xf32>
    %u = func.call @grow(%w) : (tensor<?xf32>) -> tensor<?xf32>
    stablehlo.return %i, %u : tensor<i32>, tensor<?xf32>
  }
  return %r#1 : tensor<?xf32>
}
func.func private @grow(%v: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.constant dense<2> : tensor<i32>
  %0 = call @double(%n, %v) {t.a} : (tensor<i32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @double(%n: tensor<i32> {t.n = 1 : i32}, %v: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.concatenate %v, %v, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Calls in the body of a reduction are refined like other calls.
// CHECK-LABEL: func.func @main
// CHECK: call @f(%arg1) : (tensor<f32>) -> tensor<f32>
// CHECK: stablehlo.reduce
// CHECK: func.call @f(%{{.*}}) : (tensor<f32>) -> tensor<f32>
// CHECK-LABEL: func.func private @f(%arg0: tensor<f32>) -> tensor<f32>
// CHECK: stablehlo.dynamic_broadcast_in_dim {{.*}} -> tensor<4xf32>
func.func @main(%x: tensor<4xf32>, %i: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %n = stablehlo.constant dense<4> : tensor<i32>
  %y = call @f(%n, %i) : (tensor<i32>, tensor<f32>) -> tensor<f32>
  %r = stablehlo.reduce(%x init: %i) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %s = stablehlo.add %a, %b : tensor<f32>
    %c = func.call @f(%n, %s) : (tensor<i32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %c : tensor<f32>
  }
  return %r, %y : tensor<f32>, tensor<f32>
}
func.func private @f(%n: tensor<i32>, %x: tensor<f32>) -> tensor<f32> {
  %s = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}

// -----

// Groups, bit patterns, slices of constant size, and operands that have the shapes of results.
// CHECK-LABEL: func.func @groups
// CHECK: "stablehlo.all_gather"{{.*}} -> tensor<4x8xf32>
// CHECK: stablehlo.bitcast_convert {{.*}} -> tensor<4x4xi32>
// CHECK: stablehlo.bitcast_convert {{.*}} -> tensor<4x4x2xi16>
// CHECK: stablehlo.bitcast_convert {{.*}} -> tensor<4xf16>
// CHECK: stablehlo.bitcast_convert {{.*}} -> tensor<4x4xf32>
// CHECK: stablehlo.real_dynamic_slice {{.*}} -> tensor<1x2xf32>
// CHECK: stablehlo.custom_call {{.*}} -> (tensor<1x2xf32>, tuple<tensor<3xf32>, tensor<4xf32>>)
func.func @groups(%x: tensor<4x4xf32>, %at: tensor<2xi64>) -> (tensor<4x?xf32>, tensor<?x4xi32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf16>, tensor<?x?xf32>) {
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x4xf32>) -> tensor<4x?xf32>
  %1 = stablehlo.bitcast_convert %x : (tensor<4x4xf32>) -> tensor<?x4xi32>
  %small = stablehlo.bitcast_convert %x : (tensor<4x4xf32>) -> tensor<?x?x2xi16>
  %bytes = stablehlo.constant dense<1> : tensor<4x2xi8>
  %half = stablehlo.bitcast_convert %bytes : (tensor<4x2xi8>) -> tensor<?xf16>
  %back = stablehlo.bitcast_convert %small : (tensor<?x?x2xi16>) -> tensor<?x?xf32>
  %sizes = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %limit = stablehlo.add %sizes, %at : tensor<2xi64>
  %one = stablehlo.constant dense<1> : tensor<2xi64>
  %2 = stablehlo.real_dynamic_slice %x, %at, %limit, %one : (tensor<4x4xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  %three = stablehlo.constant dense<3> : tensor<1xi64>
  %four = stablehlo.constant dense<4> : tensor<1xi64>
  %3:2 = stablehlo.custom_call @f(%sizes, %three, %four) {indices_of_shape_operands = dense<[0, 1, 2]> : tensor<3xi64>} : (tensor<2xi64>, tensor<1xi64>, tensor<1xi64>) -> (tensor<?x?xf32>, tuple<tensor<?xf32>, tensor<?xf32>>)
  return %0, %1, %2, %3#0, %half, %back : tensor<4x?xf32>, tensor<?x4xi32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf16>, tensor<?x?xf32>
}

// -----

func.func @contradiction() -> tensor<2x?xf32> {
  %sizes = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  // expected-error @+1 {{indices_of_shape_operands: refinement #0 ([1, 2]) must be compatible with operation result #0 ('tensor<2x?xf32>')}}
  %0 = stablehlo.custom_call @f(%sizes) {indices_of_shape_operands = dense<0> : tensor<1xi64>} : (tensor<2xi64>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// -----

// A value that an operation of another dialect uses keeps its type.
// CHECK-LABEL: func.func @dim
// CHECK: stablehlo.add {{.*}} -> tensor<?xf32>
func.func @dim(%x: tensor<4xf32>) -> index {
  %0 = stablehlo.add %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<?xf32>
  %1 = arith.constant 0 : index
  %2 = tensor.dim %0, %1 : tensor<?xf32>
  return %2 : index
}

// -----

// expected-error @+1 {{must have no more than one function or a `main` function to clearly identify which function will be refined}}
module {
  func.func @a() { return }
  func.func @b() { return }
}

// -----

// expected-error @+1 {{'func.func' op must have exactly one block}}
func.func @blocks() {
  cf.br ^bb1
^bb1:
  return
}

// -----

func.func @main(%x: tensor<4xf32>, %y: tensor<5xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %a = stablehlo.bitcast_convert %x : (tensor<4xf32>) -> tensor<?xf32>
  %b = stablehlo.bitcast_convert %y : (tensor<5xf32>) -> tensor<?xf32>
  %0 = call @f(%a) : (tensor<?xf32>) -> tensor<?xf32>
  // expected-error @+1 {{operand type mismatch}}
  %1 = call @f(%b) : (tensor<?xf32>) -> tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}
// expected-error @+1 {{'func.func' op refined with incompatible refinement keys}}
func.func private @f(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}

// -----

func.func @main(%x: tensor<4xf32>) -> tensor<?xf32> {
  %0 = call @f(%x) : (tensor<4xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
// expected-error @+1 {{'func.func' op Function f is being refined recursively}}
func.func private @f(%x: tensor<4xf32>) -> tensor<?xf32> {
  %0 = call @f(%x) : (tensor<4xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
