// The state of random numbers passes through loops, branches and calls.
// RUN: lathe-opt %s --stablehlo-legalize-rng -split-input-file -verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func private @draw(%arg0: tensor<ui64>, %arg1: tensor<2xui64>) -> (tensor<2xf32>, tensor<2xui64>)
// CHECK: %[[S:.*]], %{{.*}} = stablehlo.rng_bit_generator %arg1, algorithm =  THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2xui32>)
// CHECK: chlo.erf_inv
// CHECK: return %{{.*}}, %[[S]]
func.func private @draw(%n: tensor<ui64>) -> tensor<2xf32> {
  %a = stablehlo.constant dense<10.0> : tensor<f32>
  %b = stablehlo.constant dense<2.0> : tensor<f32>
  %s = stablehlo.constant dense<2> : tensor<1xi64>
  %0 = stablehlo.rng %a, %b, %s, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func.func @main
// CHECK: %[[ZERO:.*]] = stablehlo.constant dense<0> : tensor<2xui64>
// CHECK: %[[L:.*]]:3 = stablehlo.while(%{{.*}} = %arg1, %{{.*}} = %arg2, %[[IN:.*]] = %[[ZERO]])
// CHECK: %[[D:.*]]:2 = func.call @draw(%{{.*}}, %[[IN]])
// CHECK: stablehlo.return %{{.*}}, %[[D]]#0, %[[D]]#1 : tensor<ui64>, tensor<2xf32>, tensor<2xui64>
// CHECK: %[[B:.*]]:2 = "stablehlo.if"(%arg0)
// CHECK: func.call @draw(%{{.*}}, %[[L]]#2)
// CHECK: stablehlo.return %{{.*}}, %[[L]]#2 : tensor<2xf32>, tensor<2xui64>
// CHECK: stablehlo.rng_bit_generator %[[B]]#1
// CHECK: return %[[B]]#0
func.func @main(%p: tensor<i1>, %i: tensor<ui64>, %x: tensor<2xf32>) -> (tensor<2xf32>, tensor<3xi8>) {
  %r:2 = stablehlo.while(%n = %i, %v = %x) : tensor<ui64>, tensor<2xf32> cond {
    %c = stablehlo.compare LT, %n, %i : (tensor<ui64>, tensor<ui64>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %d = func.call @draw(%n) : (tensor<ui64>) -> tensor<2xf32>
    stablehlo.return %n, %d : tensor<ui64>, tensor<2xf32>
  }
  %q = "stablehlo.if"(%p) ({
    %d = func.call @draw(%r#0) : (tensor<ui64>) -> tensor<2xf32>
    "stablehlo.return"(%d) : (tensor<2xf32>) -> ()
  }, {
    "stablehlo.return"(%x) : (tensor<2xf32>) -> ()
  }) : (tensor<i1>) -> tensor<2xf32>
  %lo = stablehlo.constant dense<-100> : tensor<i8>
  %hi = stablehlo.constant dense<120> : tensor<i8>
  %s = stablehlo.constant dense<3> : tensor<1xi64>
  %k = stablehlo.rng %lo, %hi, %s, distribution = UNIFORM : (tensor<i8>, tensor<i8>, tensor<1xi64>) -> tensor<3xi8>
  return %q, %k : tensor<2xf32>, tensor<3xi8>
}

// -----

func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %s = stablehlo.constant dense<[]> : tensor<0xi64>
  %r = stablehlo.while(%v = %x) : tensor<f32> cond {
    // expected-error@+1 {{'stablehlo.rng' op draws random numbers in the condition of a loop, which cannot return the state}}
    %u = stablehlo.rng %v, %x, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<0xi64>) -> tensor<f32>
    %c = stablehlo.compare LT, %u, %x : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    stablehlo.return %v : tensor<f32>
  }
  return %r : tensor<f32>
}

// -----

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %s = stablehlo.constant dense<[]> : tensor<0xi64>
  // expected-error@+1 {{'stablehlo.map' op draws random numbers in its region, where no state can be passed}}
  %r = "stablehlo.map"(%x) <{dimensions = array<i64: 0>}> ({
  ^bb0(%v: tensor<f32>):
    %u = stablehlo.rng %v, %v, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<0xi64>) -> tensor<f32>
    stablehlo.return %u : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
