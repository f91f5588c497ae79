// RUN: lathe-opt %s --split-input-file --stablehlo-legalize-deprecated-ops='fail-on-unused=false' | FileCheck %s --check-prefix=OLD
// RUN: lathe-opt %s --split-input-file --stablehlo-wrap-in-composite='op-names=stablehlo.add,stablehlo.reduce version=2' | FileCheck %s --check-prefix=WRAP
// RUN: lathe-opt %s --split-input-file --stablehlo-convert-to-signless | FileCheck %s --check-prefix=SIGN
// RUN: lathe-opt %s --split-input-file --stablehlo-check-shape-assertions='enable-shape-assertions=false' | FileCheck %s --check-prefix=ASSERT

// OLD-LABEL: @deprecated
// OLD: stablehlo.broadcast_in_dim %arg0, dims = [1, 2] : (tensor<2x3xf32>) -> tensor<4x2x3xf32>
// OLD: stablehlo.after_all
// OLD: "stablehlo.all_reduce"
// OLD: stablehlo.add
// OLD: stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [HIGH, HIGH]
// OLD: stablehlo.einsum %{{.*}}, %arg0, config = ",ab->a"
// OLD: stablehlo.rng
func.func @deprecated(%x: tensor<2x3xf32>, %y: tensor<3x2xf32>, %s: tensor<1xi64>, %a: tensor<f32>) {
  %0 = stablehlo.broadcast %x, sizes = [4] : (tensor<2x3xf32>) -> tensor<4x2x3xf32>
  %1 = stablehlo.create_token : !stablehlo.token
  %2 = "stablehlo.cross-replica-sum"(%x) {replica_groups = dense<[[0]]> : tensor<1x1xi64>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %3 = stablehlo.dot %x, %y, precision = [HIGH, HIGH] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  %4 = "stablehlo.unary_einsum"(%x) {einsum_config = "ab->a"} : (tensor<2x3xf32>) -> tensor<2xf32>
  %5 = stablehlo.rng %a, %a, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<?xf32>
  return
}

// -----

// The operation in the region of the reduction is not replaced.
// WRAP-LABEL: @composites
// WRAP: stablehlo.composite "stablehlo.add" %arg0, %arg0 {decomposition = @stablehlo.add.impl, version = 2 : i32}
// WRAP: stablehlo.composite "stablehlo.reduce" %{{.*}}, %arg1 {composite_attributes = {dimensions = array<i64: 0>}, decomposition = @stablehlo.reduce.impl, version = 2 : i32}
// WRAP: stablehlo.composite "stablehlo.add" %{{.*}} {composite_attributes = {mark}, decomposition = @stablehlo.add.impl_0, version = 2 : i32}
// WRAP: func.func private @stablehlo.add.impl(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32>
// WRAP: func.func private @stablehlo.reduce.impl
// WRAP: applies stablehlo.add
// WRAP: func.func private @stablehlo.add.impl_0
func.func @composites(%x: tensor<4xf32>, %i: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  %1 = stablehlo.reduce(%0 init: %i) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %2 = stablehlo.add %1, %i {mark} : tensor<f32>
  return %2 : tensor<f32>
}

// -----

// SIGN-LABEL: @signs
// SIGN-SAME: (%arg0: tensor<3xi8>) -> tensor<3xi8>
// SIGN: stablehlo.constant dense<[0, 1, -1]> : tensor<3xi8>
// SIGN: stablehlo.add %arg0, %{{.*}} : tensor<3xi8>
func.func @signs(%x: tensor<3xui8>) -> tensor<3xui8> {
  %c = stablehlo.constant dense<[0, 1, 255]> : tensor<3xui8>
  %0 = stablehlo.add %x, %c : tensor<3xui8>
  return %0 : tensor<3xui8>
}

// -----

// ASSERT-LABEL: @assertions
// ASSERT-NOT: shape_assertion
// ASSERT: return
func.func @assertions(%x: tensor<i1>) {
  stablehlo.custom_call @shape_assertion(%x) {error_message = "never", has_side_effect = true} : (tensor<i1>) -> ()
  return
}
