// RUN: not lathe-opt %s --split-input-file --infer-shapes 2>&1 | FileCheck %s

// CHECK: error: 'nnvm.concatenate' op operands have at least 6 elements along axis 1, but the result has shape [2 5]
func.func @more(%x: tensor<2x6xf32>, %y: tensor<*xf32>) -> tensor<2x5xf32> {
  %0 = nnvm.concatenate(%x, %y) {axis = 1 : i64} : (tensor<2x6xf32>, tensor<*xf32>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}
// -----
// CHECK: error: 'nnvm.concatenate' op needs result #0 of shape [2 ?], but it has shape [3 10]
func.func @rows(%x: tensor<2x6xf32>, %y: tensor<*xf32>) -> tensor<3x10xf32> {
  %0 = nnvm.concatenate(%x, %y) {axis = 1 : i64} : (tensor<2x6xf32>, tensor<*xf32>) -> tensor<3x10xf32>
  return %0 : tensor<3x10xf32>
}
// -----
// CHECK: error: 'nnvm.concatenate' op cannot join shape [2 6] with shape [4] of operand #1
func.func @ranks(%x: tensor<2x6xf32>, %y: tensor<4xf32>) -> tensor<*xf32> {
  %0 = nnvm.concatenate(%x, %y) {axis = 1 : i64} : (tensor<2x6xf32>, tensor<4xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
// -----
// CHECK: error: 'nnvm.conv2d' op needs channels in equal groups, but its data of shape [1 3 8 8] has 3 channels for 2 groups
func.func @groups(%x: tensor<1x3x8x8xf32>, %w: tensor<*xf32>) -> tensor<*xf32> {
  %0 = nnvm.conv2d(%x, %w) {channels = 4 : i64, kernel_size = array<i64: 3, 3>, groups = 2 : i64} : (tensor<1x3x8x8xf32>, tensor<*xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
// -----
// CHECK: error: 'nnvm.conv2d_transpose' op needs channels in equal groups
func.func @transposed(%x: tensor<1x3x8x8xf32>, %w: tensor<*xf32>) -> tensor<*xf32> {
  %0 = nnvm.conv2d_transpose(%x, %w) {channels = 4 : i64, kernel_size = array<i64: 3, 3>, groups = 2 : i64} : (tensor<1x3x8x8xf32>, tensor<*xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
// -----
// CHECK: error: 'nnvm.conv2d_transpose' op needs two numbers for output_padding
func.func @padding(%x: tensor<1x3x8x8xf32>, %w: tensor<*xf32>) -> tensor<*xf32> {
  %0 = nnvm.conv2d_transpose(%x, %w) {channels = 4 : i64, kernel_size = array<i64: 3, 3>, output_padding = array<i64: 1>} : (tensor<1x3x8x8xf32>, tensor<*xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
// -----
// CHECK: error: 'nnvm.elemwise_sum' op has num_args = 3, but 2 operands
func.func @sum(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = nnvm.elemwise_sum(%x, %x) {num_args = 3 : i64} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
// -----
// CHECK: error: 'nnvm.take' op needs integers as indices, but has '!quant.uniform<i8:f32, 5.000000e-01>'
func.func @quantized(%x: tensor<10x4xf32>, %i: tensor<2x3x!quant.uniform<i8:f32, 0.5>>) -> tensor<10x2x3xf32> {
  %0 = nnvm.take(%x, %i) {axis = 1 : i64} : (tensor<10x4xf32>, tensor<2x3x!quant.uniform<i8:f32, 0.5>>) -> tensor<10x2x3xf32>
  return %0 : tensor<10x2x3xf32>
}
