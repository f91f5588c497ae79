// Operations in the regions of new operations get the attributes of the operation that they replace.
// RUN: lathe-opt %s --stablehlo-decompose --mlir-print-op-generic | FileCheck %s
// CHECK: "stablehlo.reduce"
// CHECK: "stablehlo.add"(%{{.*}}, %{{.*}}) {a.mark} : (tensor<f32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT: "stablehlo.return"(%{{.*}}) {a.mark} : (tensor<f32>) -> ()
func.func @main(%x: tensor<4x2xf32>, %s: tensor<2xf32>) -> tensor<4x2xf32> {
  %0:3 = "stablehlo.batch_norm_training"(%x, %s, %s) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> {a.mark} : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return %0#0 : tensor<4x2xf32>
}

// CHECK-LABEL: sym_name = "windows"
// CHECK: "stablehlo.reduce_window"
// CHECK: "stablehlo.not"(%{{.*}}) {a.mark}
// CHECK: "stablehlo.select"(%{{.*}}, %{{.*}}, %{{.*}}) {a.mark}
func.func @windows(%x: tensor<4xf32>, %s: tensor<2xf32>, %i: tensor<f32>) -> tensor<4xf32> {
  %r = "stablehlo.select_and_scatter"(%x, %s, %i) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %p : tensor<f32>
  }) {a.mark} : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
