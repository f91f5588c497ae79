// RUN: lathe-opt %s --stablehlo-to-linalg | FileCheck %s

// CHECK-LABEL: @constant
// CHECK: arith.constant dense<{{\[\[}}1.000000e+00, 2.000000e+00], [1.000000e+00, 2.000000e+00]]> : tensor<2x2xf32>
func.func @constant() -> tensor<2xcomplex<f32>> {
  %0 = stablehlo.constant dense<(1.0, 2.0)> : tensor<2xcomplex<f32>>
  return %0 : tensor<2xcomplex<f32>>
}

// CHECK-LABEL: @moved
// CHECK: scf.if
// CHECK: tensor.collapse_shape
func.func @moved(%p: tensor<i1>, %x: tensor<2x2xcomplex<f32>>, %y: tensor<2x2xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %0 = "stablehlo.if"(%p) ({
    %2 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<2x2xcomplex<f32>>, tensor<2x2xcomplex<f32>>) -> tensor<4x2xcomplex<f32>>
    %3 = stablehlo.real %2 : (tensor<4x2xcomplex<f32>>) -> tensor<4x2xf32>
    stablehlo.return %x : tensor<2x2xcomplex<f32>>
  }, {
    %4 = stablehlo.reverse %y, dims = [0] : tensor<2x2xcomplex<f32>>
    stablehlo.return %4 : tensor<2x2xcomplex<f32>>
  }) : (tensor<i1>) -> tensor<2x2xcomplex<f32>>
  %1 = stablehlo.reshape %0 : (tensor<2x2xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return %1 : tensor<4xcomplex<f32>>
}
