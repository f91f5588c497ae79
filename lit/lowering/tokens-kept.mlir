// RUN: lathe-opt %s --stablehlo-erase-tokens --split-input-file | FileCheck %s

// Public functions and declarations keep their tokens, and so do their calls.
// CHECK-LABEL: func.func private @declared(!stablehlo.token, tensor<2xi64>) -> !stablehlo.token
func.func private @declared(!stablehlo.token, tensor<2xi64>) -> !stablehlo.token

// CHECK-LABEL: func.func @public(%arg0: !stablehlo.token, %arg1: tensor<2xi64>) -> !stablehlo.token
// CHECK-NEXT: call @declared(%arg0, %arg1) : (!stablehlo.token, tensor<2xi64>) -> !stablehlo.token
func.func @public(%t: !stablehlo.token, %x: tensor<2xi64>) -> !stablehlo.token {
  %u = call @declared(%t, %x) : (!stablehlo.token, tensor<2xi64>) -> !stablehlo.token
  return %u : !stablehlo.token
}

// CHECK-LABEL: func.func @main
// CHECK-NEXT: %[[T:.*]] = stablehlo.create_token
// CHECK-NEXT: call @public(%[[T]], %arg0) : (!stablehlo.token, tensor<2xi64>) -> !stablehlo.token
// CHECK-NEXT: call @private(%arg0) : (tensor<2xi64>) -> tensor<2xi64>
func.func @main(%x: tensor<2xi64>) -> tensor<2xi64> {
  %t = stablehlo.create_token : !stablehlo.token
  %u = call @public(%t, %x) : (!stablehlo.token, tensor<2xi64>) -> !stablehlo.token
  %y = call @private(%x, %u) : (tensor<2xi64>, !stablehlo.token) -> tensor<2xi64>
  return %y : tensor<2xi64>
}

// CHECK-LABEL: func.func private @private(%arg0: tensor<2xi64>) -> tensor<2xi64>
func.func private @private(%x: tensor<2xi64>, %t: !stablehlo.token) -> tensor<2xi64> {
  return %x : tensor<2xi64>
}

// -----

// Decompositions of composites and functions of several blocks keep their tokens.
// CHECK-LABEL: func.func @main
// CHECK: stablehlo.composite "a.b" %{{.*}}, %arg0 {decomposition = @body} : (!stablehlo.token, tensor<2xi64>) -> tensor<2xi64>
// CHECK: call @blocks(%{{.*}}, %arg1) : (!stablehlo.token, i1) -> !stablehlo.token
func.func @main(%x: tensor<2xi64>, %c: i1) -> tensor<2xi64> {
  %t = stablehlo.create_token : !stablehlo.token
  %y = stablehlo.composite "a.b" %t, %x {decomposition = @body} : (!stablehlo.token, tensor<2xi64>) -> tensor<2xi64>
  %u = call @blocks(%t, %c) : (!stablehlo.token, i1) -> !stablehlo.token
  return %y : tensor<2xi64>
}
// CHECK-LABEL: func.func private @body(%arg0: !stablehlo.token, %arg1: tensor<2xi64>)
func.func private @body(%t: !stablehlo.token, %x: tensor<2xi64>) -> tensor<2xi64> {
  return %x : tensor<2xi64>
}
// CHECK-LABEL: func.func private @blocks(%arg0: !stablehlo.token, %arg1: i1) -> !stablehlo.token
func.func private @blocks(%t: !stablehlo.token, %c: i1) -> !stablehlo.token {
  cf.cond_br %c, ^a(%t : !stablehlo.token), ^a(%t : !stablehlo.token)
^a(%u: !stablehlo.token):
  return %u : !stablehlo.token
}

// -----

// If one of the programs that run in parallel keeps its tokens, the other programs do, too.
// CHECK-LABEL: func.func @main
// CHECK: "interpreter.run_parallel"(%arg0, %{{.*}}, %{{.*}}) {{.*}} : (tensor<2xi64>, !stablehlo.token, !stablehlo.token) -> !stablehlo.token
func.func @main(%x: tensor<2xi64>) {
  %t = stablehlo.create_token : !stablehlo.token
  %r = "interpreter.run_parallel"(%x, %t, %t) {programs = [[@send], [@public]]} : (tensor<2xi64>, !stablehlo.token, !stablehlo.token) -> !stablehlo.token
  return
}
// CHECK-LABEL: func.func private @send(%arg0: tensor<2xi64>, %arg1: !stablehlo.token)
func.func private @send(%x: tensor<2xi64>, %t: !stablehlo.token) {
  return
}
// CHECK-LABEL: func.func @public(%arg0: !stablehlo.token) -> !stablehlo.token
func.func @public(%t: !stablehlo.token) -> !stablehlo.token {
  return %t : !stablehlo.token
}
