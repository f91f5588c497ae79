// RUN: lathe-opt %s --fusion-groups | FileCheck %s
// RUN: lathe-opt %s --fusion-groups=level=0 | FileCheck %s --check-prefix=ALONE
// RUN: not lathe-opt %s --fusion-groups=level=-1 2>&1 | FileCheck %s --check-prefix=LEVEL
// LEVEL: level must be 0 or more, but is -1
// A group of a convolution and elementwise operations; then a group of operations that move and add elements.

// ALONE-NOT: cluster.group
func.func @main(%x: tensor<1x4x8x8xf32>, %w: tensor<4x1x3x3xf32>) -> tensor<1x144xf32> {
  // CHECK: nnvm.conv2d(%arg0, %arg1) {channels = 4 : i64, cluster.group = "fuse0"
  %0 = nnvm.conv2d(%x, %w) {channels = 4 : i64, groups = 4 : i64, kernel_size = array<i64: 3, 3>} : (tensor<1x4x8x8xf32>, tensor<4x1x3x3xf32>) -> tensor<1x4x6x6xf32>
  // CHECK: nnvm.__add_scalar__(%0) {cluster.group = "fuse0"
  %1 = nnvm.__add_scalar__(%0) {scalar = 1.0} : (tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32>
  // CHECK: nnvm.flatten(%1) {cluster.group = "fuse1"
  %2 = nnvm.flatten(%1) : (tensor<1x4x6x6xf32>) -> tensor<1x144xf32>
  // CHECK: nnvm.__add_scalar__(%2) {cluster.group = "fuse1"
  %3 = nnvm.__add_scalar__(%2) {scalar = 1.0} : (tensor<1x144xf32>) -> tensor<1x144xf32>
  return %3 : tensor<1x144xf32>
}
