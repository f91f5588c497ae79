// RUN: lathe-opt %s --stablehlo-legalize-deprecated-ops --split-input-file --verify-diagnostics | FileCheck %s
// RUN: lathe-opt %s --stablehlo-check-shape-assertions='enable-shape-assertions=false' --split-input-file | FileCheck %s --check-prefix=ERASED
// RUN: lathe-opt %s --stablehlo-wrap-in-composite='op-names=stablehlo.dot,stablehlo.map version=2' --split-input-file | FileCheck %s --check-prefix=WRAPPED

// CHECK-LABEL: func.func @deprecated
// CHECK: stablehlo.dot_general %arg0, %arg0, contracting_dims = [1] x [0], precision = [HIGH, DEFAULT]
// CHECK: stablehlo.broadcast_in_dim %arg0, dims = [1, 2] : (tensor<2x2xf32>) -> tensor<3x2x2xf32>
// CHECK: %[[ONE:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK: stablehlo.einsum %[[ONE]], %arg0, config = ",ab->a"
// CHECK: stablehlo.after_all : !stablehlo.token
// CHECK: "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<0> : tensor<1x1xi64>}>
// CHECK: stablehlo.add
// WRAPPED-LABEL: func.func @deprecated
// WRAPPED: stablehlo.composite "stablehlo.dot" %arg0, %arg0 {composite_attributes = {precision_config = {{.*}}}, decomposition = @stablehlo.dot.impl_0, version = 2 : i32}
// WRAPPED: stablehlo.composite "stablehlo.dot" %arg0, %arg0 {decomposition = @stablehlo.dot.impl, version = 2 : i32}
// WRAPPED-DAG: func.func private @stablehlo.dot.impl(%arg0: tensor<2x2xf32>, %arg1: tensor<2x2xf32>) -> tensor<2x2xf32>
// WRAPPED-DAG: func.func private @stablehlo.dot.impl_0(
func.func @deprecated(%x: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<3x2x2xf32>, tensor<2xf32>, !stablehlo.token, tensor<2x2xf32>, tensor<2x2xf32>) {
  %0 = stablehlo.dot %x, %x, precision = [HIGH, DEFAULT] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = stablehlo.broadcast %x, sizes = [3] : (tensor<2x2xf32>) -> tensor<3x2x2xf32>
  %2 = "stablehlo.unary_einsum"(%x) {einsum_config = "ab->a"} : (tensor<2x2xf32>) -> tensor<2xf32>
  %3 = stablehlo.create_token : !stablehlo.token
  %4 = "stablehlo.cross-replica-sum"(%x) {replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %5 = stablehlo.dot %x, %x : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<2x2xf32>, tensor<3x2x2xf32>, tensor<2xf32>, !stablehlo.token, tensor<2x2xf32>, tensor<2x2xf32>
}

// -----

// Operations inside a wrapped operation are unchanged.
// WRAPPED-LABEL: func.func @map
// WRAPPED: stablehlo.composite "stablehlo.map" %arg0
// WRAPPED-NOT: stablehlo.composite
// WRAPPED: "stablehlo.map"(%arg0)
// WRAPPED: stablehlo.dot
// ERASED-LABEL: func.func @map
// ERASED-NOT: shape_assertion
// ERASED: return
func.func @map(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{failed to legalize operation 'stablehlo.map' that was explicitly marked illegal}}
  %0 = "stablehlo.map"(%x) ({
  ^bb0(%a: tensor<f32>):
    %c = stablehlo.constant dense<1.0> : tensor<1xf32>
    %d = stablehlo.dot %c, %c : (tensor<1xf32>, tensor<1xf32>) -> tensor<f32>
    %s = stablehlo.add %a, %d : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<2xf32>) -> tensor<2xf32>
  %no = stablehlo.constant dense<false> : tensor<i1>
  stablehlo.custom_call @shape_assertion(%no) {error_message = "never", has_side_effect = true} : (tensor<i1>) -> ()
  return %0 : tensor<2xf32>
}
