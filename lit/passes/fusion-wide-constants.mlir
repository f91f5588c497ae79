// RUN: lathe-opt %s --fusion | FileCheck %s

// Constants of complex numbers, and of numbers of more than 64 bits, stay outside of the readers.

#id = affine_map<(d0) -> (d0)>

// CHECK-LABEL: func.func @complex(
// CHECK: %[[K:.*]] = arith.constant dense<(1.000000e+00,2.000000e+00)>
// CHECK: linalg.generic
// CHECK-SAME: %[[K]]
func.func @complex(%t: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %k = arith.constant dense<(1.0, 2.0)> : tensor<4xcomplex<f32>>
  %e = tensor.empty() : tensor<4xcomplex<f32>>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%t, %k : tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) outs(%e : tensor<4xcomplex<f32>>) {
  ^bb0(%a: complex<f32>, %b: complex<f32>, %o: complex<f32>):
    %s = complex.add %a, %b : complex<f32>
    linalg.yield %s : complex<f32>
  } -> tensor<4xcomplex<f32>>
  return %r : tensor<4xcomplex<f32>>
}

// CHECK-LABEL: func.func @f128(
// CHECK: %[[K:.*]] = arith.constant dense<1.500000e+00>
// CHECK: linalg.generic
// CHECK-SAME: %[[K]]
func.func @f128(%t: tensor<4xf128>) -> tensor<4xf128> {
  %k = arith.constant dense<1.5> : tensor<4xf128>
  %e = tensor.empty() : tensor<4xf128>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%t, %k : tensor<4xf128>, tensor<4xf128>) outs(%e : tensor<4xf128>) {
  ^bb0(%a: f128, %b: f128, %o: f128):
    %s = arith.addf %a, %b : f128
    linalg.yield %s : f128
  } -> tensor<4xf128>
  return %r : tensor<4xf128>
}
