// The module of a framework: the entry function calls private functions, some of them through composites.
// RUN: lathe-opt %s --split-input-file --stablehlo-legalize-composite-to-call | FileCheck %s --check-prefix=COMPOSITE
// RUN: lathe-opt %s --split-input-file --chlo-simplify | FileCheck %s --check-prefix=CHLO
// RUN: lathe-opt %s --split-input-file --lower-to-kernels=target=c | FileCheck %s --check-prefix=KERNELS

// COMPOSITE: %[[R:.*]] = call @scale(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
// COMPOSITE: call @twice(%[[R]])
// KERNELS-LABEL: func.func @main
// KERNELS: call @k0
// KERNELS-NOT: call
// KERNELS: return
func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.composite "my.scale" %x {decomposition = @scale} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = func.call @twice(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func private @scale(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = chlo.square %x : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @twice(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = func.call @same(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.add %0, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func private @same(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----
// CHLO-LABEL: func.func @chlo
func.func @chlo(%x: tensor<2x3xf32>, %y: tensor<3xf32>, %z: tensor<2xf32>, %p: tensor<i1>)
    -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xf32>, tensor<2x3xf32>) {
  // CHLO: stablehlo.multiply %arg0, %arg0 : tensor<2x3xf32>
  %0 = chlo.square %x : tensor<2x3xf32> -> tensor<2x3xf32>
  // CHLO: %[[Y:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [1]
  // CHLO: stablehlo.add %arg0, %[[Y]] : tensor<2x3xf32>
  %1 = chlo.broadcast_add %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHLO: %[[Z:.*]] = stablehlo.broadcast_in_dim %arg2, dims = [0]
  // CHLO: stablehlo.subtract %arg0, %[[Z]] : tensor<2x3xf32>
  %2 = chlo.broadcast_subtract %x, %z {broadcast_dimensions = array<i64: 0>} : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  // CHLO: stablehlo.compare  LT, %arg0, %{{.*}}
  %3 = chlo.broadcast_compare %x, %y {comparison_direction = #chlo<comparison_direction LT>} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>
  // CHLO: %[[ABS:.*]] = stablehlo.abs %arg0
  // CHLO: %[[INF:.*]] = stablehlo.constant dense<0x7F800000> : tensor<2x3xf32>
  // CHLO: stablehlo.compare EQ, %[[ABS]], %[[INF]]
  %4 = chlo.is_inf %x : tensor<2x3xf32> -> tensor<2x3xi1>
  // CHLO: stablehlo.constant dense<2.500000e+00> : tensor<2x3xf32>
  %5 = "chlo.constant_like"(%x) <{value = 2.5 : f32}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHLO: %[[P:.*]] = stablehlo.broadcast_in_dim %arg3, dims = []
  // CHLO: stablehlo.select %[[P]], %arg0, %{{.*}}
  %6 = chlo.broadcast_select %p, %x, %y : (tensor<i1>, tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHLO-NOT: chlo.
  // CHLO: return
  return %0, %1, %2, %3, %4, %5, %6 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xi1>, tensor<2x3xi1>, tensor<2x3xf32>, tensor<2x3xf32>
}

// -----

// Operations in the body of a scan are replaced too.
// CHLO-LABEL: func.func @scan_body
func.func @scan_body(%x: tensor<4xf32>, %i: tensor<f32>) -> tensor<f32> {
  %r = chlo.scan(%x) inits (%i) dimension=0 {
  ^bb0(%a: tensor<f32>, %c: tensor<f32>):
    // CHLO: stablehlo.multiply
    %s = chlo.square %a : tensor<f32> -> tensor<f32>
    %t = stablehlo.add %s, %c : tensor<f32>
    stablehlo.return %t : tensor<f32>
  } : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}
