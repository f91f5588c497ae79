// Tokens disappear before the lowering to kernels.
// RUN: lathe-opt %s --stablehlo-erase-tokens | FileCheck %s
// RUN: lathe-opt %s --lower-to-kernels=target=vm | FileCheck %s --check-prefix=KERNELS

// KERNELS-NOT: after_all
// KERNELS: "interpreter.run_parallel"(%{{.*}}, %{{.*}}) <{programs = {{\[}}[@send], [@receive]]}> : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>

// CHECK-LABEL: func.func @main
// CHECK-NEXT: %[[R:.*]] = "interpreter.run_parallel"(%arg0, %arg0) <{programs = {{\[}}[@send], [@receive]]}> : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
// CHECK-NEXT: %[[B:.*]] = stablehlo.optimization_barrier %[[R]] : tensor<2xi64>
// CHECK-NEXT: return %[[B]]
func.func @main(%x: tensor<2xi64>) -> tensor<2xi64> {
  %t = stablehlo.create_token : !stablehlo.token
  %u = "stablehlo.outfeed"(%x, %t) : (tensor<2xi64>, !stablehlo.token) -> !stablehlo.token
  %v = stablehlo.after_all %t, %u : !stablehlo.token
  %r:3 = "interpreter.run_parallel"(%x, %t, %v, %x) {programs = [[@send], [@receive]]} : (tensor<2xi64>, !stablehlo.token, !stablehlo.token, tensor<2xi64>) -> (!stablehlo.token, !stablehlo.token, tensor<2xi64>)
  %b:2 = stablehlo.optimization_barrier %r#1, %r#2 : !stablehlo.token, tensor<2xi64>
  return %b#1 : tensor<2xi64>
}

// CHECK-LABEL: func.func private @send(%arg0: tensor<2xi64> {test.first}) {
// CHECK-NEXT: %[[T:.*]] = stablehlo.create_token
// CHECK-NEXT: "stablehlo.send"(%arg0, %[[T]])
// CHECK-NEXT: return
func.func private @send(%x: tensor<2xi64> {test.first}, %t: !stablehlo.token {test.second}) -> (!stablehlo.token {test.third}) {
  %u = "stablehlo.send"(%x, %t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true}> : (tensor<2xi64>, !stablehlo.token) -> !stablehlo.token
  return %u : !stablehlo.token
}

// CHECK-LABEL: func.func private @receive(%arg0: tensor<2xi64>) -> tensor<2xi64> {
func.func private @receive(%t: !stablehlo.token, %y: tensor<2xi64>) -> (!stablehlo.token, tensor<2xi64>) {
  %r:2 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token)
  return %r#1, %r#0 : !stablehlo.token, tensor<2xi64>
}

// CHECK-LABEL: func.func private @loop
// CHECK: stablehlo.while(%{{.*}} = %arg0) : tensor<i1>
// CHECK-NOT: token
// CHECK: return
func.func private @loop(%p: tensor<i1>) -> tensor<i1> {
  %t = stablehlo.create_token : !stablehlo.token
  %r:2 = stablehlo.while(%u = %t, %c = %p) : !stablehlo.token, tensor<i1> cond {
    stablehlo.return %c : tensor<i1>
  } do {
    %v = stablehlo.after_all %u : !stablehlo.token
    %n = stablehlo.not %c : tensor<i1>
    stablehlo.return %v, %n : !stablehlo.token, tensor<i1>
  }
  return %r#1 : tensor<i1>
}

// The attributes of a call's operands and results do not include those of tokens.
// CHECK-LABEL: func.func @call_attrs(
// CHECK: call @callee(%{{.*}}) {arg_attrs = [{t.a = 1 : i32}], res_attrs = [{t.b = 2 : i32}]} : (tensor<f32>) -> tensor<f32>
func.func @call_attrs(%x: tensor<f32>) -> tensor<f32> {
  %t = stablehlo.create_token : !stablehlo.token
  %0:2 = call @callee(%t, %x) {arg_attrs = [{}, {t.a = 1 : i32}], res_attrs = [{t.b = 2 : i32}, {}]} : (!stablehlo.token, tensor<f32>) -> (tensor<f32>, !stablehlo.token)
  return %0#0 : tensor<f32>
}
func.func private @callee(%t: !stablehlo.token, %x: tensor<f32>) -> (tensor<f32>, !stablehlo.token) {
  return %x, %t : tensor<f32>, !stablehlo.token
}
