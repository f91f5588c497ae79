// RUN: lathe-opt %s --stablehlo-refine-shapes | FileCheck %s
// RUN: lathe run --no-cache --backend=jit %s | FileCheck %s --check-prefix=RESULT
// RUN: lathe run --no-cache --backend=vm %s | FileCheck %s --check-prefix=RESULT
// RUN: lathe run --no-cache --backend=ref %s | FileCheck %s --check-prefix=RESULT

// RESULT: tensor<2x8x5x6xf32> {{\[\[\[\[}}-0.67622
// The padding is constant, so the extents of the result are known.
// CHECK: stablehlo.dynamic_conv{{.*}} -> tensor<2x8x5x6xf32>
func.func @main(%x: tensor<2x3x9x11xf32>, %w: tensor<8x3x3x3xf32>) -> tensor<?x8x?x?xf32> {
  %p = stablehlo.constant dense<1> : tensor<2x2xi32>
  %0 = "stablehlo.dynamic_conv"(%x, %w, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, window_strides = array<i64: 2, 2>}> : (tensor<2x3x9x11xf32>, tensor<8x3x3x3xf32>, tensor<2x2xi32>) -> tensor<?x8x?x?xf32>
  return %0 : tensor<?x8x?x?xf32>
}
