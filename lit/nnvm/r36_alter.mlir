// RUN: lathe-opt %s --correct-layout --infer-shapes --alter-layout=block=8 --infer-shapes | FileCheck %s
// RUN: not lathe-opt %s --infer-shapes --alter-layout=block=8 2>&1 | FileCheck %s --check-prefix=LAYOUTS
// LAYOUTS: error: pass 'alter-layout' needs 'layout', which does not hold here; 'correct-layout' provides it: run that pass first
// RUN: not lathe-opt %s --correct-layout --infer-shapes --alter-layout=block=-8 2>&1 | FileCheck %s --check-prefix=BLOCK
// BLOCK: error: block must not be negative, but is -8
// A convolution works on blocks of eight channels, with layout transforms before and after it. A convolution whose
// number of channels is not a multiple of eight is unchanged.

// CHECK: %[[X:.*]] = nnvm.__layout_transform__(%arg0) {dst_layout = "NCHW8c"
// CHECK: %[[W:.*]] = nnvm.__layout_transform__(%arg1) {dst_layout = "OIHW8i8o"
// CHECK: nnvm.conv2d(%[[X]], %[[W]]) {channels = 8 : i64, {{.*}}kernel_layout = "OIHW8i8o", kernel_size = array<i64: 1, 1>, layout = "NCHW8c"{{.*}}nnvm.name = "c_alter"{{.*}} -> tensor<1x1x4x4x8xf32>
// CHECK: nnvm.__layout_transform__({{.*}}dst_layout = "NCHW"{{.*}}src_layout = "NCHW8c"} : (tensor<1x1x4x4x8xf32>) -> tensor<1x8x4x4xf32>
// CHECK: nnvm.conv2d({{.*}}channels = 3 : i64
// CHECK-NOT: kernel_layout
// CHECK: return
func.func @main(%x: tensor<1x16x4x4xf32> {nnvm.name = "x"}, %w: tensor<8x16x1x1xf32> {nnvm.name = "w"}, %v: tensor<3x8x1x1xf32> {nnvm.name = "v"}) -> tensor<*x!nnvm.any> {
  %0 = nnvm.conv2d(%x, %w) {channels = 8 : i64, kernel_size = array<i64: 1, 1>, use_bias = false, nnvm.name = "c"} : (tensor<1x16x4x4xf32>, tensor<8x16x1x1xf32>) -> tensor<*x!nnvm.any>
  %1 = nnvm.relu(%0) {nnvm.name = "r"} : (tensor<*x!nnvm.any>) -> tensor<*x!nnvm.any>
  %2 = nnvm.conv2d(%1, %v) {channels = 3 : i64, kernel_size = array<i64: 1, 1>, use_bias = false, nnvm.name = "d"} : (tensor<*x!nnvm.any>, tensor<3x8x1x1xf32>) -> tensor<*x!nnvm.any>
  return %2 : tensor<*x!nnvm.any>
}

// The function may return a replaced value; then the type of the function changes.
// CHECK-LABEL: func.func @returned
// CHECK-SAME: -> tensor<1x8x4x4xf32>
// CHECK: %[[B:.*]] = nnvm.__layout_transform__({{.*}}dst_layout = "NCHW"
// CHECK: return %[[B]] : tensor<1x8x4x4xf32>
func.func @returned(%x: tensor<1x16x4x4xf32>, %w: tensor<8x16x1x1xf32>) -> tensor<*x!nnvm.any> {
  %0 = nnvm.conv2d(%x, %w) {channels = 8 : i64, kernel_size = array<i64: 1, 1>, use_bias = false} : (tensor<1x16x4x4xf32>, tensor<8x16x1x1xf32>) -> tensor<*x!nnvm.any>
  return %0 : tensor<*x!nnvm.any>
}

// Weights that two convolutions share are transformed once. No two nodes have the same name.
// CHECK-LABEL: func.func @shared
// CHECK: nnvm.__layout_transform__(%arg0) {{.*}}nnvm.name = "x_NCHW8c"
// CHECK: %[[S:.*]] = nnvm.__layout_transform__(%arg1) {{.*}}nnvm.name = "w_OIHW8i8o_1"
// CHECK: nnvm.conv2d({{.*}}, %[[S]])
// CHECK-NOT: OIHW8i8o_
// CHECK: nnvm.conv2d({{.*}}, %[[S]])
func.func @shared(%x: tensor<1x8x4x4xf32> {nnvm.name = "x"}, %w: tensor<8x8x1x1xf32> {nnvm.name = "w"}, %w2: tensor<*x!nnvm.any> {nnvm.name = "w_OIHW8i8o"}) -> tensor<*x!nnvm.any> {
  %0 = nnvm.conv2d(%x, %w) {channels = 8 : i64, kernel_size = array<i64: 1, 1>, use_bias = false, nnvm.name = "c"} : (tensor<1x8x4x4xf32>, tensor<8x8x1x1xf32>) -> tensor<*x!nnvm.any>
  %1 = nnvm.conv2d(%0, %w) {channels = 8 : i64, kernel_size = array<i64: 1, 1>, use_bias = false, nnvm.name = "d"} : (tensor<*x!nnvm.any>, tensor<8x8x1x1xf32>) -> tensor<*x!nnvm.any>
  %2 = nnvm.elemwise_add(%1, %w2) {nnvm.name = "s"} : (tensor<*x!nnvm.any>, tensor<*x!nnvm.any>) -> tensor<*x!nnvm.any>
  return %2 : tensor<*x!nnvm.any>
}
