// RUN: lathe-opt %s --stablehlo-wrap-in-composite=op-names=stablehlo.if,stablehlo.add | FileCheck %s

// Operations inside a wrapped operation move to the decomposition unchanged, also if their name is
// in the list.

// CHECK-LABEL: func.func @main(
// CHECK-NEXT: stablehlo.composite "stablehlo.add" %arg1, %arg1
// CHECK-NEXT: stablehlo.composite "stablehlo.if" %arg0, %{{.*}}, %arg1
// CHECK-NEXT: return
// CHECK: func.func private @stablehlo.if.impl(
// CHECK-NEXT: "stablehlo.if"
// CHECK: "stablehlo.if"
// CHECK: stablehlo.add
// CHECK: func.func private @stablehlo.add.impl(
// CHECK-NEXT: stablehlo.add
func.func @main(%p: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {
  %y = stablehlo.add %x, %x : tensor<f32>
  %q = "stablehlo.if"(%p) ({
    stablehlo.return %y : tensor<f32>
  }, {
    %r = "stablehlo.if"(%p) ({
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }, {
      stablehlo.return %x : tensor<f32>
    }) : (tensor<i1>) -> tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %q : tensor<f32>
}
