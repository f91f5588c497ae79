// RUN: lathe-opt %s --nn-to-stablehlo | FileCheck %s

// The gradient of the weights is one convolution for all groups, even if there are many.
// CHECK-LABEL: @many
// CHECK-NOT: stablehlo.slice
// CHECK: stablehlo.convolution{{.*}}batch_group_count = 65536 : i64
// CHECK-NOT: stablehlo.slice
// CHECK: stablehlo.convolution{{.*}}batch_group_count = 65536 : i64
// CHECK: return
func.func @many(%x: tensor<1x2x2x65536xf32>, %g: tensor<1x2x2x65536xf32>) -> (tensor<1x1x1x65536xf32>, tensor<1x1x1x65536xf32>) {
  %0 = onednn_graph.ConvolutionBackwardWeights(%x, %g) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, dilations = array<i64: 1, 1>, groups = 65536 : i64, weights_shape = array<i64: 1, 1, 1, 65536>} : (tensor<1x2x2x65536xf32>, tensor<1x2x2x65536xf32>) -> tensor<1x1x1x65536xf32>
  %1 = onednn_graph.ConvTransposeBackwardWeights(%x, %g) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, dilations = array<i64: 1, 1>, groups = 65536 : i64, weights_shape = array<i64: 1, 1, 1, 65536>, weights_format = "XOI"} : (tensor<1x2x2x65536xf32>, tensor<1x2x2x65536xf32>) -> tensor<1x1x1x65536xf32>
  return %0, %1 : tensor<1x1x1x65536xf32>, tensor<1x1x1x65536xf32>
}
