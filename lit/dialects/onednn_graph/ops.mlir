// RUN: lathe-opt %s | lathe-opt | FileCheck %s
// RUN: lathe-opt %s --mlir-print-op-generic | lathe-opt | FileCheck %s
// Every operation in its printed form.

// CHECK-LABEL: @Abs
// CHECK: onednn_graph.Abs(
// CHECK-SAME: : (tensor<2x4xf32>) -> tensor<2x4xf32>
func.func @Abs(%a: tensor<2x4xf32>) {
  %r = onednn_graph.Abs(%a) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @Clamp
// CHECK: onednn_graph.Clamp(
// CHECK-SAME: : (tensor<2x4xf32>) -> tensor<2x4xf32>
func.func @Clamp(%a: tensor<2x4xf32>) {
  %r = onednn_graph.Clamp(%a) {min = -1.0 : f32, max = 2.0 : f32} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @Elu
// CHECK: onednn_graph.Elu(
// CHECK-SAME: : (tensor<2x4xf32>) -> tensor<2x4xf32>
func.func @Elu(%a: tensor<2x4xf32>) {
  %r = onednn_graph.Elu(%a) {alpha = 1.0 : f32} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @Exp
// CHECK: onednn_graph.Exp(
// CHECK-SAME: : (tensor<2x4xf32>) -> tensor<2x4xf32>
func.func @Exp(%a: tensor<2x4xf32>) {
  %r = onednn_graph.Exp(%a) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @GELU
// CHECK: onednn_graph.GELU(
// CHECK-SAME: : (tensor<2x4xf32>) -> tensor<2x4xf32>
func.func @GELU(%a: tensor<2x4xf32>) {
  %r = onednn_graph.GELU(%a) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @HardSigmoid
// CHECK: onednn_graph.HardSigmoid(
// CHECK-SAME: : (tensor<2x4xf32>) -> tensor<2x4xf32>
func.func @HardSigmoid(%a: tensor<2x4xf32>) {
  %r = onednn_graph.HardSigmoid(%a) {alpha = 2.0e-01 : f32, beta = 5.0e-01 : f32} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @HardSwish
// CHECK: onednn_graph.HardSwish(
// CHECK-SAME: : (tensor<2x4xf32>) -> tensor<2x4xf32>
func.func @HardSwish(%a: tensor<2x4xf32>) {
  %r = onednn_graph.HardSwish(%a) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @LeakyReLU
// CHECK: onednn_graph.LeakyReLU(
// CHECK-SAME: : (tensor<2x4xf32>) -> tensor<2x4xf32>
func.func @LeakyReLU(%a: tensor<2x4xf32>) {
  %r = onednn_graph.LeakyReLU(%a) {alpha = 2.5e-01 : f32} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @Log
// CHECK: onednn_graph.Log(
// CHECK-SAME: : (tensor<2x4xf32>) -> tensor<2x4xf32>
func.func @Log(%a: tensor<2x4xf32>) {
  %r = onednn_graph.Log(%a) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @Mish
// CHECK: onednn_graph.Mish(
// CHECK-SAME: : (tensor<2x4xf32>) -> tensor<2x4xf32>
func.func @Mish(%a: tensor<2x4xf32>) {
  %r = onednn_graph.Mish(%a) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @Pow
// CHECK: onednn_graph.Pow(
// CHECK-SAME: : (tensor<2x4xf32>) -> tensor<2x4xf32>
func.func @Pow(%a: tensor<2x4xf32>) {
  %r = onednn_graph.Pow(%a) {beta = 2.0 : f32} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @Reciprocal
// CHECK: onednn_graph.Reciprocal(
// CHECK-SAME: : (tensor<2x4xf32>) -> tensor<2x4xf32>
func.func @Reciprocal(%a: tensor<2x4xf32>) {
  %r = onednn_graph.Reciprocal(%a) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @ReLU
// CHECK: onednn_graph.ReLU(
// CHECK-SAME: : (tensor<2x4xf32>) -> tensor<2x4xf32>
func.func @ReLU(%a: tensor<2x4xf32>) {
  %r = onednn_graph.ReLU(%a) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @Round
// CHECK: onednn_graph.Round(
// CHECK-SAME: : (tensor<2x4xf32>) -> tensor<2x4xf32>
func.func @Round(%a: tensor<2x4xf32>) {
  %r = onednn_graph.Round(%a) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @Sigmoid
// CHECK: onednn_graph.Sigmoid(
// CHECK-SAME: : (tensor<2x4xf32>) -> tensor<2x4xf32>
func.func @Sigmoid(%a: tensor<2x4xf32>) {
  %r = onednn_graph.Sigmoid(%a) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @SoftPlus
// CHECK: onednn_graph.SoftPlus(
// CHECK-SAME: : (tensor<2x4xf32>) -> tensor<2x4xf32>
func.func @SoftPlus(%a: tensor<2x4xf32>) {
  %r = onednn_graph.SoftPlus(%a) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @Sqrt
// CHECK: onednn_graph.Sqrt(
// CHECK-SAME: : (tensor<2x4xf32>) -> tensor<2x4xf32>
func.func @Sqrt(%a: tensor<2x4xf32>) {
  %r = onednn_graph.Sqrt(%a) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @Square
// CHECK: onednn_graph.Square(
// CHECK-SAME: : (tensor<2x4xf32>) -> tensor<2x4xf32>
func.func @Square(%a: tensor<2x4xf32>) {
  %r = onednn_graph.Square(%a) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @Tanh
// CHECK: onednn_graph.Tanh(
// CHECK-SAME: : (tensor<2x4xf32>) -> tensor<2x4xf32>
func.func @Tanh(%a: tensor<2x4xf32>) {
  %r = onednn_graph.Tanh(%a) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @AbsBackward
// CHECK: onednn_graph.AbsBackward(
// CHECK-SAME: : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
func.func @AbsBackward(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>) {
  %r = onednn_graph.AbsBackward(%a, %b) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @ClampBackward
// CHECK: onednn_graph.ClampBackward(
// CHECK-SAME: : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
func.func @ClampBackward(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>) {
  %r = onednn_graph.ClampBackward(%a, %b) {min = -1.0 : f32, max = 2.0 : f32} : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @EluBackward
// CHECK: onednn_graph.EluBackward(
// CHECK-SAME: : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
func.func @EluBackward(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>) {
  %r = onednn_graph.EluBackward(%a, %b) {alpha = 1.0 : f32} : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @GELUBackward
// CHECK: onednn_graph.GELUBackward(
// CHECK-SAME: : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
func.func @GELUBackward(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>) {
  %r = onednn_graph.GELUBackward(%a, %b) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @HardSigmoidBackward
// CHECK: onednn_graph.HardSigmoidBackward(
// CHECK-SAME: : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
func.func @HardSigmoidBackward(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>) {
  %r = onednn_graph.HardSigmoidBackward(%a, %b) {alpha = 2.0e-01 : f32, beta = 5.0e-01 : f32} : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @HardSwishBackward
// CHECK: onednn_graph.HardSwishBackward(
// CHECK-SAME: : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
func.func @HardSwishBackward(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>) {
  %r = onednn_graph.HardSwishBackward(%a, %b) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @MishBackward
// CHECK: onednn_graph.MishBackward(
// CHECK-SAME: : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
func.func @MishBackward(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>) {
  %r = onednn_graph.MishBackward(%a, %b) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @ReLUBackward
// CHECK: onednn_graph.ReLUBackward(
// CHECK-SAME: : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
func.func @ReLUBackward(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>) {
  %r = onednn_graph.ReLUBackward(%a, %b) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @SigmoidBackward
// CHECK: onednn_graph.SigmoidBackward(
// CHECK-SAME: : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
func.func @SigmoidBackward(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>) {
  %r = onednn_graph.SigmoidBackward(%a, %b) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @SoftPlusBackward
// CHECK: onednn_graph.SoftPlusBackward(
// CHECK-SAME: : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
func.func @SoftPlusBackward(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>) {
  %r = onednn_graph.SoftPlusBackward(%a, %b) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @SqrtBackward
// CHECK: onednn_graph.SqrtBackward(
// CHECK-SAME: : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
func.func @SqrtBackward(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>) {
  %r = onednn_graph.SqrtBackward(%a, %b) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @TanhBackward
// CHECK: onednn_graph.TanhBackward(
// CHECK-SAME: : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
func.func @TanhBackward(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>) {
  %r = onednn_graph.TanhBackward(%a, %b) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @Add
// CHECK: onednn_graph.Add(
// CHECK-SAME: : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
func.func @Add(%a: tensor<2x4xf32>, %b: tensor<4xf32>) {
  %r = onednn_graph.Add(%a, %b) : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @Divide
// CHECK: onednn_graph.Divide(
// CHECK-SAME: : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
func.func @Divide(%a: tensor<2x4xf32>, %b: tensor<4xf32>) {
  %r = onednn_graph.Divide(%a, %b) : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @Maximum
// CHECK: onednn_graph.Maximum(
// CHECK-SAME: : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
func.func @Maximum(%a: tensor<2x4xf32>, %b: tensor<4xf32>) {
  %r = onednn_graph.Maximum(%a, %b) : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @Minimum
// CHECK: onednn_graph.Minimum(
// CHECK-SAME: : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
func.func @Minimum(%a: tensor<2x4xf32>, %b: tensor<4xf32>) {
  %r = onednn_graph.Minimum(%a, %b) : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @Multiply
// CHECK: onednn_graph.Multiply(
// CHECK-SAME: : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
func.func @Multiply(%a: tensor<2x4xf32>, %b: tensor<4xf32>) {
  %r = onednn_graph.Multiply(%a, %b) : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @SquaredDifference
// CHECK: onednn_graph.SquaredDifference(
// CHECK-SAME: : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
func.func @SquaredDifference(%a: tensor<2x4xf32>, %b: tensor<4xf32>) {
  %r = onednn_graph.SquaredDifference(%a, %b) : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @Subtract
// CHECK: onednn_graph.Subtract(
// CHECK-SAME: : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
func.func @Subtract(%a: tensor<2x4xf32>, %b: tensor<4xf32>) {
  %r = onednn_graph.Subtract(%a, %b) : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @GreaterEqual
// CHECK: onednn_graph.GreaterEqual(
// CHECK-SAME: : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xi1>
func.func @GreaterEqual(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>) {
  %r = onednn_graph.GreaterEqual(%a, %b) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xi1>
  return
}

// CHECK-LABEL: @Select
// CHECK: onednn_graph.Select(
// CHECK-SAME: : (tensor<2x4xi1>, tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
func.func @Select(%a: tensor<2x4xi1>, %b: tensor<2x4xf32>, %c: tensor<f32>) {
  %r = onednn_graph.Select(%a, %b, %c) : (tensor<2x4xi1>, tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @BiasAdd
// CHECK: onednn_graph.BiasAdd(
// CHECK-SAME: : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
func.func @BiasAdd(%a: tensor<2x4xf32>, %b: tensor<4xf32>) {
  %r = onednn_graph.BiasAdd(%a, %b) : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @BiasAddBackward
// CHECK: onednn_graph.BiasAddBackward(
// CHECK-SAME: : (tensor<2x4xf32>) -> tensor<4xf32>
func.func @BiasAddBackward(%a: tensor<2x4xf32>) {
  %r = onednn_graph.BiasAddBackward(%a) : (tensor<2x4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: @PReLU
// CHECK: onednn_graph.PReLU(
// CHECK-SAME: : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
func.func @PReLU(%a: tensor<2x4xf32>, %b: tensor<4xf32>) {
  %r = onednn_graph.PReLU(%a, %b) : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @PReLUBackward
// CHECK: onednn_graph.PReLUBackward(
// CHECK-SAME: : (tensor<2x4xf32>, tensor<4xf32>, tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>)
func.func @PReLUBackward(%a: tensor<2x4xf32>, %b: tensor<4xf32>, %c: tensor<2x4xf32>) {
  %r:2 = onednn_graph.PReLUBackward(%a, %b, %c) : (tensor<2x4xf32>, tensor<4xf32>, tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>)
  return
}

// CHECK-LABEL: @MatMul
// CHECK: onednn_graph.MatMul(
// CHECK-SAME: : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
func.func @MatMul(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  %r = onednn_graph.MatMul(%a, %b) : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @Convolution
// CHECK: onednn_graph.Convolution(
// CHECK-SAME: : (tensor<1x5x5x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x3x3x4xf32>
func.func @Convolution(%a: tensor<1x5x5x2xf32>, %b: tensor<3x3x2x4xf32>) {
  %r = onednn_graph.Convolution(%a, %b) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, dilations = array<i64: 1, 1>} : (tensor<1x5x5x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x3x3x4xf32>
  return
}

// CHECK-LABEL: @ConvolutionBackwardData
// CHECK: onednn_graph.ConvolutionBackwardData(
// CHECK-SAME: : (tensor<1x3x3x4xf32>, tensor<3x3x2x4xf32>) -> tensor<1x5x5x2xf32>
func.func @ConvolutionBackwardData(%a: tensor<1x3x3x4xf32>, %b: tensor<3x3x2x4xf32>) {
  %r = onednn_graph.ConvolutionBackwardData(%a, %b) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, dilations = array<i64: 1, 1>, dst_shape = array<i64: 1, 5, 5, 2>} : (tensor<1x3x3x4xf32>, tensor<3x3x2x4xf32>) -> tensor<1x5x5x2xf32>
  return
}

// CHECK-LABEL: @ConvolutionBackwardWeights
// CHECK: onednn_graph.ConvolutionBackwardWeights(
// CHECK-SAME: : (tensor<1x5x5x2xf32>, tensor<1x3x3x4xf32>) -> tensor<3x3x2x4xf32>
func.func @ConvolutionBackwardWeights(%a: tensor<1x5x5x2xf32>, %b: tensor<1x3x3x4xf32>) {
  %r = onednn_graph.ConvolutionBackwardWeights(%a, %b) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, dilations = array<i64: 1, 1>, weights_shape = array<i64: 3, 3, 2, 4>} : (tensor<1x5x5x2xf32>, tensor<1x3x3x4xf32>) -> tensor<3x3x2x4xf32>
  return
}

// CHECK-LABEL: @ConvTranspose
// CHECK: onednn_graph.ConvTranspose(
// CHECK-SAME: : (tensor<1x3x3x4xf32>, tensor<3x3x2x4xf32>) -> tensor<1x5x5x2xf32>
func.func @ConvTranspose(%a: tensor<1x3x3x4xf32>, %b: tensor<3x3x2x4xf32>) {
  %r = onednn_graph.ConvTranspose(%a, %b) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, dilations = array<i64: 1, 1>} : (tensor<1x3x3x4xf32>, tensor<3x3x2x4xf32>) -> tensor<1x5x5x2xf32>
  return
}

// CHECK-LABEL: @ConvTransposeBackwardData
// CHECK: onednn_graph.ConvTransposeBackwardData(
// CHECK-SAME: : (tensor<1x5x5x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x3x3x4xf32>
func.func @ConvTransposeBackwardData(%a: tensor<1x5x5x2xf32>, %b: tensor<3x3x2x4xf32>) {
  %r = onednn_graph.ConvTransposeBackwardData(%a, %b) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, dilations = array<i64: 1, 1>} : (tensor<1x5x5x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x3x3x4xf32>
  return
}

// CHECK-LABEL: @ConvTransposeBackwardWeights
// CHECK: onednn_graph.ConvTransposeBackwardWeights(
// CHECK-SAME: : (tensor<1x3x3x4xf32>, tensor<1x5x5x2xf32>) -> tensor<3x3x2x4xf32>
func.func @ConvTransposeBackwardWeights(%a: tensor<1x3x3x4xf32>, %b: tensor<1x5x5x2xf32>) {
  %r = onednn_graph.ConvTransposeBackwardWeights(%a, %b) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, dilations = array<i64: 1, 1>, weights_shape = array<i64: 3, 3, 2, 4>} : (tensor<1x3x3x4xf32>, tensor<1x5x5x2xf32>) -> tensor<3x3x2x4xf32>
  return
}

// CHECK-LABEL: @AvgPool
// CHECK: onednn_graph.AvgPool(
// CHECK-SAME: : (tensor<1x4x4x2xf32>) -> tensor<1x3x3x2xf32>
func.func @AvgPool(%a: tensor<1x4x4x2xf32>) {
  %r = onednn_graph.AvgPool(%a) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, kernel = array<i64: 2, 2>, exclude_pad = false} : (tensor<1x4x4x2xf32>) -> tensor<1x3x3x2xf32>
  return
}

// CHECK-LABEL: @AvgPoolBackward
// CHECK: onednn_graph.AvgPoolBackward(
// CHECK-SAME: : (tensor<1x3x3x2xf32>) -> tensor<1x4x4x2xf32>
func.func @AvgPoolBackward(%a: tensor<1x3x3x2xf32>) {
  %r = onednn_graph.AvgPoolBackward(%a) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, kernel = array<i64: 2, 2>, exclude_pad = false, src_shape = array<i64: 1, 4, 4, 2>} : (tensor<1x3x3x2xf32>) -> tensor<1x4x4x2xf32>
  return
}

// CHECK-LABEL: @MaxPool
// CHECK: onednn_graph.MaxPool(
// CHECK-SAME: : (tensor<1x4x4x2xf32>) -> tensor<1x3x3x2xf32>
func.func @MaxPool(%a: tensor<1x4x4x2xf32>) {
  %r = onednn_graph.MaxPool(%a) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, kernel = array<i64: 2, 2>} : (tensor<1x4x4x2xf32>) -> tensor<1x3x3x2xf32>
  return
}

// CHECK-LABEL: @MaxPoolBackward
// CHECK: onednn_graph.MaxPoolBackward(
// CHECK-SAME: : (tensor<1x4x4x2xf32>, tensor<1x3x3x2xf32>) -> tensor<1x4x4x2xf32>
func.func @MaxPoolBackward(%a: tensor<1x4x4x2xf32>, %b: tensor<1x3x3x2xf32>) {
  %r = onednn_graph.MaxPoolBackward(%a, %b) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, kernel = array<i64: 2, 2>} : (tensor<1x4x4x2xf32>, tensor<1x3x3x2xf32>) -> tensor<1x4x4x2xf32>
  return
}

// CHECK-LABEL: @BatchNormInference
// CHECK: onednn_graph.BatchNormInference(
// CHECK-SAME: : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
func.func @BatchNormInference(%a: tensor<2x4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>, %d: tensor<4xf32>, %e: tensor<4xf32>) {
  %r = onednn_graph.BatchNormInference(%a, %b, %c, %d, %e) {epsilon = 1.0e-05 : f32} : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @BatchNormForwardTraining
// CHECK: onednn_graph.BatchNormForwardTraining(
// CHECK-SAME: : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
func.func @BatchNormForwardTraining(%a: tensor<2x4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>, %d: tensor<4xf32>, %e: tensor<4xf32>) {
  %r:5 = onednn_graph.BatchNormForwardTraining(%a, %b, %c, %d, %e) {epsilon = 1.0e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// CHECK-LABEL: @BatchNormTrainingBackward
// CHECK: onednn_graph.BatchNormTrainingBackward(
// CHECK-SAME: : (tensor<2x4xf32>, tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)
func.func @BatchNormTrainingBackward(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>, %c: tensor<4xf32>, %d: tensor<4xf32>, %e: tensor<4xf32>) {
  %r:3 = onednn_graph.BatchNormTrainingBackward(%a, %b, %c, %d, %e) {epsilon = 1.0e-05 : f32} : (tensor<2x4xf32>, tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// CHECK-LABEL: @GroupNorm
// CHECK: onednn_graph.GroupNorm(
// CHECK-SAME: : (tensor<1x3x4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<1x3x4xf32>
func.func @GroupNorm(%a: tensor<1x3x4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>) {
  %r = onednn_graph.GroupNorm(%a, %b, %c) {groups = 2, keep_stats = false} : (tensor<1x3x4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<1x3x4xf32>
  return
}

// CHECK-LABEL: @LayerNorm
// CHECK: onednn_graph.LayerNorm(
// CHECK-SAME: : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<2xf32>, tensor<2xf32>)
func.func @LayerNorm(%a: tensor<2x4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>) {
  %r:3 = onednn_graph.LayerNorm(%a, %b, %c) : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// CHECK-LABEL: @LayerNormBackward
// CHECK: onednn_graph.LayerNormBackward(
// CHECK-SAME: : (tensor<2x4xf32>, tensor<2x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)
func.func @LayerNormBackward(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>, %c: tensor<2xf32>, %d: tensor<2xf32>, %e: tensor<4xf32>, %f: tensor<4xf32>) {
  %r:3 = onednn_graph.LayerNormBackward(%a, %b, %c, %d, %e, %f) : (tensor<2x4xf32>, tensor<2x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// CHECK-LABEL: @RMSNorm
// CHECK: onednn_graph.RMSNorm(
// CHECK-SAME: : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
func.func @RMSNorm(%a: tensor<2x4xf32>, %b: tensor<4xf32>) {
  %r = onednn_graph.RMSNorm(%a, %b) : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @SoftMax
// CHECK: onednn_graph.SoftMax(
// CHECK-SAME: : (tensor<2x4xf32>) -> tensor<2x4xf32>
func.func @SoftMax(%a: tensor<2x4xf32>) {
  %r = onednn_graph.SoftMax(%a) {axis = -1} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @SoftMaxBackward
// CHECK: onednn_graph.SoftMaxBackward(
// CHECK-SAME: : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
func.func @SoftMaxBackward(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>) {
  %r = onednn_graph.SoftMaxBackward(%a, %b) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @LogSoftmax
// CHECK: onednn_graph.LogSoftmax(
// CHECK-SAME: : (tensor<2x4xf32>) -> tensor<2x4xf32>
func.func @LogSoftmax(%a: tensor<2x4xf32>) {
  %r = onednn_graph.LogSoftmax(%a) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @LogSoftmaxBackward
// CHECK: onednn_graph.LogSoftmaxBackward(
// CHECK-SAME: : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
func.func @LogSoftmaxBackward(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>) {
  %r = onednn_graph.LogSoftmaxBackward(%a, %b) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @ReduceL1
// CHECK: onednn_graph.ReduceL1(
// CHECK-SAME: : (tensor<2x4xf32>) -> tensor<2x1xf32>
func.func @ReduceL1(%a: tensor<2x4xf32>) {
  %r = onednn_graph.ReduceL1(%a) {axes = array<i64: 1>, keep_dims = true} : (tensor<2x4xf32>) -> tensor<2x1xf32>
  return
}

// CHECK-LABEL: @ReduceL2
// CHECK: onednn_graph.ReduceL2(
// CHECK-SAME: : (tensor<2x4xf32>) -> tensor<2x1xf32>
func.func @ReduceL2(%a: tensor<2x4xf32>) {
  %r = onednn_graph.ReduceL2(%a) {axes = array<i64: 1>, keep_dims = true} : (tensor<2x4xf32>) -> tensor<2x1xf32>
  return
}

// CHECK-LABEL: @ReduceMax
// CHECK: onednn_graph.ReduceMax(
// CHECK-SAME: : (tensor<2x4xf32>) -> tensor<2x1xf32>
func.func @ReduceMax(%a: tensor<2x4xf32>) {
  %r = onednn_graph.ReduceMax(%a) {axes = array<i64: 1>, keep_dims = true} : (tensor<2x4xf32>) -> tensor<2x1xf32>
  return
}

// CHECK-LABEL: @ReduceMean
// CHECK: onednn_graph.ReduceMean(
// CHECK-SAME: : (tensor<2x4xf32>) -> tensor<2x1xf32>
func.func @ReduceMean(%a: tensor<2x4xf32>) {
  %r = onednn_graph.ReduceMean(%a) {axes = array<i64: 1>, keep_dims = true} : (tensor<2x4xf32>) -> tensor<2x1xf32>
  return
}

// CHECK-LABEL: @ReduceMin
// CHECK: onednn_graph.ReduceMin(
// CHECK-SAME: : (tensor<2x4xf32>) -> tensor<2x1xf32>
func.func @ReduceMin(%a: tensor<2x4xf32>) {
  %r = onednn_graph.ReduceMin(%a) {axes = array<i64: 1>, keep_dims = true} : (tensor<2x4xf32>) -> tensor<2x1xf32>
  return
}

// CHECK-LABEL: @ReduceProd
// CHECK: onednn_graph.ReduceProd(
// CHECK-SAME: : (tensor<2x4xf32>) -> tensor<2x1xf32>
func.func @ReduceProd(%a: tensor<2x4xf32>) {
  %r = onednn_graph.ReduceProd(%a) {axes = array<i64: 1>, keep_dims = true} : (tensor<2x4xf32>) -> tensor<2x1xf32>
  return
}

// CHECK-LABEL: @ReduceSum
// CHECK: onednn_graph.ReduceSum(
// CHECK-SAME: : (tensor<2x4xf32>) -> tensor<2x1xf32>
func.func @ReduceSum(%a: tensor<2x4xf32>) {
  %r = onednn_graph.ReduceSum(%a) {axes = array<i64: 1>, keep_dims = true} : (tensor<2x4xf32>) -> tensor<2x1xf32>
  return
}

// CHECK-LABEL: @Quantize
// CHECK: onednn_graph.Quantize(
// CHECK-SAME: : (tensor<2x4xf32>) -> tensor<2x4xi8>
func.func @Quantize(%a: tensor<2x4xf32>) {
  %r = onednn_graph.Quantize(%a) {scales = array<f32: 1.0e-01>, zps = array<i64: 3>} : (tensor<2x4xf32>) -> tensor<2x4xi8>
  return
}

// CHECK-LABEL: @Dequantize
// CHECK: onednn_graph.Dequantize(
// CHECK-SAME: : (tensor<2x4xi8>) -> tensor<2x4xf32>
func.func @Dequantize(%a: tensor<2x4xi8>) {
  %r = onednn_graph.Dequantize(%a) {scales = array<f32: 1.0e-01>, zps = array<i64: 3>} : (tensor<2x4xi8>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @DynamicQuantize
// CHECK: onednn_graph.DynamicQuantize(
// CHECK-SAME: : (tensor<2x4xf32>, tensor<1xf32>, tensor<1xi32>) -> tensor<2x4xui8>
func.func @DynamicQuantize(%a: tensor<2x4xf32>, %b: tensor<1xf32>, %c: tensor<1xi32>) {
  %r = onednn_graph.DynamicQuantize(%a, %b, %c) : (tensor<2x4xf32>, tensor<1xf32>, tensor<1xi32>) -> tensor<2x4xui8>
  return
}

// CHECK-LABEL: @DynamicDequantize
// CHECK: onednn_graph.DynamicDequantize(
// CHECK-SAME: : (tensor<2x4xui4>, tensor<2x2xf32>) -> tensor<2x4xf32>
func.func @DynamicDequantize(%a: tensor<2x4xui4>, %b: tensor<2x2xf32>) {
  %r = onednn_graph.DynamicDequantize(%a, %b) {qtype = "per_group", group_shape = array<i64: 1, 2>} : (tensor<2x4xui4>, tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @Concat
// CHECK: onednn_graph.Concat(
// CHECK-SAME: : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x8xf32>
func.func @Concat(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>) {
  %r = onednn_graph.Concat(%a, %b) {axis = 1} : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x8xf32>
  return
}

// CHECK-LABEL: @GenIndex
// CHECK: onednn_graph.GenIndex(
// CHECK-SAME: : (tensor<2x4xf32>) -> tensor<2x4xi32>
func.func @GenIndex(%a: tensor<2x4xf32>) {
  %r = onednn_graph.GenIndex(%a) {axis = 0} : (tensor<2x4xf32>) -> tensor<2x4xi32>
  return
}

// CHECK-LABEL: @Interpolate
// CHECK: onednn_graph.Interpolate(
// CHECK-SAME: : (tensor<1x4x2xf32>) -> tensor<1x8x2xf32>
func.func @Interpolate(%a: tensor<1x4x2xf32>) {
  %r = onednn_graph.Interpolate(%a) {mode = "nearest", sizes = array<i64: 8>} : (tensor<1x4x2xf32>) -> tensor<1x8x2xf32>
  return
}

// CHECK-LABEL: @InterpolateBackward
// CHECK: onednn_graph.InterpolateBackward(
// CHECK-SAME: : (tensor<1x4x2xf32>, tensor<1x8x2xf32>) -> tensor<1x4x2xf32>
func.func @InterpolateBackward(%a: tensor<1x4x2xf32>, %b: tensor<1x8x2xf32>) {
  %r = onednn_graph.InterpolateBackward(%a, %b) {mode = "nearest", sizes = array<i64: 8>} : (tensor<1x4x2xf32>, tensor<1x8x2xf32>) -> tensor<1x4x2xf32>
  return
}

// CHECK-LABEL: @Reorder
// CHECK: onednn_graph.Reorder(
// CHECK-SAME: : (tensor<2x4xf32>) -> tensor<2x4xf32>
func.func @Reorder(%a: tensor<2x4xf32>) {
  %r = onednn_graph.Reorder(%a) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @StaticReshape
// CHECK: onednn_graph.StaticReshape(
// CHECK-SAME: : (tensor<2x4xf32>) -> tensor<2x2x2xf32>
func.func @StaticReshape(%a: tensor<2x4xf32>) {
  %r = onednn_graph.StaticReshape(%a) {shape = array<i64: 0, -1, 2>, special_zero = true} : (tensor<2x4xf32>) -> tensor<2x2x2xf32>
  return
}

// CHECK-LABEL: @StaticTranspose
// CHECK: onednn_graph.StaticTranspose(
// CHECK-SAME: : (tensor<2x4xf32>) -> tensor<4x2xf32>
func.func @StaticTranspose(%a: tensor<2x4xf32>) {
  %r = onednn_graph.StaticTranspose(%a) {order = array<i64: 1, 0>} : (tensor<2x4xf32>) -> tensor<4x2xf32>
  return
}

// CHECK-LABEL: @TypeCast
// CHECK: onednn_graph.TypeCast(
// CHECK-SAME: : (tensor<2x4xf32>) -> tensor<2x4xbf16>
func.func @TypeCast(%a: tensor<2x4xf32>) {
  %r = onednn_graph.TypeCast(%a) : (tensor<2x4xf32>) -> tensor<2x4xbf16>
  return
}

// CHECK-LABEL: @Dropout
// CHECK: onednn_graph.Dropout(
// CHECK-SAME: : (tensor<2x4xf32>, tensor<i64>, tensor<i64>, tensor<f32>) -> tensor<2x4xf32>
func.func @Dropout(%a: tensor<2x4xf32>, %b: tensor<i64>, %c: tensor<i64>, %d: tensor<f32>) {
  %r = onednn_graph.Dropout(%a, %b, %c, %d) : (tensor<2x4xf32>, tensor<i64>, tensor<i64>, tensor<f32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: @End
// CHECK: onednn_graph.End(
// CHECK-SAME: : (tensor<2x4xf32>) -> ()
func.func @End(%a: tensor<2x4xf32>) {
  onednn_graph.End(%a) : (tensor<2x4xf32>) -> ()
  return
}

// CHECK-LABEL: @Wildcard
// CHECK: onednn_graph.Wildcard(
// CHECK-SAME: : (tensor<2x4xf32>) -> tensor<2x4xf32>
func.func @Wildcard(%a: tensor<2x4xf32>) {
  %r = onednn_graph.Wildcard(%a) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}
