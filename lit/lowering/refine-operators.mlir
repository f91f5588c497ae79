// RUN: lathe-opt --stablehlo-refine-arguments='types=tensor<2x4x6x6xf32>,tensor<8x4x3x3xf32>,tensor<10x72xf32>' --stablehlo-refine-shapes --split-input-file --verify-diagnostics %s | FileCheck %s

// Operators of nnvm are refined by their own rules, even if they are mixed with StableHLO.
// CHECK-LABEL: func.func @nnvm
// CHECK-SAME: (%arg0: tensor<2x4x6x6xf32>, %arg1: tensor<8x4x3x3xf32>, %arg2: tensor<10x72xf32>) -> (tensor<2x10xf32>, tensor<2x72xf32>)
// CHECK: nnvm.conv2d{{.*}} -> tensor<2x8x6x6xf32>
// CHECK: nnvm.relu{{.*}} -> tensor<2x8x6x6xf32>
// CHECK: nnvm.max_pool2d{{.*}} -> tensor<2x8x3x3xf32>
// CHECK: nnvm.flatten{{.*}} -> tensor<2x72xf32>
// CHECK: nnvm.dense{{.*}} -> tensor<2x10xf32>
// CHECK: stablehlo.add {{.*}} : tensor<2x72xf32>
func.func @nnvm(%x: tensor<?x4x?x?xf32>, %w: tensor<8x4x3x3xf32>, %d: tensor<10x?xf32>) -> (tensor<?x10xf32>, tensor<?x?xf32>) {
  %0 = nnvm.conv2d(%x, %w) {channels = 8 : i64, kernel_size = array<i64: 3, 3>, padding = array<i64: 1, 1>, use_bias = false} : (tensor<?x4x?x?xf32>, tensor<8x4x3x3xf32>) -> tensor<?x8x?x?xf32>
  %1 = nnvm.relu(%0) : (tensor<?x8x?x?xf32>) -> tensor<?x8x?x?xf32>
  %2 = nnvm.max_pool2d(%1) {pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<?x8x?x?xf32>) -> tensor<*xf32>
  %3 = nnvm.flatten(%2) : (tensor<*xf32>) -> tensor<?x?xf32>
  %4 = nnvm.dense(%3, %d) {units = 10 : i64, use_bias = false} : (tensor<?x?xf32>, tensor<10x?xf32>) -> tensor<?x10xf32>
  %5 = stablehlo.add %3, %3 : tensor<?x?xf32>
  return %4, %5 : tensor<?x10xf32>, tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @onednn
// CHECK-SAME: -> (tensor<2x288xf32>, tensor<10x72xf32>)
// CHECK: onednn_graph.Convolution{{.*}} -> tensor<2x8x6x6xf32>
// CHECK: onednn_graph.ReLU{{.*}} -> tensor<2x8x6x6xf32>
// CHECK: onednn_graph.StaticReshape{{.*}} -> tensor<2x288xf32>
// CHECK: onednn_graph.SoftMax{{.*}} -> tensor<10x72xf32>
func.func @onednn(%x: tensor<?x4x?x?xf32>, %w: tensor<8x4x3x3xf32>, %m: tensor<?x72xf32>) -> (tensor<?x?xf32>, tensor<?x72xf32>) {
  %0 = onednn_graph.Convolution(%x, %w) {data_format = "NCX", weights_format = "OIX", strides = array<i64: 1, 1>, pads_begin = array<i64: 1, 1>, pads_end = array<i64: 1, 1>, dilations = array<i64: 1, 1>} : (tensor<?x4x?x?xf32>, tensor<8x4x3x3xf32>) -> tensor<?x8x?x?xf32>
  %1 = onednn_graph.ReLU(%0) : (tensor<?x8x?x?xf32>) -> tensor<?x8x?x?xf32>
  %2 = onednn_graph.StaticReshape(%1) {shape = array<i64: 2, -1>, special_zero = false} : (tensor<?x8x?x?xf32>) -> tensor<?x?xf32>
  %3 = onednn_graph.SoftMax(%m) {axis = 0 : i64} : (tensor<?x72xf32>) -> tensor<?x72xf32>
  return %2, %3 : tensor<?x?xf32>, tensor<?x72xf32>
}

// -----

func.func @disagree(%x: tensor<?x4x?x?xf32>, %w: tensor<8x4x3x3xf32>, %d: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = nnvm.flatten(%x) : (tensor<?x4x?x?xf32>) -> tensor<?x?xf32>
  // expected-error @+1 {{'nnvm.dense' op needs operand #1 of shape [10 144], but it has shape [10 72]}}
  %1 = nnvm.dense(%0, %d) {units = 10 : i64, use_bias = false} : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// -----

func.func @disagree(%x: tensor<?x?x6x6xf32>, %w: tensor<?x?x3x3xf32>, %d: tensor<10x72xf32>) -> tensor<?x?x?x?xf32> {
  %0 = onednn_graph.Convolution(%x, %w) {data_format = "NCX", weights_format = "OIX", groups = 2 : i64, strides = array<i64: 1, 1>, pads_begin = array<i64: 1, 1>, pads_end = array<i64: 1, 1>, dilations = array<i64: 1, 1>} : (tensor<?x?x6x6xf32>, tensor<?x?x3x3xf32>) -> tensor<?x?x?x?xf32> // expected-error {{has data of 4 channels, a result of 8 channels and 2 groups, which do not fit weights of 4 by 8 channels}}
  return %0 : tensor<?x?x?x?xf32>
}
