// RUN: not lathe-opt %s --split-input-file --infer-shapes 2>&1 | FileCheck %s
// RUN: not lathe-opt %s --split-input-file 2>&1 | FileCheck %s
// An operation that takes the shape of another tensor must be valid for this shape.

// CHECK: [[@LINE+2]]:{{[0-9]+}}: error: 'nnvm.reshape_like' op cannot reshape shape [6] to [2 4]
func.func @elements(%x: tensor<6xf32>, %y: tensor<2x4xf32>) -> tensor<*xf32> {
  %0 = nnvm.reshape_like(%x, %y) : (tensor<6xf32>, tensor<2x4xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
// -----
// CHECK: error: 'nnvm.expand_like' op needs operand #0 of shape [4], but it has shape [3]
func.func @extent(%x: tensor<3xf32>, %y: tensor<4x5xf32>) -> tensor<*xf32> {
  %0 = nnvm.expand_like(%x, %y) {axis = array<i64: 1>} : (tensor<3xf32>, tensor<4x5xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
// -----
// CHECK: error: 'nnvm.expand_like' op has axis 9, but a tensor of rank 2
func.func @axis(%x: tensor<4xf32>, %y: tensor<4x5xf32>) -> tensor<*xf32> {
  %0 = nnvm.expand_like(%x, %y) {axis = array<i64: 9>} : (tensor<4xf32>, tensor<4x5xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
// -----
// CHECK: error: 'nnvm.collapse_sum' op cannot sum a tensor of shape [4 5] to shape [6], which cannot be broadcast to the first shape
func.func @collapse(%x: tensor<4x5xf32>, %y: tensor<6xf32>) -> tensor<*xf32> {
  %0 = nnvm.collapse_sum(%x, %y) : (tensor<4x5xf32>, tensor<6xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
// -----
// CHECK: error: 'nnvm.collapse_sum' op cannot sum a tensor of shape [5] to shape [4 5]
func.func @rank(%x: tensor<5xf32>, %y: tensor<4x5xf32>) -> tensor<*xf32> {
  %0 = nnvm.collapse_sum(%x, %y) : (tensor<5xf32>, tensor<4x5xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
