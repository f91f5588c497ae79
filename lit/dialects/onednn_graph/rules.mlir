// RUN: lathe-opt %s --split-input-file --verify-diagnostics
// The rules of the schemas, one by one.

func.func @f(%a: tensor<2x4xi32>) {
  // expected-error@+1 {{'onednn_graph.Abs' op operand #0 must be tensor of f32, bf16 or f16 values, but got 'tensor<2x4xi32>'}}
  %r = onednn_graph.Abs(%a) : (tensor<2x4xi32>) -> tensor<2x4xi32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf16>) {
  // expected-error@+1 {{'onednn_graph.Abs' op needs the same element type for all values of type T: operand #0 has 'f16', but result #0 has 'f32'}}
  %r = onednn_graph.Abs(%a) : (tensor<2x4xf16>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.Clamp' op requires attribute 'max'}}
  %r = onednn_graph.Clamp(%a) {min = 0.0 : f32} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{custom op 'onednn_graph.GELU' 'onednn_graph.GELU' op attribute 'mode' failed to satisfy constraint: one of gelu_erf, gelu_tanh}}
  %r = onednn_graph.GELU(%a) {mode = "other"} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'onednn_graph.Add' op needs operands of equal shapes, since auto_broadcast is none, but operand #0 has shape [2, 4] and operand #1 has [4]}}
  %r = onednn_graph.Add(%a, %b) {auto_broadcast = "none"} : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<3xf32>) {
  // expected-error@+1 {{'onednn_graph.Add' op cannot broadcast shape [2, 4] with operand #1 of shape [3]}}
  %r = onednn_graph.Add(%a, %b) : (tensor<2x4xf32>, tensor<3xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<2x4xi32>) {
  // expected-error@+1 {{'onednn_graph.GreaterEqual' op needs the same element type for all values of type T1: operand #0 has 'f32', but operand #1 has 'i32'}}
  %r = onednn_graph.GreaterEqual(%a, %b) : (tensor<2x4xf32>, tensor<2x4xi32>) -> tensor<2x4xi1>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %b: tensor<5x4xf32>) {
  // expected-error@+1 {{'onednn_graph.MatMul' op sums over 3 elements of the first operand, but 5 of the second: shapes [2, 3] and [5, 4]}}
  %r = onednn_graph.MatMul(%a, %b) : (tensor<2x3xf32>, tensor<5x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%a: tensor<3x2x3xf32>, %b: tensor<2x3x4xf32>) {
  // expected-error@+1 {{'onednn_graph.MatMul' op cannot broadcast the batches of shapes [3, 2, 3] and [2, 3, 4]}}
  %r = onednn_graph.MatMul(%a, %b) : (tensor<3x2x3xf32>, tensor<2x3x4xf32>) -> tensor<3x2x4xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{'onednn_graph.MatMul' op cannot convert 'f32' to 'f16': the result must have the element type of the operand, or f32}}
  %r = onednn_graph.MatMul(%a, %b) : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf16>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>, %c: tensor<3xf32>) {
  // expected-error@+1 {{'onednn_graph.MatMul' op cannot broadcast a bias of shape [3] to [2, 4]}}
  %r = onednn_graph.MatMul(%a, %b, %c) : (tensor<2x3xf32>, tensor<3x4xf32>, tensor<3xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%a: tensor<1x5x5x2xf32>, %b: tensor<3x3x2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.Convolution' op has a negative element in pads_begin: -1}}
  %r = onednn_graph.Convolution(%a, %b) {strides = array<i64: 1, 1>, pads_begin = array<i64: -1, 0>, pads_end = array<i64: 0, 0>, dilations = array<i64: 1, 1>} : (tensor<1x5x5x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x3x3x4xf32>
  return
}

// -----

func.func @f(%a: tensor<1x5x5x2xf32>, %b: tensor<3x3x2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.Convolution' op has an element in strides that is not in the range from 1 to 2^31: 0}}
  %r = onednn_graph.Convolution(%a, %b) {strides = array<i64: 0, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, dilations = array<i64: 1, 1>} : (tensor<1x5x5x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x3x3x4xf32>
  return
}

// -----

func.func @f(%a: tensor<1x5x5x2xf32>, %b: tensor<3x3x2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.Convolution' op has 2 strides, but 1 elements in dilations}}
  %r = onednn_graph.Convolution(%a, %b) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, dilations = array<i64: 1>} : (tensor<1x5x5x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x3x3x4xf32>
  return
}

// -----

func.func @f(%a: tensor<1x5x5x2xf32>, %b: tensor<3x3x2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.Convolution' op has data of 2 channels, a result of 4 channels and 2 groups, which do not fit weights of 2 by 4 channels}}
  %r = onednn_graph.Convolution(%a, %b) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, dilations = array<i64: 1, 1>, groups = 2} : (tensor<1x5x5x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x3x3x4xf32>
  return
}

// -----

func.func @f(%a: tensor<1x2x5x2xf32>, %b: tensor<3x3x2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.Convolution' op cannot place a window of 3 elements, with dilation 1, in the 2 elements of spatial dimension 0, including the padding}}
  %r = onednn_graph.Convolution(%a, %b) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, dilations = array<i64: 1, 1>} : (tensor<1x2x5x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x3x3x4xf32>
  return
}

// -----

func.func @f(%a: tensor<1x3x3x4xf32>, %b: tensor<3x3x2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.ConvolutionBackwardData' op needs either the attribute dst_shape or operand #2, and not both}}
  %r = onednn_graph.ConvolutionBackwardData(%a, %b) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, dilations = array<i64: 1, 1>} : (tensor<1x3x3x4xf32>, tensor<3x3x2x4xf32>) -> tensor<1x5x5x2xf32>
  return
}

// -----

func.func @f(%a: tensor<1x5x5x2xf32>, %b: tensor<1x3x3x4xf32>) {
  // expected-error@+1 {{'onednn_graph.ConvolutionBackwardWeights' op has weights_shape [2, 3, 2, 4]: the convolution with weights of this shape has 4 elements in dimension 1 of its result, but must have 3}}
  %r = onednn_graph.ConvolutionBackwardWeights(%a, %b) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, dilations = array<i64: 1, 1>, weights_shape = array<i64: 2, 3, 2, 4>} : (tensor<1x5x5x2xf32>, tensor<1x3x3x4xf32>) -> tensor<3x3x2x4xf32>
  return
}

// -----

func.func @f(%a: tensor<1x3x3x2xf32>) {
  // expected-error@+1 {{'onednn_graph.AvgPoolBackward' op needs either the attribute src_shape or operand #1, and not both}}
  %r = onednn_graph.AvgPoolBackward(%a) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, kernel = array<i64: 2, 2>, exclude_pad = false} : (tensor<1x3x3x2xf32>) -> tensor<1x4x4x2xf32>
  return
}

// -----

func.func @f(%a: tensor<1x4x4x2xf32>) {
  // expected-error@+1 {{'onednn_graph.MaxPool' op has 2 strides, but 1 elements in dilations}}
  %r = onednn_graph.MaxPool(%a) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, kernel = array<i64: 2, 2>, dilations = array<i64: 1>} : (tensor<1x4x4x2xf32>) -> tensor<1x3x3x2xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<4xbf16>, %c: tensor<4xbf16>, %d: tensor<4xbf16>, %e: tensor<4xbf16>) {
  // expected-error@+1 {{'onednn_graph.BatchNormInference' op has parameters of bf16, but data of 'f32': bf16 parameters need bf16 data}}
  %r = onednn_graph.BatchNormInference(%a, %b, %c, %d, %e) {epsilon = 1.0e-05 : f32} : (tensor<2x4xf32>, tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<3xf32>, %c: tensor<3xf32>, %d: tensor<3xf32>, %e: tensor<3xf32>) {
  // expected-error@+1 {{'onednn_graph.BatchNormInference' op needs operand #1 of shape [4], with one element for each channel, but it has shape [3]}}
  %r = onednn_graph.BatchNormInference(%a, %b, %c, %d, %e) {epsilon = 1.0e-05 : f32} : (tensor<2x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>) {
  // expected-error@+1 {{'onednn_graph.LayerNorm' op needs 3 results if keep_stats is true, else 1 or 3, but has 1}}
  %r = onednn_graph.LayerNorm(%a, %b, %c) : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'onednn_graph.LayerNorm' op needs 1 or 3 operands, but has 2: gamma and beta belong together}}
  %r = onednn_graph.LayerNorm(%a, %b) {use_affine = false, keep_stats = false} : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.LayerNorm' op has begin_norm_axis 2, but its operand has rank 2}}
  %r = onednn_graph.LayerNorm(%a) {begin_norm_axis = 2, use_affine = false, keep_stats = false} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>, %c: tensor<2xf32>, %d: tensor<2xf32>, %e: tensor<4xf32>, %f: tensor<4xf32>) {
  // expected-error@+1 {{'onednn_graph.LayerNormBackward' op needs 3 results if use_affine is true, else 1 or 3, but has 1}}
  %r = onednn_graph.LayerNormBackward(%a, %b, %c, %d, %e, %f) : (tensor<2x4xf32>, tensor<2x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%a: tensor<1x3x4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>) {
  // expected-error@+1 {{'onednn_graph.GroupNorm' op cannot divide 4 channels into 3 groups}}
  %r = onednn_graph.GroupNorm(%a, %b, %c) {groups = 3, keep_stats = false} : (tensor<1x3x4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<1x3x4xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.SoftMax' op has axis 2, but its operand has rank 2}}
  %r = onednn_graph.SoftMax(%a) {axis = 2} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf16>) {
  // expected-error@+1 {{'onednn_graph.SoftMax' op cannot convert 'f16' to 'bf16': the result must have the element type of the operand, or f32}}
  %r = onednn_graph.SoftMax(%a) {axis = 1} : (tensor<2x4xf16>) -> tensor<2x4xbf16>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.SoftMaxBackward' op cannot convert 'f32' to 'f16': the result must have the element type of the operand, or f32}}
  %r = onednn_graph.SoftMaxBackward(%a, %b) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf16>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.ReduceSum' op needs either the attribute axes or operand #1, and not both}}
  %r = onednn_graph.ReduceSum(%a) : (tensor<2x4xf32>) -> tensor<2x1xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<1xi32>) {
  // expected-error@+1 {{'onednn_graph.ReduceSum' op needs either the attribute axes or operand #1, and not both}}
  %r = onednn_graph.ReduceSum(%a, %b) {axes = array<i64: 1>} : (tensor<2x4xf32>, tensor<1xi32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.ReduceSum' op reduces along an axis twice: [1, -1]}}
  %r = onednn_graph.ReduceSum(%a) {axes = array<i64: 1, -1>} : (tensor<2x4xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.ReduceSum' op reduces along axes [5], but its operand has rank 2}}
  %r = onednn_graph.ReduceSum(%a) {axes = array<i64: 5>} : (tensor<2x4xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.Quantize' op needs 1 scales, since qtype is per_tensor, but has 2}}
  %r = onednn_graph.Quantize(%a) {scales = array<f32: 1.0, 2.0>} : (tensor<2x4xf32>) -> tensor<2x4xi8>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.Quantize' op has 1 scales, but 2 zero points}}
  %r = onednn_graph.Quantize(%a) {scales = array<f32: 1.0>, zps = array<i64: 1, 2>} : (tensor<2x4xf32>) -> tensor<2x4xi8>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.Quantize' op needs 4 scales, since qtype is per_channel, but has 1}}
  %r = onednn_graph.Quantize(%a) {qtype = "per_channel", scales = array<f32: 1.0>} : (tensor<2x4xf32>) -> tensor<2x4xi8>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.Quantize' op has zero points, which do not exist for 8-bit floats}}
  %r = onednn_graph.Quantize(%a) {scales = array<f32: 1.0>, zps = array<i64: 1>} : (tensor<2x4xf32>) -> tensor<2x4xf8E5M2>
  return
}

// -----

func.func @f(%a: tensor<2x4xi8>) {
  // expected-error@+1 {{custom op 'onednn_graph.Dequantize' 'onednn_graph.Dequantize' op attribute 'qtype' failed to satisfy constraint: one of per_tensor, per_channel}}
  %r = onednn_graph.Dequantize(%a) {qtype = "per_row", scales = array<f32: 1.0>} : (tensor<2x4xi8>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf8E4M3FN>) {
  // expected-error@+1 {{'onednn_graph.Dequantize' op has zero points, which do not exist for 8-bit floats}}
  %r = onednn_graph.Dequantize(%a) {scales = array<f32: 1.0>, zps = array<i64: 1>} : (tensor<2x4xf8E4M3FN>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xui4>, %b: tensor<2x2xf32>) {
  // expected-error@+1 {{'onednn_graph.DynamicDequantize' op needs group_shape, since qtype is per_group}}
  %r = onednn_graph.DynamicDequantize(%a, %b) {qtype = "per_group"} : (tensor<2x4xui4>, tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xui4>, %b: tensor<2x2xf32>) {
  // expected-error@+1 {{'onednn_graph.DynamicDequantize' op has group_shape [1, 3], whose element #1 does not divide the extent of that dimension in [2, 4]}}
  %r = onednn_graph.DynamicDequantize(%a, %b) {qtype = "per_group", group_shape = array<i64: 1, 3>} : (tensor<2x4xui4>, tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xui4>, %b: tensor<2x2xf32>) {
  // expected-error@+1 {{'onednn_graph.DynamicDequantize' op has a group_shape of 1 elements, but an operand of rank 2}}
  %r = onednn_graph.DynamicDequantize(%a, %b) {qtype = "per_group", group_shape = array<i64: 2>} : (tensor<2x4xui4>, tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xui4>, %b: tensor<2x2xf32>) {
  // expected-error@+1 {{'onednn_graph.DynamicDequantize' op has group_shape, which is not valid with qtype per_channel}}
  %r = onednn_graph.DynamicDequantize(%a, %b) {qtype = "per_channel", group_shape = array<i64: 1, 2>} : (tensor<2x4xui4>, tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xui4>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'onednn_graph.DynamicDequantize' op has mask 4, but a mask needs qtype per_tensor and can only select dimensions of the operand, whose rank is 2}}
  %r = onednn_graph.DynamicDequantize(%a, %b) {mask = 4} : (tensor<2x4xui4>, tensor<4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xui4>, %b: tensor<2xf32>) {
  // expected-error@+1 {{'onednn_graph.DynamicDequantize' op needs scales of shape [1, 4] (dimensions of extent 1 can be left out), but they have shape [2]}}
  %r = onednn_graph.DynamicDequantize(%a, %b) {qtype = "per_channel"} : (tensor<2x4xui4>, tensor<2xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xui4>, %b: tensor<4xf32>, %c: tensor<2xi4>) {
  // expected-error@+1 {{'onednn_graph.DynamicDequantize' op needs one zero point, or zero points of the shape [4] of the scales, but they have shape [2]}}
  %r = onednn_graph.DynamicDequantize(%a, %b, %c) {qtype = "per_channel"} : (tensor<2x4xui4>, tensor<4xf32>, tensor<2xi4>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf8E5M2>, %b: tensor<1xf32>, %c: tensor<1xi8>) {
  // expected-error@+1 {{'onednn_graph.DynamicDequantize' op has zero points, which do not exist for 8-bit floats}}
  %r = onednn_graph.DynamicDequantize(%a, %b, %c) : (tensor<2x4xf8E5M2>, tensor<1xf32>, tensor<1xi8>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<2x3xf32>) {
  // expected-error@+1 {{'onednn_graph.Concat' op needs operands that differ in dimension 0 only, but operand #0 has shape [2, 4] and operand #1 has [2, 3]}}
  %r = onednn_graph.Concat(%a, %b) {axis = 0} : (tensor<2x4xf32>, tensor<2x3xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%a: tensor<1x4x2xf32>) {
  // expected-error@+1 {{'onednn_graph.Interpolate' op needs exactly one of the attribute sizes, the attribute scales and the last operand, but has 0 of them}}
  %r = onednn_graph.Interpolate(%a) {mode = "nearest"} : (tensor<1x4x2xf32>) -> tensor<1x8x2xf32>
  return
}

// -----

func.func @f(%a: tensor<1x4x2xf32>) {
  // expected-error@+1 {{'onednn_graph.Interpolate' op needs exactly one of the attribute sizes, the attribute scales and the last operand, but has 2 of them}}
  %r = onednn_graph.Interpolate(%a) {mode = "nearest", sizes = array<i64: 8>, scales = array<f32: 2.0>} : (tensor<1x4x2xf32>) -> tensor<1x8x2xf32>
  return
}

// -----

func.func @f(%a: tensor<1x4x2xf32>) {
  // expected-error@+1 {{'onednn_graph.Interpolate' op has mode bilinear, but 1 spatial dimensions}}
  %r = onednn_graph.Interpolate(%a) {mode = "bilinear", sizes = array<i64: 8>} : (tensor<1x4x2xf32>) -> tensor<1x8x2xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.StaticReshape' op cannot reshape [2, 4] to [3, -1]: the numbers of elements differ}}
  %r = onednn_graph.StaticReshape(%a) {shape = array<i64: 3, -1>, special_zero = false} : (tensor<2x4xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.StaticReshape' op has shape [-1, -1], in which at most one extent may be negative, and this extent must be -1}}
  %r = onednn_graph.StaticReshape(%a) {shape = array<i64: -1, -1>, special_zero = false} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.StaticTranspose' op has order [0, 0], which is not a permutation of 2 dimensions}}
  %r = onednn_graph.StaticTranspose(%a) {order = array<i64: 0, 0>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.TypeCast' op casts 'f32' to itself}}
  %r = onednn_graph.TypeCast(%a) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf16>) {
  // expected-error@+1 {{'onednn_graph.TypeCast' op casts between 'f16' and 'bf16', which is not supported: one of them must be f32}}
  %r = onednn_graph.TypeCast(%a) : (tensor<2x4xf16>) -> tensor<2x4xbf16>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<3xf32>) {
  // expected-error@+1 {{'onednn_graph.PReLU' op cannot broadcast a slope of shape [3] to [2, 4]}}
  %r = onednn_graph.PReLU(%a, %b) : (tensor<2x4xf32>, tensor<3xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<i32>, %c: tensor<i64>, %d: tensor<f32>) {
  // expected-error@+1 {{'onednn_graph.Dropout' op operand #1 must be tensor of i64 values, but got 'tensor<i32>'}}
  %r = onednn_graph.Dropout(%a, %b, %c, %d) : (tensor<2x4xf32>, tensor<i32>, tensor<i64>, tensor<f32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3x5xf32>, %b: tensor<5xf32>) {
  // expected-error@+1 {{'onednn_graph.PReLU' op cannot broadcast a slope of shape [5] to [2, 3, 5]}}
  %r = onednn_graph.PReLU(%a, %b) {data_format = "NCX"} : (tensor<2x3x5xf32>, tensor<5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3x5xf32>, %b: tensor<3xf32>) {
  // expected-error@+1 {{'onednn_graph.PReLU' op cannot broadcast a slope of shape [3] to [2, 3, 5]}}
  %r = onednn_graph.PReLU(%a, %b) {data_format = "NCX", per_channel_broadcast = false} : (tensor<2x3x5xf32>, tensor<3xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @f(%a: tensor<1x5x5x?xf32>, %b: tensor<3x3x2x5xf32>) {
  // expected-error@+1 {{'onednn_graph.Convolution' op has data of ? channels, a result of 5 channels and 2 groups, which do not fit weights of 2 by 5 channels}}
  %r = onednn_graph.Convolution(%a, %b) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, dilations = array<i64: 1, 1>, groups = 2} : (tensor<1x5x5x?xf32>, tensor<3x3x2x5xf32>) -> tensor<1x3x3x5xf32>
  return
}

// -----

func.func @f(%a: tensor<2x?xf32>) {
  // expected-error@+1 {{'onednn_graph.GroupNorm' op cannot divide ? channels into 0 groups}}
  %r = onednn_graph.GroupNorm(%a) {groups = 0, keep_stats = false, use_affine = false, data_format = "NCX"} : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return
}
