// RUN: lathe-opt %s -split-input-file -verify-diagnostics

// A constant shape operand must agree with the type of the result.

func.func @f(%a: tensor<1x3x3x4xf32>, %b: tensor<3x3x2x4xf32>) {
  %s = stablehlo.constant dense<[1, 6, 5, 2]> : tensor<4xi32>
  // expected-error@+1 {{'onednn_graph.ConvolutionBackwardData' op result #0 must have shape [1, 6, 5, 2] by the rule of the operation, but has [1, 5, 5, 2]}}
  %r = onednn_graph.ConvolutionBackwardData(%a, %b, %s) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, dilations = array<i64: 1, 1>} : (tensor<1x3x3x4xf32>, tensor<3x3x2x4xf32>, tensor<4xi32>) -> tensor<1x5x5x2xf32>
  return
}

// -----

func.func @f(%a: tensor<1x5x5x2xf32>, %b: tensor<1x3x3x4xf32>) {
  %s = stablehlo.constant dense<3> : tensor<3xi32>
  // expected-error@+1 {{'onednn_graph.ConvolutionBackwardWeights' op result #0 must have shape [3, 3, 3] by the rule of the operation, but has [3, 3, 2, 4]}}
  %r = onednn_graph.ConvolutionBackwardWeights(%a, %b, %s) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, dilations = array<i64: 1, 1>} : (tensor<1x5x5x2xf32>, tensor<1x3x3x4xf32>, tensor<3xi32>) -> tensor<3x3x2x4xf32>
  return
}

// -----

func.func @f(%a: tensor<1x3x3x4xf32>, %b: tensor<1x5x5x2xf32>) {
  %s = stablehlo.constant dense<[3, 3, 4, 2]> : tensor<4xi32>
  // expected-error@+1 {{'onednn_graph.ConvTransposeBackwardWeights' op result #0 must have shape [3, 3, 4, 2] by the rule of the operation, but has [3, 3, 2, 4]}}
  %r = onednn_graph.ConvTransposeBackwardWeights(%a, %b, %s) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, dilations = array<i64: 1, 1>} : (tensor<1x3x3x4xf32>, tensor<1x5x5x2xf32>, tensor<4xi32>) -> tensor<3x3x2x4xf32>
  return
}

// -----

func.func @f(%a: tensor<1x3x3x2xf32>) {
  %s = stablehlo.constant dense<[1, 5, 4, 2]> : tensor<4xi32>
  // expected-error@+1 {{'onednn_graph.AvgPoolBackward' op result #0 must have shape [1, 5, 4, 2] by the rule of the operation, but has [1, 4, 4, 2]}}
  %r = onednn_graph.AvgPoolBackward(%a, %s) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, kernel = array<i64: 2, 2>, exclude_pad = false} : (tensor<1x3x3x2xf32>, tensor<4xi32>) -> tensor<1x4x4x2xf32>
  return
}

// -----

func.func @f(%a: tensor<1x4x2xf32>) {
  %s = stablehlo.constant dense<7> : tensor<1xi32>
  // expected-error@+1 {{'onednn_graph.Interpolate' op result #0 must have shape [1, 7, 2] by the rule of the operation, but has [1, 8, 2]}}
  %r = onednn_graph.Interpolate(%a, %s) {mode = "nearest"} : (tensor<1x4x2xf32>, tensor<1xi32>) -> tensor<1x8x2xf32>
  return
}

// -----

func.func @f(%a: tensor<1x4x2xf32>) {
  %s = stablehlo.constant dense<8> : tensor<2xi32>
  // expected-error@+1 {{'onednn_graph.Interpolate' op has 1 spatial dimensions, but sizes has 2 elements and scales has 0}}
  %r = onednn_graph.Interpolate(%a, %s) {mode = "nearest"} : (tensor<1x4x2xf32>, tensor<2xi32>) -> tensor<1x8x2xf32>
  return
}

// -----

// Unknown extents, in the operand or in the type of the result, agree with every extent. An operand
// of zeros specifies no shape.
func.func @f(%a: tensor<1x3x3x2xf32>, %b: tensor<1x4x2xf32>, %c: tensor<4xi32>, %d: tensor<?xi32>) {
  %s = stablehlo.constant dense<[-1, 4, 4, 2]> : tensor<4xi32>
  %0 = onednn_graph.AvgPoolBackward(%a, %s) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, kernel = array<i64: 2, 2>, exclude_pad = false} : (tensor<1x3x3x2xf32>, tensor<4xi32>) -> tensor<1x4x?x2xf32>
  %1 = onednn_graph.AvgPoolBackward(%a, %s) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, kernel = array<i64: 2, 2>, exclude_pad = false} : (tensor<1x3x3x2xf32>, tensor<4xi32>) -> tensor<*xf32>
  %2 = onednn_graph.AvgPoolBackward(%a, %c) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, kernel = array<i64: 2, 2>, exclude_pad = false} : (tensor<1x3x3x2xf32>, tensor<4xi32>) -> tensor<1x4x4x2xf32>
  %z = stablehlo.constant dense<0> : tensor<4xi32>
  %3 = onednn_graph.AvgPoolBackward(%a, %z) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, kernel = array<i64: 2, 2>, exclude_pad = false} : (tensor<1x3x3x2xf32>, tensor<4xi32>) -> tensor<1x4x4x2xf32>
  %t = stablehlo.constant dense<-1> : tensor<1xi32>
  %4 = onednn_graph.Interpolate(%b, %t) {mode = "nearest"} : (tensor<1x4x2xf32>, tensor<1xi32>) -> tensor<1x8x2xf32>
  %5 = onednn_graph.Interpolate(%b, %d) {mode = "nearest"} : (tensor<1x4x2xf32>, tensor<?xi32>) -> tensor<1x8x2xf32>
  return
}
