// RUN: lathe-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @moves
// CHECK-SAME: (%[[X:.*]]: tensor<2x3x4xf32>, %[[V:.*]]: tensor<3xf32>)
// CHECK-NEXT: %[[A:.*]] = stablehlo.reshape %[[X]] : (tensor<2x3x4xf32>) -> tensor<4x6xf32>
// CHECK-NEXT: %[[B:.*]] = stablehlo.transpose %[[X]], dims = [2, 1, 0] : (tensor<2x3x4xf32>) -> tensor<4x3x2xf32>
// CHECK-NEXT: %[[C:.*]] = stablehlo.broadcast_in_dim %[[V]], dims = [2] : (tensor<3xf32>) -> tensor<5x2x3xf32>
// CHECK-NEXT: return %[[A]], %[[X]], %[[B]], %[[C]]
func.func @moves(%x: tensor<2x3x4xf32>, %v: tensor<3xf32>) -> (tensor<4x6xf32>, tensor<2x3x4xf32>, tensor<4x3x2xf32>, tensor<5x2x3xf32>) {
  %0 = stablehlo.reshape %x : (tensor<2x3x4xf32>) -> tensor<24xf32>
  %a = stablehlo.reshape %0 : (tensor<24xf32>) -> tensor<4x6xf32>
  %b = stablehlo.reshape %0 : (tensor<24xf32>) -> tensor<2x3x4xf32>
  %1 = stablehlo.transpose %x, dims = [1, 2, 0] : (tensor<2x3x4xf32>) -> tensor<3x4x2xf32>
  %c = stablehlo.transpose %1, dims = [1, 0, 2] : (tensor<3x4x2xf32>) -> tensor<4x3x2xf32>
  %2 = stablehlo.broadcast_in_dim %v, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  %d = stablehlo.broadcast_in_dim %2, dims = [1, 2] : (tensor<2x3xf32>) -> tensor<5x2x3xf32>
  return %a, %b, %c, %d : tensor<4x6xf32>, tensor<2x3x4xf32>, tensor<4x3x2xf32>, tensor<5x2x3xf32>
}
