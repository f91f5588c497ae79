// RUN: lathe-opt %s --correct-layout --alter-layout=block=2 | FileCheck %s

// Operations in regions and in other blocks read values in the original layouts.

// CHECK-LABEL: func.func @branch(
// CHECK: nnvm.conv2d({{.*}}layout = "NCHW2c"
// CHECK: %[[B:.*]] = nnvm.__layout_transform__({{.*}}dst_layout = "NCHW",{{.*}} -> tensor<1x4x6x6xf32>
// CHECK: cf.br ^bb1(%[[B]] : tensor<1x4x6x6xf32>)
// CHECK: nnvm.elemwise_add(%{{.*}}, %[[B]])
func.func @branch(%data: tensor<1x4x8x8xf32>, %w: tensor<4x4x3x3xf32>) -> tensor<1x4x6x6xf32> {
  %0 = nnvm.conv2d(%data, %w) {channels = 4 : i64, kernel_size = array<i64: 3, 3>, use_bias = false} : (tensor<1x4x8x8xf32>, tensor<4x4x3x3xf32>) -> tensor<1x4x6x6xf32>
  cf.br ^bb1(%0 : tensor<1x4x6x6xf32>)
^bb1(%1: tensor<1x4x6x6xf32>):
  %2 = nnvm.elemwise_add(%1, %0) : (tensor<1x4x6x6xf32>, tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32>
  %3 = nnvm.conv2d(%2, %w) {channels = 4 : i64, kernel_size = array<i64: 3, 3>, padding = array<i64: 1, 1>, use_bias = false} : (tensor<1x4x6x6xf32>, tensor<4x4x3x3xf32>) -> tensor<1x4x6x6xf32>
  return %3 : tensor<1x4x6x6xf32>
}

// CHECK-LABEL: func.func @region(
// CHECK: nnvm.conv2d({{.*}}layout = "NCHW2c"
// CHECK: %[[R:.*]] = nnvm.__layout_transform__({{.*}}dst_layout = "NCHW",{{.*}} -> tensor<1x4x6x6xf32>
// CHECK: scf.if
// CHECK: nnvm.relu(%[[R]])
// CHECK: scf.yield %[[R]] : tensor<1x4x6x6xf32>
func.func @region(%c: i1, %data: tensor<1x4x8x8xf32>, %w: tensor<4x4x3x3xf32>) -> tensor<1x4x6x6xf32> {
  %0 = nnvm.conv2d(%data, %w) {channels = 4 : i64, kernel_size = array<i64: 3, 3>, use_bias = false} : (tensor<1x4x8x8xf32>, tensor<4x4x3x3xf32>) -> tensor<1x4x6x6xf32>
  %1 = scf.if %c -> tensor<1x4x6x6xf32> {
    %2 = nnvm.relu(%0) : (tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32>
    scf.yield %2 : tensor<1x4x6x6xf32>
  } else {
    scf.yield %0 : tensor<1x4x6x6xf32>
  }
  return %1 : tensor<1x4x6x6xf32>
}

// The call has the type of its callee.
// CHECK-LABEL: func.func @calls(
// CHECK: call @use(%{{.*}}) : (tensor<1x4x6x6xf32>) -> ()
func.func private @use(tensor<1x4x6x6xf32>)
func.func @calls(%data: tensor<1x4x8x8xf32>, %w: tensor<4x4x3x3xf32>) {
  %0 = nnvm.conv2d(%data, %w) {channels = 4 : i64, kernel_size = array<i64: 3, 3>, use_bias = false} : (tensor<1x4x8x8xf32>, tensor<4x4x3x3xf32>) -> tensor<1x4x6x6xf32>
  call @use(%0) : (tensor<1x4x6x6xf32>) -> ()
  return
}
