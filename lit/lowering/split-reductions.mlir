// RUN: lathe-opt %s --stablehlo-to-linalg --split-reductions --split-input-file | FileCheck %s
// RUN: lathe-opt %s --lower-to-kernels=target=vm --kernel-verify --split-input-file -o /dev/null

// Blocks of 4000 terms, the largest size that divides the extent. Then the five results of the blocks are added.
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

// Each row is a block.
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

// Short sums, and sums with a prime number of terms, are not split.
// CHECK-LABEL: @short
// CHECK-NOT: xi1>
// CHECK: return
func.func @short(%x: tensor<8192xf32>, %y: tensor<1024x4xf32>, %p: tensor<10007xf32>) -> (tensor<f32>, tensor<4xf32>, tensor<f32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<8192xf32>, tensor<f32>) -> tensor<f32>
  %1 = stablehlo.reduce(%y init: %z) applies stablehlo.add across dimensions = [0] : (tensor<1024x4xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = stablehlo.reduce(%p init: %z) applies stablehlo.add across dimensions = [0] : (tensor<10007xf32>, tensor<f32>) -> tensor<f32>
  return %0, %1, %2 : tensor<f32>, tensor<4xf32>, tensor<f32>
}

// -----

// Sums of columns: a block is one chain of at most 512 terms, and the columns are the innermost loop.
// CHECK: #[[C:.*]] = affine_map<(d0, d1, d2) -> (d0 * 500 + d1, d2)>
// CHECK-LABEL: @columns
// CHECK: linalg.fill {{.*}} -> tensor<40x4xf32>
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "parallel"]} ins(%{{.*}}, %{{.*}} : tensor<20000x4xf32>, tensor<500xi1>)
// CHECK: linalg.generic {{.*}} iterator_types = ["reduction", "parallel"]} ins(%{{.*}} : tensor<40x4xf32>)
func.func @columns(%y: tensor<20000x4xf32>) -> tensor<4xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%y init: %z) applies stablehlo.add across dimensions = [0] : (tensor<20000x4xf32>, tensor<f32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// The mean of channels: a block has 16 x 32 terms. The blocks are numbered by the image and the half of its rows.
// CHECK: #[[I:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d1, d0 * 16 + d2, d3, d4)>
// CHECK-LABEL: @channels
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction", "reduction", "parallel"]} ins(%{{.*}}, %{{.*}} : tensor<8x32x32x64xf32>, tensor<16xi1>)
// CHECK: linalg.generic {{.*}} iterator_types = ["reduction", "reduction", "parallel"]} ins(%{{.*}} : tensor<2x8x64xf32>)
func.func @channels(%x: tensor<8x32x32x64xf32>) -> tensor<64xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x32x32x64xf32>, tensor<f32>) -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// -----

// There are many results of blocks, so their sum is also split.
// CHECK-LABEL: @again
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<1048576x4xf32>, tensor<512xi1>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<2048x4xf32>, tensor<512xi1>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<4x4xf32>)
func.func @again(%x: tensor<1048576x4xf32>) -> tensor<4xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<1048576x4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A product of a vector and a large matrix is the sum of the products of two halves.
// CHECK-LABEL: @product
// CHECK-DAG: tensor.expand_shape %{{.*}} {{\[\[}}0], [1, 2]] {{.*}} : tensor<1x784xf32> into tensor<1x2x392xf32>
// CHECK-DAG: tensor.expand_shape %{{.*}} {{\[\[}}0, 1], [2]] {{.*}} : tensor<784x512xf32> into tensor<2x392x512xf32>
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction", "parallel"]} {{.*}} outs(%{{.*}} : tensor<2x1x512xf32>)
// CHECK: math.fma
// CHECK: linalg.generic {{.*}} iterator_types = ["reduction", "parallel", "parallel"]} ins(%{{.*}} : tensor<2x1x512xf32>)
// CHECK: arith.addf
func.func @product(%a: tensor<1x784xf32>, %b: tensor<784x512xf32>) -> tensor<1x512xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<1x784xf32>, tensor<784x512xf32>) -> tensor<1x512xf32>
  return %0 : tensor<1x512xf32>
}

// -----

// These products are not divided: two rows, a small matrix, a matrix whose columns are contiguous, an odd number of terms.
// CHECK-LABEL: @whole
// CHECK-NOT: expand_shape
// CHECK: return
func.func @whole(%a: tensor<2x784xf32>, %b: tensor<784x512xf32>, %c: tensor<1x50xf32>, %d: tensor<50x512xf32>, %e: tensor<512x784xf32>, %f: tensor<1x784xf32>, %g: tensor<1x785xf32>, %h: tensor<785x512xf32>)
    -> (tensor<2x512xf32>, tensor<1x512xf32>, tensor<1x512xf32>, tensor<1x512xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x784xf32>, tensor<784x512xf32>) -> tensor<2x512xf32>
  %1 = stablehlo.dot_general %c, %d, contracting_dims = [1] x [0] : (tensor<1x50xf32>, tensor<50x512xf32>) -> tensor<1x512xf32>
  %2 = stablehlo.dot_general %f, %e, contracting_dims = [1] x [1] : (tensor<1x784xf32>, tensor<512x784xf32>) -> tensor<1x512xf32>
  %3 = stablehlo.dot_general %g, %h, contracting_dims = [1] x [0] : (tensor<1x785xf32>, tensor<785x512xf32>) -> tensor<1x512xf32>
  return %0, %1, %2, %3 : tensor<2x512xf32>, tensor<1x512xf32>, tensor<1x512xf32>, tensor<1x512xf32>
}
