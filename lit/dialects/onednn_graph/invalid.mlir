// RUN: lathe-opt %s --split-input-file --verify-diagnostics
// Every operation with a type that it does not accept.

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.Abs' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.Abs(%a) : (tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.Clamp' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.Clamp(%a) {min = -1.0 : f32, max = 2.0 : f32} : (tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.Elu' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.Elu(%a) {alpha = 1.0 : f32} : (tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.Exp' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.Exp(%a) : (tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.GELU' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.GELU(%a) : (tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.HardSigmoid' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.HardSigmoid(%a) {alpha = 2.0e-01 : f32, beta = 5.0e-01 : f32} : (tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.HardSwish' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.HardSwish(%a) : (tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.LeakyReLU' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.LeakyReLU(%a) {alpha = 2.5e-01 : f32} : (tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.Log' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.Log(%a) : (tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.Mish' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.Mish(%a) : (tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.Pow' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.Pow(%a) {beta = 2.0 : f32} : (tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.Reciprocal' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.Reciprocal(%a) : (tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.ReLU' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.ReLU(%a) : (tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.Round' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.Round(%a) : (tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.Sigmoid' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.Sigmoid(%a) : (tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.SoftPlus' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.SoftPlus(%a) : (tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.Sqrt' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.Sqrt(%a) : (tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.Square' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.Square(%a) : (tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.Tanh' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.Tanh(%a) : (tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.AbsBackward' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.AbsBackward(%a, %b) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.ClampBackward' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.ClampBackward(%a, %b) {min = -1.0 : f32, max = 2.0 : f32} : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.EluBackward' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.EluBackward(%a, %b) {alpha = 1.0 : f32} : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.GELUBackward' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.GELUBackward(%a, %b) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.HardSigmoidBackward' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.HardSigmoidBackward(%a, %b) {alpha = 2.0e-01 : f32, beta = 5.0e-01 : f32} : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.HardSwishBackward' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.HardSwishBackward(%a, %b) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.MishBackward' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.MishBackward(%a, %b) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.ReLUBackward' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.ReLUBackward(%a, %b) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.SigmoidBackward' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.SigmoidBackward(%a, %b) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.SoftPlusBackward' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.SoftPlusBackward(%a, %b) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.SqrtBackward' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.SqrtBackward(%a, %b) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.TanhBackward' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.TanhBackward(%a, %b) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'onednn_graph.Add' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.Add(%a, %b) : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'onednn_graph.Divide' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.Divide(%a, %b) : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'onednn_graph.Maximum' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.Maximum(%a, %b) : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'onednn_graph.Minimum' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.Minimum(%a, %b) : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'onednn_graph.Multiply' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.Multiply(%a, %b) : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'onednn_graph.SquaredDifference' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.SquaredDifference(%a, %b) : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'onednn_graph.Subtract' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.Subtract(%a, %b) : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.GreaterEqual' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.GreaterEqual(%a, %b) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xi1>
  return
}

// -----

func.func @f(%a: tensor<2x4xi1>, %b: tensor<2x4xf32>, %c: tensor<f32>) {
  // expected-error@+1 {{'onednn_graph.Select' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.Select(%a, %b, %c) : (tensor<2x4xi1>, tensor<2x4xf32>, tensor<f32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'onednn_graph.BiasAdd' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.BiasAdd(%a, %b) : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.BiasAddBackward' op result #0 must have shape [4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.BiasAddBackward(%a) : (tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'onednn_graph.PReLU' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.PReLU(%a, %b) : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<4xf32>, %c: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.PReLUBackward' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r:2 = onednn_graph.PReLUBackward(%a, %b, %c) : (tensor<2x4xf32>, tensor<4xf32>, tensor<2x4xf32>) -> (tensor<9x9x9x9x9x9x9xf32>, tensor<4xf32>)
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{'onednn_graph.MatMul' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.MatMul(%a, %b) : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<1x5x5x2xf32>, %b: tensor<3x3x2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.Convolution' op result #0 must have shape [1, 3, 3, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.Convolution(%a, %b) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, dilations = array<i64: 1, 1>} : (tensor<1x5x5x2xf32>, tensor<3x3x2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<1x3x3x4xf32>, %b: tensor<3x3x2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.ConvolutionBackwardData' op result #0 must have shape [1, 5, 5, 2] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.ConvolutionBackwardData(%a, %b) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, dilations = array<i64: 1, 1>, dst_shape = array<i64: 1, 5, 5, 2>} : (tensor<1x3x3x4xf32>, tensor<3x3x2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<1x5x5x2xf32>, %b: tensor<1x3x3x4xf32>) {
  // expected-error@+1 {{'onednn_graph.ConvolutionBackwardWeights' op result #0 must have shape [3, 3, 2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.ConvolutionBackwardWeights(%a, %b) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, dilations = array<i64: 1, 1>, weights_shape = array<i64: 3, 3, 2, 4>} : (tensor<1x5x5x2xf32>, tensor<1x3x3x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<1x3x3x4xf32>, %b: tensor<3x3x2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.ConvTranspose' op result #0 must have shape [1, 5, 5, 2] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.ConvTranspose(%a, %b) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, dilations = array<i64: 1, 1>} : (tensor<1x3x3x4xf32>, tensor<3x3x2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<1x5x5x2xf32>, %b: tensor<3x3x2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.ConvTransposeBackwardData' op result #0 must have shape [1, 3, 3, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.ConvTransposeBackwardData(%a, %b) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, dilations = array<i64: 1, 1>} : (tensor<1x5x5x2xf32>, tensor<3x3x2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<1x3x3x4xf32>, %b: tensor<1x5x5x2xf32>) {
  // expected-error@+1 {{'onednn_graph.ConvTransposeBackwardWeights' op result #0 must have shape [3, 3, 2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.ConvTransposeBackwardWeights(%a, %b) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, dilations = array<i64: 1, 1>, weights_shape = array<i64: 3, 3, 2, 4>} : (tensor<1x3x3x4xf32>, tensor<1x5x5x2xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<1x4x4x2xf32>) {
  // expected-error@+1 {{'onednn_graph.AvgPool' op result #0 must have shape [1, 3, 3, 2] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.AvgPool(%a) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, kernel = array<i64: 2, 2>, exclude_pad = false} : (tensor<1x4x4x2xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<1x3x3x2xf32>) {
  // expected-error@+1 {{'onednn_graph.AvgPoolBackward' op result #0 must have shape [1, 4, 4, 2] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.AvgPoolBackward(%a) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, kernel = array<i64: 2, 2>, exclude_pad = false, src_shape = array<i64: 1, 4, 4, 2>} : (tensor<1x3x3x2xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<1x4x4x2xf32>) {
  // expected-error@+1 {{'onednn_graph.MaxPool' op result #0 must have shape [1, 3, 3, 2] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.MaxPool(%a) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, kernel = array<i64: 2, 2>} : (tensor<1x4x4x2xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<1x4x4x2xf32>, %b: tensor<1x3x3x2xf32>) {
  // expected-error@+1 {{'onednn_graph.MaxPoolBackward' op result #0 must have shape [1, 4, 4, 2] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.MaxPoolBackward(%a, %b) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, kernel = array<i64: 2, 2>} : (tensor<1x4x4x2xf32>, tensor<1x3x3x2xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>, %d: tensor<4xf32>, %e: tensor<4xf32>) {
  // expected-error@+1 {{'onednn_graph.BatchNormInference' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.BatchNormInference(%a, %b, %c, %d, %e) {epsilon = 1.0e-05 : f32} : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>, %d: tensor<4xf32>, %e: tensor<4xf32>) {
  // expected-error@+1 {{'onednn_graph.BatchNormForwardTraining' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r:5 = onednn_graph.BatchNormForwardTraining(%a, %b, %c, %d, %e) {epsilon = 1.0e-05 : f32, momentum = 9.0e-01 : f32} : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<9x9x9x9x9x9x9xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>, %c: tensor<4xf32>, %d: tensor<4xf32>, %e: tensor<4xf32>) {
  // expected-error@+1 {{'onednn_graph.BatchNormTrainingBackward' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r:3 = onednn_graph.BatchNormTrainingBackward(%a, %b, %c, %d, %e) {epsilon = 1.0e-05 : f32} : (tensor<2x4xf32>, tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<9x9x9x9x9x9x9xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @f(%a: tensor<1x3x4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>) {
  // expected-error@+1 {{'onednn_graph.GroupNorm' op result #0 must have shape [1, 3, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.GroupNorm(%a, %b, %c) {groups = 2, keep_stats = false} : (tensor<1x3x4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>) {
  // expected-error@+1 {{'onednn_graph.LayerNorm' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r:3 = onednn_graph.LayerNorm(%a, %b, %c) : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<9x9x9x9x9x9x9xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>, %c: tensor<2xf32>, %d: tensor<2xf32>, %e: tensor<4xf32>, %f: tensor<4xf32>) {
  // expected-error@+1 {{'onednn_graph.LayerNormBackward' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r:3 = onednn_graph.LayerNormBackward(%a, %b, %c, %d, %e, %f) : (tensor<2x4xf32>, tensor<2x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<9x9x9x9x9x9x9xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'onednn_graph.RMSNorm' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.RMSNorm(%a, %b) : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.SoftMax' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.SoftMax(%a) {axis = -1} : (tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.SoftMaxBackward' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.SoftMaxBackward(%a, %b) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.LogSoftmax' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.LogSoftmax(%a) : (tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.LogSoftmaxBackward' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.LogSoftmaxBackward(%a, %b) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.ReduceL1' op result #0 must have shape [2, 1] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.ReduceL1(%a) {axes = array<i64: 1>, keep_dims = true} : (tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.ReduceL2' op result #0 must have shape [2, 1] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.ReduceL2(%a) {axes = array<i64: 1>, keep_dims = true} : (tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.ReduceMax' op result #0 must have shape [2, 1] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.ReduceMax(%a) {axes = array<i64: 1>, keep_dims = true} : (tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.ReduceMean' op result #0 must have shape [2, 1] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.ReduceMean(%a) {axes = array<i64: 1>, keep_dims = true} : (tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.ReduceMin' op result #0 must have shape [2, 1] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.ReduceMin(%a) {axes = array<i64: 1>, keep_dims = true} : (tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.ReduceProd' op result #0 must have shape [2, 1] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.ReduceProd(%a) {axes = array<i64: 1>, keep_dims = true} : (tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.ReduceSum' op result #0 must have shape [2, 1] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.ReduceSum(%a) {axes = array<i64: 1>, keep_dims = true} : (tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.Quantize' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.Quantize(%a) {scales = array<f32: 1.0e-01>, zps = array<i64: 3>} : (tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xi8>
  return
}

// -----

func.func @f(%a: tensor<2x4xi8>) {
  // expected-error@+1 {{'onednn_graph.Dequantize' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.Dequantize(%a) {scales = array<f32: 1.0e-01>, zps = array<i64: 3>} : (tensor<2x4xi8>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<1xf32>, %c: tensor<1xi32>) {
  // expected-error@+1 {{'onednn_graph.DynamicQuantize' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.DynamicQuantize(%a, %b, %c) : (tensor<2x4xf32>, tensor<1xf32>, tensor<1xi32>) -> tensor<9x9x9x9x9x9x9xui8>
  return
}

// -----

func.func @f(%a: tensor<2x4xui4>, %b: tensor<2x2xf32>) {
  // expected-error@+1 {{'onednn_graph.DynamicDequantize' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.DynamicDequantize(%a, %b) {qtype = "per_group", group_shape = array<i64: 1, 2>} : (tensor<2x4xui4>, tensor<2x2xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.Concat' op result #0 must have shape [2, 8] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.Concat(%a, %b) {axis = 1} : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.GenIndex' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.GenIndex(%a) {axis = 0} : (tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xi32>
  return
}

// -----

func.func @f(%a: tensor<1x4x2xf32>) {
  // expected-error@+1 {{'onednn_graph.Interpolate' op result #0 must have shape [1, 8, 2] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.Interpolate(%a) {mode = "nearest", sizes = array<i64: 8>} : (tensor<1x4x2xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<1x4x2xf32>, %b: tensor<1x8x2xf32>) {
  // expected-error@+1 {{'onednn_graph.InterpolateBackward' op result #0 must have shape [1, 4, 2] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.InterpolateBackward(%a, %b) {mode = "nearest", sizes = array<i64: 8>} : (tensor<1x4x2xf32>, tensor<1x8x2xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.Reorder' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.Reorder(%a) : (tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.StaticReshape' op result #0 must have shape [2, 2, 2] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.StaticReshape(%a) {shape = array<i64: 0, -1, 2>, special_zero = true} : (tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.StaticTranspose' op result #0 must have shape [4, 2] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.StaticTranspose(%a) {order = array<i64: 1, 0>} : (tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.TypeCast' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.TypeCast(%a) : (tensor<2x4xf32>) -> tensor<9x9x9x9x9x9x9xbf16>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>, %b: tensor<i64>, %c: tensor<i64>, %d: tensor<f32>) {
  // expected-error@+1 {{'onednn_graph.Dropout' op result #0 must have shape [2, 4] by the rule of the operation, but has [9, 9, 9, 9, 9, 9, 9]}}
  %r = onednn_graph.Dropout(%a, %b, %c, %d) : (tensor<2x4xf32>, tensor<i64>, tensor<i64>, tensor<f32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error@+1 {{'onednn_graph.End' op operand #0 must be tensor of any type values, but got 'i32'}}
  onednn_graph.End(%a) : (i32) -> ()
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error@+1 {{'onednn_graph.Wildcard' op operand #0 must be variadic of tensor of any type values, but got 'i32'}}
  %r = onednn_graph.Wildcard(%a) : (i32) -> tensor<2x4xf32>
  return
}

// -----

func.func @groups(%a: tensor<1x5x5x1000000xf32>, %b: tensor<1x3x3x1000000xf32>) {
  // expected-error@+1 {{'onednn_graph.ConvolutionBackwardWeights' op has 1000000 groups, but at most 65536 are supported}}
  %r = onednn_graph.ConvolutionBackwardWeights(%a, %b) {groups = 1000000 : i64, strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, dilations = array<i64: 1, 1>, weights_shape = array<i64: 3, 3, 1, 1000000>} : (tensor<1x5x5x1000000xf32>, tensor<1x3x3x1000000xf32>) -> tensor<3x3x1x1000000xf32>
  return
}

// -----

func.func @pads(%a: tensor<1x5x5x1xf32>) {
  // expected-error@+1 {{'onednn_graph.MaxPool' op has an element in pads_begin that is greater than 2^31: 9223372036854775807}}
  %r = onednn_graph.MaxPool(%a) {strides = array<i64: 1, 1>, pads_begin = array<i64: 9223372036854775807, 0>, pads_end = array<i64: 0, 0>, kernel = array<i64: 2, 2>} : (tensor<1x5x5x1xf32>) -> tensor<1x2x2x1xf32>
  return
}

// -----

func.func @output_padding(%a: tensor<1x5x5x1xf32>, %w: tensor<2x2x1x1xf32>) {
  // expected-error@+1 {{'onednn_graph.ConvTranspose' op has an element in output_padding that is greater than 2^31: 1152921504606846976}}
  %r = onednn_graph.ConvTranspose(%a, %w) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, dilations = array<i64: 1, 1>, output_padding = array<i64: 1152921504606846976, 0>} : (tensor<1x5x5x1xf32>, tensor<2x2x1x1xf32>) -> tensor<1x6x6x1xf32>
  return
}

// -----

func.func @empty(%a: tensor<1x0x2xf32>) {
  // expected-error@+1 {{'onednn_graph.Interpolate' op cannot resize an empty dimension: shape [1, 0, 2]}}
  %r = onednn_graph.Interpolate(%a) {mode = "nearest", sizes = array<i64: 8>} : (tensor<1x0x2xf32>) -> tensor<1x8x2xf32>
  return
}

// -----

func.func @images(%a: tensor<1x4x4x2xf32>, %b: tensor<2x3x3x2xf32>) {
  // expected-error@+1 {{'onednn_graph.MaxPoolBackward' op needs a gradient with the shape [1, 3, 3, 2] of the pooling's result, but the gradient has shape [2, 3, 3, 2]}}
  %r = onednn_graph.MaxPoolBackward(%a, %b) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, kernel = array<i64: 2, 2>} : (tensor<1x4x4x2xf32>, tensor<2x3x3x2xf32>) -> tensor<1x4x4x2xf32>
  return
}

// -----

func.func @channels(%b: tensor<1x3x3x3xf32>) {
  // expected-error@+1 {{'onednn_graph.AvgPoolBackward' op needs a gradient with the shape [1, 3, 3, 2] of the pooling's result, but the gradient has shape [1, 3, 3, 3]}}
  %r = onednn_graph.AvgPoolBackward(%b) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, kernel = array<i64: 2, 2>, exclude_pad = false, src_shape = array<i64: 1, 4, 4, 2>} : (tensor<1x3x3x3xf32>) -> tensor<1x4x4x2xf32>
  return
}

// -----

func.func @window(%a: tensor<1x3x3x4xf32>, %b: tensor<0x3x2x4xf32>) {
  // expected-error@+1 {{'onednn_graph.ConvTranspose' op has an empty window in spatial dimension 0}}
  %r = onednn_graph.ConvTranspose(%a, %b) {strides = array<i64: 1, 1>, pads_begin = array<i64: 0, 0>, pads_end = array<i64: 0, 0>, dilations = array<i64: 1, 1>} : (tensor<1x3x3x4xf32>, tensor<0x3x2x4xf32>) -> tensor<1x2x5x2xf32>
  return
}

// -----

func.func @seed(%a: tensor<2x3xf32>, %seed: tensor<0xi64>, %offset: tensor<i64>, %p: tensor<f32>) {
  // expected-error@+1 {{'onednn_graph.Dropout' op needs a seed of one element, but its shape is [0]}}
  %r = onednn_graph.Dropout(%a, %seed, %offset, %p) : (tensor<2x3xf32>, tensor<0xi64>, tensor<i64>, tensor<f32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @scales(%a: tensor<1x4x2xf32>) {
  // expected-error@+1 {{'onednn_graph.Interpolate' op cannot resize spatial dimension 0 to 4e+30 elements}}
  %r = onednn_graph.Interpolate(%a) {mode = "nearest", scales = array<f32: 1.000000e+30>} : (tensor<1x4x2xf32>) -> tensor<1x8x2xf32>
  return
}
