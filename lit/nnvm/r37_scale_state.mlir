// RUN: lathe-opt %s --fold-scale-axis | FileCheck %s
// A scale is folded only if the variables from which it is read do not change in between.

// The scale changes after the convolution, so the multiplication does not use the old scale.
// CHECK-LABEL: func.func @later
// CHECK-NEXT: nnvm.conv2d(%arg0, %arg1)
// CHECK-NEXT: nnvm._assign
// CHECK-NEXT: nnvm.expand_dims(%arg2)
// CHECK-NEXT: nnvm.broadcast_mul
func.func @later(%x: tensor<1x2x2x2xf32>, %w: tensor<2x2x1x1xf32>, %s: tensor<2xf32>, %t: tensor<2xf32>) -> tensor<1x2x2x2xf32> {
  %c = nnvm.conv2d(%x, %w) {channels = 2 : i64, kernel_size = array<i64: 1, 1>, use_bias = false} : (tensor<1x2x2x2xf32>, tensor<2x2x1x1xf32>) -> tensor<1x2x2x2xf32>
  %a = nnvm._assign(%s, %t) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %e = nnvm.expand_dims(%s) {axis = 1 : i64, num_newaxis = 2 : i64} : (tensor<2xf32>) -> tensor<2x1x1xf32>
  %y = nnvm.broadcast_mul(%c, %e) : (tensor<1x2x2x2xf32>, tensor<2x1x1xf32>) -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// The scale is read before the change, and the change is also after the convolution.
// CHECK-LABEL: func.func @earlier
// CHECK-NEXT: %[[BY:.*]] = nnvm.expand_dims(%arg2) {axis = 1 : i64, num_newaxis = 3 : i64}
// CHECK-NEXT: %[[W:.*]] = nnvm.broadcast_mul(%arg1, %[[BY]])
// CHECK-NEXT: nnvm.conv2d(%arg0, %[[W]])
// CHECK-NEXT: nnvm._assign
// CHECK-NEXT: return
func.func @earlier(%x: tensor<1x2x2x2xf32>, %w: tensor<2x2x1x1xf32>, %s: tensor<2xf32>, %t: tensor<2xf32>) -> tensor<1x2x2x2xf32> {
  %e = nnvm.expand_dims(%s) {axis = 1 : i64, num_newaxis = 2 : i64} : (tensor<2xf32>) -> tensor<2x1x1xf32>
  %c = nnvm.conv2d(%x, %w) {channels = 2 : i64, kernel_size = array<i64: 1, 1>, use_bias = false} : (tensor<1x2x2x2xf32>, tensor<2x2x1x1xf32>) -> tensor<1x2x2x2xf32>
  %a = nnvm._assign(%s, %t) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %y = nnvm.broadcast_mul(%c, %e) : (tensor<1x2x2x2xf32>, tensor<2x1x1xf32>) -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// The scale is read before the change, and multiplied after it.
// CHECK-LABEL: func.func @down
// CHECK-NEXT: nnvm.expand_dims(%arg2)
// CHECK-NEXT: nnvm._assign
// CHECK-NEXT: nnvm.broadcast_mul(%arg0
// CHECK-NEXT: nnvm.conv2d(%{{.*}}, %arg1)
func.func @down(%x: tensor<1x2x2x2xf32>, %w: tensor<2x2x1x1xf32>, %s: tensor<2xf32>, %t: tensor<2xf32>) -> tensor<1x2x2x2xf32> {
  %e = nnvm.expand_dims(%s) {axis = 1 : i64, num_newaxis = 2 : i64} : (tensor<2xf32>) -> tensor<2x1x1xf32>
  %a = nnvm._assign(%s, %t) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %y = nnvm.broadcast_mul(%x, %e) : (tensor<1x2x2x2xf32>, tensor<2x1x1xf32>) -> tensor<1x2x2x2xf32>
  %c = nnvm.conv2d(%y, %w) {channels = 2 : i64, kernel_size = array<i64: 1, 1>, use_bias = false} : (tensor<1x2x2x2xf32>, tensor<2x2x1x1xf32>) -> tensor<1x2x2x2xf32>
  return %c : tensor<1x2x2x2xf32>
}

// The data changes between the product and the convolution.
// CHECK-LABEL: func.func @data
// CHECK-NEXT: nnvm.expand_dims(%arg2)
// CHECK-NEXT: nnvm.broadcast_mul(%arg0
// CHECK-NEXT: nnvm._assign
// CHECK-NEXT: nnvm.conv2d
func.func @data(%x: tensor<1x2x2x2xf32>, %w: tensor<2x2x1x1xf32>, %s: tensor<2xf32>, %t: tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %e = nnvm.expand_dims(%s) {axis = 1 : i64, num_newaxis = 2 : i64} : (tensor<2xf32>) -> tensor<2x1x1xf32>
  %y = nnvm.broadcast_mul(%x, %e) : (tensor<1x2x2x2xf32>, tensor<2x1x1xf32>) -> tensor<1x2x2x2xf32>
  %a = nnvm._assign(%x, %t) : (tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %c = nnvm.conv2d(%y, %w) {channels = 2 : i64, kernel_size = array<i64: 1, 1>, use_bias = false} : (tensor<1x2x2x2xf32>, tensor<2x2x1x1xf32>) -> tensor<1x2x2x2xf32>
  return %c : tensor<1x2x2x2xf32>
}

// A variable that is declared positive may change to another value.
// CHECK-LABEL: func.func @sign
// CHECK-NEXT: nnvm._assign
// CHECK-NEXT: nnvm.conv2d
// CHECK-NEXT: nnvm.relu
func.func @sign(%x: tensor<1x2x2x2xf32>, %w: tensor<2x2x1x1xf32>, %s: tensor<2xf32> {nnvm.positive}, %t: tensor<2xf32>) -> tensor<1x2x2x2xf32> {
  %a = nnvm._assign(%s, %t) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %c = nnvm.conv2d(%x, %w) {channels = 2 : i64, kernel_size = array<i64: 1, 1>, use_bias = false} : (tensor<1x2x2x2xf32>, tensor<2x2x1x1xf32>) -> tensor<1x2x2x2xf32>
  %r = nnvm.relu(%c) : (tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %e = nnvm.expand_dims(%s) {axis = 1 : i64, num_newaxis = 2 : i64} : (tensor<2xf32>) -> tensor<2x1x1xf32>
  %y = nnvm.broadcast_mul(%r, %e) : (tensor<1x2x2x2xf32>, tensor<2x1x1xf32>) -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// An operation computes the scale from the new value. Before the convolution, it would read the old
// value.
// CHECK-LABEL: func.func @computed
// CHECK-NEXT: nnvm.conv2d(%arg0, %arg1)
// CHECK-NEXT: nnvm._assign
// CHECK-NEXT: nnvm.exp
func.func @computed(%x: tensor<1x2x2x2xf32>, %w: tensor<2x2x1x1xf32>, %s: tensor<2xf32>, %t: tensor<2xf32>) -> tensor<1x2x2x2xf32> {
  %c = nnvm.conv2d(%x, %w) {channels = 2 : i64, kernel_size = array<i64: 1, 1>, use_bias = false} : (tensor<1x2x2x2xf32>, tensor<2x2x1x1xf32>) -> tensor<1x2x2x2xf32>
  %a = nnvm._assign(%s, %t) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %h = nnvm.exp(%s) : (tensor<2xf32>) -> tensor<2xf32>
  %e = nnvm.expand_dims(%h) {axis = 1 : i64, num_newaxis = 2 : i64} : (tensor<2xf32>) -> tensor<2x1x1xf32>
  %y = nnvm.broadcast_mul(%c, %e) : (tensor<1x2x2x2xf32>, tensor<2x1x1xf32>) -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// The scale is the result of an assignment, which must not move before the reader of the old value.
// CHECK-LABEL: func.func @assigned
// CHECK-NEXT: nnvm.conv2d(%arg0, %arg1)
// CHECK-NEXT: nnvm.exp(%arg2)
// CHECK-NEXT: nnvm._assign
func.func @assigned(%x: tensor<1x2x2x2xf32>, %w: tensor<2x2x1x1xf32>, %s: tensor<2xf32>, %t: tensor<2xf32>) -> (tensor<1x2x2x2xf32>, tensor<2xf32>) {
  %c = nnvm.conv2d(%x, %w) {channels = 2 : i64, kernel_size = array<i64: 1, 1>, use_bias = false} : (tensor<1x2x2x2xf32>, tensor<2x2x1x1xf32>) -> tensor<1x2x2x2xf32>
  %old = nnvm.exp(%s) : (tensor<2xf32>) -> tensor<2xf32>
  %a = nnvm._assign(%s, %t) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %e = nnvm.expand_dims(%a) {axis = 1 : i64, num_newaxis = 2 : i64} : (tensor<2xf32>) -> tensor<2x1x1xf32>
  %y = nnvm.broadcast_mul(%c, %e) : (tensor<1x2x2x2xf32>, tensor<2x1x1xf32>) -> tensor<1x2x2x2xf32>
  return %y, %old : tensor<1x2x2x2xf32>, tensor<2xf32>
}
