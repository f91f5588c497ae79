// RUN: lathe-opt %s --stablehlo-to-linalg --fusion --plan-buffers --linalg-to-kernels=target=avx2 --kernel-verify --split-input-file | FileCheck %s

// A kernel transposes %y in registers, and overwrites %e with the result.
// CHECK: func.func private @k3({{.*}}kernel.tile = array<i64: 8, 8>, kernel.writes = array<i64: 0>
// CHECK: vector.shuffle {{.*}} [0, 8, 1, 9, 4, 12, 5, 13]
// CHECK: vector.store {{.*}}, %arg0
func.func @main(%a: tensor<4x16xf32>, %b: tensor<4x8xf32>, %y: tensor<8x16xf32>, %w: tensor<8x8xf32>) -> (tensor<16x8xf32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %e = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<4x16xf32>, tensor<4x8xf32>) -> tensor<16x8xf32>
  %m = stablehlo.reduce(%e init: %zero) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<16x8xf32>, tensor<f32>) -> tensor<f32>
  %t = stablehlo.transpose %y, dims = [1, 0] : (tensor<8x16xf32>) -> tensor<16x8xf32>
  %s = stablehlo.subtract %e, %t : tensor<16x8xf32>
  %r = stablehlo.dot_general %s, %w, contracting_dims = [1] x [0] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
  return %r, %m : tensor<16x8xf32>, tensor<f32>
}

// -----

// The two vectors of a row of 12 elements would overlap, so an element could be read after it is overwritten.
// CHECK: func.func private @k3({{.*}}kernel.grid = 16 : index, kernel.writes = array<i64: 0>
// CHECK-NOT: vector.shuffle {{.*}}vector<8xf32>, vector<8xf32>
// CHECK: func.func private @k4
func.func @main(%a: tensor<4x16xf32>, %b: tensor<4x12xf32>, %y: tensor<12x16xf32>, %w: tensor<12x8xf32>) -> (tensor<16x8xf32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %e = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<4x16xf32>, tensor<4x12xf32>) -> tensor<16x12xf32>
  %m = stablehlo.reduce(%e init: %zero) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<16x12xf32>, tensor<f32>) -> tensor<f32>
  %t = stablehlo.transpose %y, dims = [1, 0] : (tensor<12x16xf32>) -> tensor<16x12xf32>
  %s = stablehlo.subtract %e, %t : tensor<16x12xf32>
  %r = stablehlo.dot_general %s, %w, contracting_dims = [1] x [0] : (tensor<16x12xf32>, tensor<12x8xf32>) -> tensor<16x8xf32>
  return %r, %m : tensor<16x8xf32>, tensor<f32>
}
