// Operations in the regions of new operations get the attributes of the operation that they replace.
// RUN: lathe-opt %s --stablehlo-decompose --mlir-print-op-generic | FileCheck %s
// CHECK: "stablehlo.reduce"
// CHECK: "stablehlo.add"(%{{.*}}, %{{.*}}) {a.mark} : (tensor<f32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT: "stablehlo.return"(%{{.*}}) {a.mark} : (tensor<f32>) -> ()
func.func @main(%x: tensor<4x2xf32>, %s: tensor<2xf32>) -> tensor<4x2xf32> {
  %0:3 = "stablehlo.batch_norm_training"(%x, %s, %s) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> {a.mark} : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return %0#0 : tensor<4x2xf32>
}
