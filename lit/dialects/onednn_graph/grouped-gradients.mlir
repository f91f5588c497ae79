// RUN: lathe run --no-cache --backend=ref %s | FileCheck %s
// RUN: lathe run --no-cache --backend=jit %s | FileCheck %s

// The gradient of the weights of two groups is equal to the joined gradients of the groups.
// CHECK: tensor<3x2x6xf32> {{[][, 0]+$}}
// CHECK: tensor<3x2x6xf32> {{[][, 0]+$}}
func.func @main() -> (tensor<3x2x6xf32>, tensor<3x2x6xf32>) {
  %i = stablehlo.iota dim = 0 : tensor<72xf32>
  %r = stablehlo.reshape %i : (tensor<72xf32>) -> tensor<2x9x4xf32>
  %large = stablehlo.optimization_barrier %r : tensor<2x9x4xf32>
  %j = stablehlo.iota dim = 0 : tensor<36xf32>
  %s = stablehlo.reshape %j : (tensor<36xf32>) -> tensor<2x3x6xf32>
  %small = stablehlo.optimization_barrier %s : tensor<2x3x6xf32>
  %l0 = stablehlo.slice %large [0:2, 0:9, 0:2] : (tensor<2x9x4xf32>) -> tensor<2x9x2xf32>
  %s0 = stablehlo.slice %small [0:2, 0:3, 0:3] : (tensor<2x3x6xf32>) -> tensor<2x3x3xf32>
  %l1 = stablehlo.slice %large [0:2, 0:9, 2:4] : (tensor<2x9x4xf32>) -> tensor<2x9x2xf32>
  %s1 = stablehlo.slice %small [0:2, 0:3, 3:6] : (tensor<2x3x6xf32>) -> tensor<2x3x3xf32>
  %conv = onednn_graph.ConvolutionBackwardWeights(%large, %small) {strides = array<i64: 2>, pads_begin = array<i64: 1>, pads_end = array<i64: 0>, dilations = array<i64: 2>, groups = 2 : i64, weights_shape = array<i64: 3, 2, 6>} : (tensor<2x9x4xf32>, tensor<2x3x6xf32>) -> tensor<3x2x6xf32>
  %conv0 = onednn_graph.ConvolutionBackwardWeights(%l0, %s0) {strides = array<i64: 2>, pads_begin = array<i64: 1>, pads_end = array<i64: 0>, dilations = array<i64: 2>, groups = 1 : i64, weights_shape = array<i64: 3, 2, 3>} : (tensor<2x9x2xf32>, tensor<2x3x3xf32>) -> tensor<3x2x3xf32>
  %conv1 = onednn_graph.ConvolutionBackwardWeights(%l1, %s1) {strides = array<i64: 2>, pads_begin = array<i64: 1>, pads_end = array<i64: 0>, dilations = array<i64: 2>, groups = 1 : i64, weights_shape = array<i64: 3, 2, 3>} : (tensor<2x9x2xf32>, tensor<2x3x3xf32>) -> tensor<3x2x3xf32>
  %convJoined = stablehlo.concatenate %conv0, %conv1, dim = 2 : (tensor<3x2x3xf32>, tensor<3x2x3xf32>) -> tensor<3x2x6xf32>
  %convDifference = stablehlo.subtract %conv, %convJoined : tensor<3x2x6xf32>
  %transposed = onednn_graph.ConvTransposeBackwardWeights(%small, %large) {strides = array<i64: 2>, pads_begin = array<i64: 1>, pads_end = array<i64: 0>, dilations = array<i64: 2>, groups = 2 : i64, weights_shape = array<i64: 3, 2, 6>, weights_format = "XOI"} : (tensor<2x3x6xf32>, tensor<2x9x4xf32>) -> tensor<3x2x6xf32>
  %transposed0 = onednn_graph.ConvTransposeBackwardWeights(%s0, %l0) {strides = array<i64: 2>, pads_begin = array<i64: 1>, pads_end = array<i64: 0>, dilations = array<i64: 2>, groups = 1 : i64, weights_shape = array<i64: 3, 2, 3>, weights_format = "XOI"} : (tensor<2x3x3xf32>, tensor<2x9x2xf32>) -> tensor<3x2x3xf32>
  %transposed1 = onednn_graph.ConvTransposeBackwardWeights(%s1, %l1) {strides = array<i64: 2>, pads_begin = array<i64: 1>, pads_end = array<i64: 0>, dilations = array<i64: 2>, groups = 1 : i64, weights_shape = array<i64: 3, 2, 3>, weights_format = "XOI"} : (tensor<2x3x3xf32>, tensor<2x9x2xf32>) -> tensor<3x2x3xf32>
  %transposedJoined = stablehlo.concatenate %transposed0, %transposed1, dim = 2 : (tensor<3x2x3xf32>, tensor<3x2x3xf32>) -> tensor<3x2x6xf32>
  %transposedDifference = stablehlo.subtract %transposed, %transposedJoined : tensor<3x2x6xf32>
  return %convDifference, %transposedDifference : tensor<3x2x6xf32>, tensor<3x2x6xf32>
}
