// RUN: not lathe-opt %s --split-input-file --infer-shapes 2>&1 | FileCheck %s
// Extents that overflow 64 bits are errors, even if the rule subtracts from them later.

// CHECK: [[@LINE+2]]:{{[0-9]+}}: error: 'nnvm.conv2d' op result #0 has an extent that does not fit into 64 bits
func.func @dilation(%x: tensor<1x4x10x10xf32>, %w: tensor<*xf32>) -> tensor<*xf32> {
  %0 = nnvm.conv2d(%x, %w) {channels = 8 : i64, kernel_size = array<i64: 3, 3>, dilation = array<i64: 9223372036854775807, 1>} : (tensor<1x4x10x10xf32>, tensor<*xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
// -----
// CHECK: error: 'nnvm.conv2d' op result #0 has an extent that does not fit into 64 bits
func.func @padding(%x: tensor<1x4x10x10xf32>, %w: tensor<*xf32>) -> tensor<*xf32> {
  %0 = nnvm.conv2d(%x, %w) {channels = 8 : i64, kernel_size = array<i64: 3, 3>, padding = array<i64: 9223372036854775807, 1>} : (tensor<1x4x10x10xf32>, tensor<*xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
// -----
// CHECK: error: 'nnvm.conv2d_transpose' op result #0 has an extent that does not fit into 64 bits
func.func @stride(%x: tensor<1x4x10x10xf32>, %w: tensor<*xf32>) -> tensor<*xf32> {
  %0 = nnvm.conv2d_transpose(%x, %w) {channels = 8 : i64, kernel_size = array<i64: 3, 3>, strides = array<i64: 4611686018427387904, 1>} : (tensor<1x4x10x10xf32>, tensor<*xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
// -----
// CHECK: error: 'nnvm.max_pool2d' op result #0 has an extent that does not fit into 64 bits
func.func @pool(%x: tensor<1x4x10x10xf32>) -> tensor<*xf32> {
  %0 = nnvm.max_pool2d(%x) {pool_size = array<i64: 3, 4611686018427387904>, padding = array<i64: 1, 4611686018427387903>} : (tensor<1x4x10x10xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
// -----
// CHECK: error: 'nnvm.upsampling' op result #0 has an extent that does not fit into 64 bits
func.func @scale(%x: tensor<1x1x4000000000000000000x1xf32>) -> tensor<*xf32> {
  %0 = nnvm.upsampling(%x) {scale = 1000 : i64} : (tensor<1x1x4000000000000000000x1xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
// -----
// CHECK: error: 'nnvm.flatten' op result #0 has an extent that does not fit into 64 bits
func.func @flatten(%x: tensor<2x9999999999x9999999999xf32>) -> tensor<*xf32> {
  %0 = nnvm.flatten(%x) : (tensor<2x9999999999x9999999999xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
// -----
// CHECK: error: 'nnvm.reshape' op cannot reshape a tensor of shape [4294967296 4294967296 3]: its number of elements is too large
func.func @rest(%x: tensor<4294967296x4294967296x3xf32>) -> tensor<*xf32> {
  %0 = nnvm.reshape(%x) {shape = array<i64: -1>} : (tensor<4294967296x4294967296x3xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
// -----
// CHECK: error: 'nnvm.reshape' op cannot reshape a tensor of shape [4294967296 4294967296 3]: its number of elements is too large
func.func @joined(%x: tensor<4294967296x4294967296x3xf32>) -> tensor<*xf32> {
  %0 = nnvm.reshape(%x) {shape = array<i64: -3, 0>} : (tensor<4294967296x4294967296x3xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
// -----
// CHECK: error: 'nnvm.concatenate' op result #0 has an extent that does not fit into 64 bits
func.func @twice(%x: tensor<5000000000000000000x1xf32>) -> tensor<*xf32> {
  %0 = nnvm.concatenate(%x, %x) {axis = 0 : i64} : (tensor<5000000000000000000x1xf32>, tensor<5000000000000000000x1xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
// -----
// CHECK: error: 'nnvm.__layout_transform__' op result #0 has an extent that does not fit into 64 bits
func.func @blocks(%x: tensor<1x4611686018427387904x2x2x4xf32>) -> tensor<*xf32> {
  %0 = nnvm.__layout_transform__(%x) {src_layout = "NCHW4c", dst_layout = "NCHW"} : (tensor<1x4611686018427387904x2x2x4xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
