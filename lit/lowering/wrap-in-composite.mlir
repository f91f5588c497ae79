// RUN: lathe-opt %s --stablehlo-wrap-in-composite=op-names=stablehlo.reduce | FileCheck %s
// RUN: not lathe-opt %s --stablehlo-wrap-in-composite=op-names=stablehlo.return 2>&1 | FileCheck %s --check-prefix=TERMINATOR
// RUN: not lathe-opt %s --stablehlo-wrap-in-composite=op-names=func.func 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// RUN: not lathe-opt %s --stablehlo-wrap-in-composite=op-names=builtin.module 2>&1 | FileCheck %s --check-prefix=MODULE

// TERMINATOR: error: 'stablehlo.return' op cannot be wrapped in a composite: it is a terminator
// OUTSIDE: error: 'func.func' op cannot be wrapped in a composite: it is not inside a function of the module
// MODULE: error: 'builtin.module' op cannot be wrapped in a composite: it is not inside a function of the module

// Values that the region of the operation uses become operands of the composite.
// CHECK-LABEL: func.func @main(%arg0: tensor<4xf32>, %arg1: tensor<f32>, %arg2: tensor<i1>)
// CHECK: stablehlo.composite "stablehlo.reduce" %arg0, %arg1, %[[S:.*]] {{{.*}}} : (tensor<4xf32>, tensor<f32>, tensor<f32>) -> tensor<f32>
// CHECK: func.func private @stablehlo.reduce.impl(%[[X:.*]]: tensor<4xf32>, %[[I:.*]]: tensor<f32>, %[[C:.*]]: tensor<f32>) -> tensor<f32>
// CHECK-NEXT: stablehlo.reduce(%[[X]] init: %[[I]])
// CHECK-NEXT: reducer(%[[A:.*]]: tensor<f32>, %[[B:.*]]: tensor<f32>)
// CHECK-NEXT: %[[AB:.*]] = stablehlo.add %[[A]], %[[B]]
// CHECK-NEXT: %[[ABI:.*]] = stablehlo.add %[[AB]], %[[I]]
// CHECK-NEXT: stablehlo.multiply %[[ABI]], %[[C]]
func.func @main(%x: tensor<4xf32>, %i: tensor<f32>, %p: tensor<i1>) -> tensor<f32> {
  %s = stablehlo.sine %i : tensor<f32>
  %q = "stablehlo.if"(%p) ({
    %r = stablehlo.reduce(%x init: %i) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    reducer(%a: tensor<f32>, %b: tensor<f32>) {
      %ab = stablehlo.add %a, %b : tensor<f32>
      %abi = stablehlo.add %ab, %i : tensor<f32>
      %m = stablehlo.multiply %abi, %s : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }
    stablehlo.return %r : tensor<f32>
  }, {
    stablehlo.return %i : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %q : tensor<f32>
}
