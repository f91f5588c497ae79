// RUN: lathe-opt %s --stablehlo-to-linalg --split-reductions --split-input-file | FileCheck %s
// RUN: lathe-opt %s --lower-to-kernels=target=vm --kernel-verify --split-input-file -o /dev/null

// Blocks of 4000 terms, the largest that divides the extent, then their five results.
// CHECK: #[[X:.*]] = affine_map<(d0, d1) -> (d0 * 4000 + d1)>
// CHECK-LABEL: @vector
// CHECK: linalg.fill {{.*}} -> tensor<5xf32>
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%{{.*}}, %{{.*}} : tensor<20000xf32>, tensor<4000xi1>)
// CHECK: linalg.generic {{.*}} iterator_types = ["reduction"]} ins(%{{.*}} : tensor<5xf32>)
func.func @vector(%x: tensor<20000xf32>) -> tensor<f32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<20000xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Rows are blocks.
// CHECK-LABEL: @rows
// CHECK: linalg.fill {{.*}} -> tensor<1x128x2xf32>
// CHECK: iterator_types = ["parallel", "parallel", "parallel", "reduction"]
// CHECK: iterator_types = ["parallel", "reduction", "reduction"]
func.func @rows(%x: tensor<2x128x128xf32>) -> tensor<2xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1, 2] : (tensor<2x128x128xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// Short sums, sums of columns, and sums of a prime number of terms stay.
// CHECK-LABEL: @short
// CHECK-NOT: xi1>
// CHECK: return
func.func @short(%x: tensor<8192xf32>, %y: tensor<20000x4xf32>, %p: tensor<10007xf32>) -> (tensor<f32>, tensor<4xf32>, tensor<f32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<8192xf32>, tensor<f32>) -> tensor<f32>
  %1 = stablehlo.reduce(%y init: %z) applies stablehlo.add across dimensions = [0] : (tensor<20000x4xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = stablehlo.reduce(%p init: %z) applies stablehlo.add across dimensions = [0] : (tensor<10007xf32>, tensor<f32>) -> tensor<f32>
  return %0, %1, %2 : tensor<f32>, tensor<4xf32>, tensor<f32>
}
