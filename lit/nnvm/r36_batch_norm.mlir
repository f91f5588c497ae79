// RUN: lathe-opt %s --infer-shapes --correct-layout --infer-shapes --alter-layout=block=2 --infer-shapes | FileCheck %s
// RUN: lathe-opt %s --infer-shapes --correct-layout --infer-shapes --alter-layout=block=2 --infer-shapes --simplify-inference --infer-shapes | FileCheck %s --check-prefix=SIMPLE
// A convolution and a batch_norm on blocks of two channels. The operands with one element for each channel
// are also in blocks.

// CHECK: %[[C:.*]] = nnvm.conv2d({{.*}}layout = "NCHW2c"
// CHECK: %[[G:.*]] = nnvm.__layout_transform__({{.*}}dst_layout = "C2c"{{.*}} -> tensor<2x2xf32>
// CHECK: nnvm.batch_norm(%[[C]], %[[G]], {{.*}} : (tensor<1x2x3x3x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) -> (tensor<1x2x3x3x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>)
// CHECK: nnvm.__layout_transform__({{.*}}dst_layout = "NCHW"{{.*}} -> tensor<1x4x3x3xf32>
// SIMPLE: nnvm.expand_dims({{.*}}) {axis = 1 : i64, {{.*}}num_newaxis = 2 : i64} : (tensor<2x2xf32>) -> tensor<2x1x1x2xf32>
func.func @main(%x: tensor<1x2x3x3xf32>, %w: tensor<4x2x1x1xf32>, %g: tensor<*xf32>, %b: tensor<*xf32>, %m: tensor<*xf32>, %s: tensor<4xf32>) -> tensor<*xf32> {
  %v = nnvm.exp(%s) : (tensor<4xf32>) -> tensor<*xf32>
  %c = nnvm.conv2d(%x, %w) {channels = 4 : i64, kernel_size = array<i64: 1, 1>} : (tensor<1x2x3x3xf32>, tensor<4x2x1x1xf32>) -> tensor<*xf32>
  %y:3 = nnvm.batch_norm(%c, %g, %b, %m, %v) : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  return %y#0 : tensor<*xf32>
}
