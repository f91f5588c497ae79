// RUN: lathe-opt %s --fold-scale-axis | FileCheck %s
// RUN: lathe-opt %s --fold-scale-axis=assume-positive | FileCheck %s --check-prefix=ASSUMED
// A scale after relu may be negative, unless an attribute states that it is not.

// CHECK-LABEL: func.func @unknown
// CHECK: nnvm.relu
// CHECK: nnvm.broadcast_mul
// CHECK-LABEL: func.func @positive
// CHECK: nnvm.broadcast_mul(%arg1,
// CHECK: nnvm.relu
// CHECK-NEXT: return
// ASSUMED-LABEL: func.func @unknown
// ASSUMED: nnvm.broadcast_mul(%arg1,
// ASSUMED: nnvm.relu
// ASSUMED-NEXT: return
func.func @unknown(%x: tensor<1x4x8x8xf32>, %w: tensor<2x4x3x3xf32>, %s: tensor<2xf32>) -> tensor<1x2x6x6xf32> {
  %0 = nnvm.conv2d(%x, %w) {channels = 2 : i64, kernel_size = array<i64: 3, 3>} : (tensor<1x4x8x8xf32>, tensor<2x4x3x3xf32>) -> tensor<1x2x6x6xf32>
  %1 = nnvm.relu(%0) : (tensor<1x2x6x6xf32>) -> tensor<1x2x6x6xf32>
  %2 = nnvm.expand_dims(%s) {axis = 1 : i64, num_newaxis = 2 : i64} : (tensor<2xf32>) -> tensor<2x1x1xf32>
  %3 = nnvm.broadcast_mul(%1, %2) : (tensor<1x2x6x6xf32>, tensor<2x1x1xf32>) -> tensor<1x2x6x6xf32>
  return %3 : tensor<1x2x6x6xf32>
}

func.func @positive(%x: tensor<1x4x8x8xf32>, %w: tensor<2x4x3x3xf32>, %s: tensor<2xf32> {nnvm.positive}) -> tensor<1x2x6x6xf32> {
  %0 = nnvm.conv2d(%x, %w) {channels = 2 : i64, kernel_size = array<i64: 3, 3>} : (tensor<1x4x8x8xf32>, tensor<2x4x3x3xf32>) -> tensor<1x2x6x6xf32>
  %1 = nnvm.relu(%0) : (tensor<1x2x6x6xf32>) -> tensor<1x2x6x6xf32>
  %2 = nnvm.expand_dims(%s) {axis = 1 : i64, num_newaxis = 2 : i64} : (tensor<2xf32>) -> tensor<2x1x1xf32>
  %3 = nnvm.broadcast_mul(%1, %2) : (tensor<1x2x6x6xf32>, tensor<2x1x1xf32>) -> tensor<1x2x6x6xf32>
  return %3 : tensor<1x2x6x6xf32>
}
