// RUN: lathe-opt %s --stablehlo-expand-complex --split-input-file --verify-diagnostics | FileCheck %s

// Only tensors are expanded; complex scalars are unchanged.

// CHECK-LABEL: func.func @scalar(
// CHECK-SAME: %[[A:.*]]: complex<f32>,
func.func @scalar(%a: complex<f32>, %t: tensor<2xcomplex<f32>>) -> (complex<f32>, tensor<2xcomplex<f32>>) {
  // CHECK: %[[R:.*]] = stablehlo.real
  // CHECK: %[[I:.*]] = stablehlo.imag
  // CHECK: complex.add %[[A]], %[[A]] : complex<f32>
  %0 = complex.add %a, %a : complex<f32>
  // CHECK: stablehlo.negate %[[R]] : tensor<2xf32>
  // CHECK: stablehlo.negate %[[I]] : tensor<2xf32>
  %1 = stablehlo.negate %t : tensor<2xcomplex<f32>>
  return %0, %1 : complex<f32>, tensor<2xcomplex<f32>>
}

// -----

func.func @region(%a: tensor<16x8xcomplex<f32>>, %b: tensor<8x32xcomplex<f32>>, %c: tensor<16x32xcomplex<f32>>) -> tensor<16x32xcomplex<f32>> {
  // expected-error@+1 {{'linalg.matmul' op has a region and uses complex numbers, but this pass has no rule for the operation}}
  %0 = linalg.matmul ins(%a, %b : tensor<16x8xcomplex<f32>>, tensor<8x32xcomplex<f32>>) outs(%c : tensor<16x32xcomplex<f32>>) -> tensor<16x32xcomplex<f32>>
  return %0 : tensor<16x32xcomplex<f32>>
}

// -----

// expected-error@+1 {{'func.func' op must have one block for its complex numbers to be expanded}}
func.func @blocks(%t: tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>> {
  cf.br ^a
^a:
  return %t : tensor<2xcomplex<f32>>
}

// -----

func.func @map(%x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  // expected-error@+1 {{'stablehlo.map' op has a region and uses complex numbers, but this pass has no rule for the operation}}
  %0 = "stablehlo.map"(%x) ({
  ^bb0(%a: tensor<complex<f32>>):
    %r = stablehlo.multiply %a, %a : tensor<complex<f32>>
    stablehlo.return %r : tensor<complex<f32>>
  }) {dimensions = array<i64: 0>} : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}
