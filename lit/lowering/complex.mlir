// Complex numbers become pairs of real ones.
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
