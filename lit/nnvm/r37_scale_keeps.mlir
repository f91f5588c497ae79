// RUN: lathe-opt %s --fold-scale-axis | FileCheck %s

// Averages of integers are rounded, so a scale must not move through them.
// CHECK-LABEL: func.func @integers
// CHECK: nnvm.avg_pool2d
// CHECK: nnvm.broadcast_mul
func.func @integers(%x: tensor<1x4x8x8xi32>, %w: tensor<4x4x1x1xi32>, %s: tensor<4xi32>) -> tensor<1x4x4x4xi32> {
  %0 = nnvm.conv2d(%x, %w) {channels = 4 : i64, kernel_size = array<i64: 1, 1>, use_bias = false} : (tensor<1x4x8x8xi32>, tensor<4x4x1x1xi32>) -> tensor<1x4x8x8xi32>
  %1 = nnvm.avg_pool2d(%0) {pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<1x4x8x8xi32>) -> tensor<1x4x4x4xi32>
  %2 = nnvm.expand_dims(%s) {axis = 1 : i64, num_newaxis = 2 : i64} : (tensor<4xi32>) -> tensor<4x1x1xi32>
  %3 = nnvm.broadcast_mul(%1, %2) : (tensor<1x4x4x4xi32>, tensor<4x1x1xi32>) -> tensor<1x4x4x4xi32>
  return %3 : tensor<1x4x4x4xi32>
}

func.func private @effects(tensor<4xf32>) -> tensor<4xf32>

// The producers of a scale can have effects, so their order must not change.
// CHECK-LABEL: func.func @calls
// CHECK: nnvm.conv2d
// CHECK: %[[FIRST:.*]] = call @effects
// CHECK: %[[SCALE:.*]] = call @effects
// CHECK: nnvm.expand_dims(%[[SCALE]])
// CHECK: return %{{.*}}, %[[FIRST]]
func.func @calls(%x: tensor<1x4x8x8xf32>, %w: tensor<4x4x1x1xf32>, %s: tensor<4xf32>) -> (tensor<1x4x8x8xf32>, tensor<4xf32>) {
  %0 = nnvm.conv2d(%x, %w) {channels = 4 : i64, kernel_size = array<i64: 1, 1>, use_bias = false} : (tensor<1x4x8x8xf32>, tensor<4x4x1x1xf32>) -> tensor<1x4x8x8xf32>
  %1 = call @effects(%s) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = call @effects(%s) : (tensor<4xf32>) -> tensor<4xf32>
  %3 = nnvm.expand_dims(%2) {axis = 1 : i64, num_newaxis = 2 : i64} : (tensor<4xf32>) -> tensor<4x1x1xf32>
  %4 = nnvm.broadcast_mul(%0, %3) : (tensor<1x4x8x8xf32>, tensor<4x1x1xf32>) -> tensor<1x4x8x8xf32>
  return %4, %1 : tensor<1x4x8x8xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @region
// CHECK: nnvm.conv2d
// CHECK: %[[SUM:.*]] = nnvm.elemwise_add
// CHECK: scf.if
// CHECK-NEXT: scf.yield %[[SUM]]
func.func @region(%x: tensor<1x4x8x8xf32>, %w: tensor<4x4x1x1xf32>, %s: tensor<4xf32>, %c: i1) -> tensor<1x4x8x8xf32> {
  %0 = nnvm.conv2d(%x, %w) {channels = 4 : i64, kernel_size = array<i64: 1, 1>, use_bias = false} : (tensor<1x4x8x8xf32>, tensor<4x4x1x1xf32>) -> tensor<1x4x8x8xf32>
  %1 = nnvm.elemwise_add(%s, %s) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = scf.if %c -> tensor<4xf32> {
    scf.yield %1 : tensor<4xf32>
  } else {
    scf.yield %s : tensor<4xf32>
  }
  %3 = nnvm.expand_dims(%2) {axis = 1 : i64, num_newaxis = 2 : i64} : (tensor<4xf32>) -> tensor<4x1x1xf32>
  %4 = nnvm.broadcast_mul(%0, %3) : (tensor<1x4x8x8xf32>, tensor<4x1x1xf32>) -> tensor<1x4x8x8xf32>
  return %4 : tensor<1x4x8x8xf32>
}
