// A complex number becomes a pair of real numbers.
// RUN: lathe-opt %s --stablehlo-expand-complex | FileCheck %s

// CHECK-LABEL: @product
// CHECK: %[[A:.*]] = stablehlo.real %arg0
// CHECK: %[[B:.*]] = stablehlo.imag %arg0
// CHECK: stablehlo.multiply %[[A]], %[[A]] : tensor<3xf32>
// CHECK: stablehlo.multiply %[[B]], %[[B]] : tensor<3xf32>
// CHECK: stablehlo.subtract
// CHECK: stablehlo.complex %{{.*}}, %{{.*}} : tensor<3xcomplex<f32>>
func.func @product(%x: tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>> {
  %y = stablehlo.multiply %x, %x : tensor<3xcomplex<f32>>
  return %y : tensor<3xcomplex<f32>>
}

// CHECK-LABEL: @loop
// CHECK: stablehlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : tensor<i1>, tensor<f64>, tensor<f64>
func.func @loop(%p: tensor<i1>, %x: tensor<complex<f64>>) -> tensor<complex<f64>> {
  %r:2 = stablehlo.while(%c = %p, %z = %x) : tensor<i1>, tensor<complex<f64>> cond {
    stablehlo.return %c : tensor<i1>
  } do {
    %q = stablehlo.not %c : tensor<i1>
    %w = stablehlo.negate %z : tensor<complex<f64>>
    stablehlo.return %q, %w : tensor<i1>, tensor<complex<f64>>
  }
  return %r#1 : tensor<complex<f64>>
}

// Inverse functions use the algorithms of the interpreter, in f64.
// CHECK-LABEL: @inverse
// CHECK-NOT: chlo
// CHECK: stablehlo.log_plus_one %{{.*}} : tensor<3xf64>
// CHECK: stablehlo.atan2 %{{.*}}, %{{.*}} : tensor<3xf64>
// CHECK-NOT: chlo
// CHECK: return
func.func @inverse(%x: tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>> {
  %y = chlo.asin %x : tensor<3xcomplex<f32>> -> tensor<3xcomplex<f32>>
  return %y : tensor<3xcomplex<f32>>
}

// Sums of few terms add complex products. Longer sums are computed as real products in f64.
// CHECK-LABEL: @few_terms
// CHECK-NOT: dot_general
// CHECK: stablehlo.multiply %{{.*}}, %{{.*}} : tensor<5x4x3x2xf32>
// CHECK: stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.add across dimensions = [2] : (tensor<5x4x3x2xf32>, tensor<f32>) -> tensor<5x4x2xf32>
// CHECK-NOT: dot_general
// CHECK: return
func.func @few_terms(%x: tensor<4x3x5xcomplex<f32>>, %y: tensor<2x5x3xcomplex<f32>>) -> tensor<5x4x2xcomplex<f32>> {
  %z = stablehlo.dot_general %x, %y, batching_dims = [2] x [1], contracting_dims = [1] x [2] : (tensor<4x3x5xcomplex<f32>>, tensor<2x5x3xcomplex<f32>>) -> tensor<5x4x2xcomplex<f32>>
  return %z : tensor<5x4x2xcomplex<f32>>
}

// CHECK-LABEL: @many_terms
// CHECK-COUNT-4: stablehlo.dot_general {{.*}} -> tensor<4x2xf64>
func.func @many_terms(%x: tensor<4x17xcomplex<f32>>, %y: tensor<17x2xcomplex<f32>>) -> tensor<4x2xcomplex<f32>> {
  %z = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<4x17xcomplex<f32>>, tensor<17x2xcomplex<f32>>) -> tensor<4x2xcomplex<f32>>
  return %z : tensor<4x2xcomplex<f32>>
}
