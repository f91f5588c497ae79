// RUN: lathe-opt %s --split-input-file --verify-diagnostics

func.func @round(%a0: tensor<4xf32>) {
  // expected-error@+1 {{'nnvm.round' op expected equal shapes}}
  %r = nnvm.round(%a0) : (tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @trunc(%a0: tensor<4xf32>) {
  // expected-error@+1 {{'nnvm.trunc' op expected equal shapes}}
  %r = nnvm.trunc(%a0) : (tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @log2(%a0: tensor<4xf32>) {
  // expected-error@+1 {{'nnvm.log2' op expected equal shapes}}
  %r = nnvm.log2(%a0) : (tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @log10(%a0: tensor<4xf32>) {
  // expected-error@+1 {{'nnvm.log10' op expected equal shapes}}
  %r = nnvm.log10(%a0) : (tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @erf(%a0: tensor<4xf32>) {
  // expected-error@+1 {{'nnvm.erf' op expected equal shapes}}
  %r = nnvm.erf(%a0) : (tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @softrelu(%a0: tensor<4xf32>) {
  // expected-error@+1 {{'nnvm.softrelu' op expected equal shapes}}
  %r = nnvm.softrelu(%a0) : (tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @logical_not(%a0: tensor<4xf32>) {
  // expected-error@+1 {{'nnvm.logical_not' op expected equal shapes}}
  %r = nnvm.logical_not(%a0) : (tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @flip(%a0: tensor<4xf32>) {
  // expected-error@+1 {{'nnvm.flip' op expected equal shapes}}
  %r = nnvm.flip(%a0) : (tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @greater(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  // expected-error@+1 {{'nnvm.greater' op expected equal shapes}}
  %r = nnvm.greater(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @less(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  // expected-error@+1 {{'nnvm.less' op expected equal shapes}}
  %r = nnvm.less(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @logical_and(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  // expected-error@+1 {{'nnvm.logical_and' op expected equal shapes}}
  %r = nnvm.logical_and(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @logical_or(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  // expected-error@+1 {{'nnvm.logical_or' op expected equal shapes}}
  %r = nnvm.logical_or(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @elemwise_mod(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  // expected-error@+1 {{'nnvm.elemwise_mod' op expected equal shapes}}
  %r = nnvm.elemwise_mod(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @elemwise_pow(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  // expected-error@+1 {{'nnvm.elemwise_pow' op expected equal shapes}}
  %r = nnvm.elemwise_pow(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @broadcast_mod(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  // expected-error@+1 {{'nnvm.broadcast_mod' op cannot broadcast shape [4] to the result's shape [9 9 9 9 9 9 9]}}
  %r = nnvm.broadcast_mod(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @broadcast_greater(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  // expected-error@+1 {{'nnvm.broadcast_greater' op cannot broadcast shape [4] to the result's shape [9 9 9 9 9 9 9]}}
  %r = nnvm.broadcast_greater(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @broadcast_less(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  // expected-error@+1 {{'nnvm.broadcast_less' op cannot broadcast shape [4] to the result's shape [9 9 9 9 9 9 9]}}
  %r = nnvm.broadcast_less(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @broadcast_equal(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  // expected-error@+1 {{'nnvm.broadcast_equal' op cannot broadcast shape [4] to the result's shape [9 9 9 9 9 9 9]}}
  %r = nnvm.broadcast_equal(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @broadcast_not_equal(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  // expected-error@+1 {{'nnvm.broadcast_not_equal' op cannot broadcast shape [4] to the result's shape [9 9 9 9 9 9 9]}}
  %r = nnvm.broadcast_not_equal(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @broadcast_greater_equal(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  // expected-error@+1 {{'nnvm.broadcast_greater_equal' op cannot broadcast shape [4] to the result's shape [9 9 9 9 9 9 9]}}
  %r = nnvm.broadcast_greater_equal(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @broadcast_less_equal(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  // expected-error@+1 {{'nnvm.broadcast_less_equal' op cannot broadcast shape [4] to the result's shape [9 9 9 9 9 9 9]}}
  %r = nnvm.broadcast_less_equal(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @where(%a0: tensor<4xi32>, %a1: tensor<4x2xf32>, %a2: tensor<4x2xf32>) {
  // expected-error@+1 {{'nnvm.where' op expected equal shapes}}
  %r = nnvm.where(%a0, %a1, %a2) : (tensor<4xi32>, tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @prod(%a0: tensor<4x5xf32>) {
  // expected-error@+1 {{'nnvm.prod' op needs}}
  %r = nnvm.prod(%a0) {axis = array<i64: 1>} : (tensor<4x5xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @mean(%a0: tensor<4x5xf32>) {
  // expected-error@+1 {{'nnvm.mean' op needs}}
  %r = nnvm.mean(%a0) {axis = array<i64: 1>} : (tensor<4x5xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @argmax(%a0: tensor<4x5xf32>) {
  // expected-error@+1 {{'nnvm.argmax' op needs}}
  %r = nnvm.argmax(%a0) {axis = array<i64: 1>} : (tensor<4x5xf32>) -> tensor<9x9x9x9x9x9x9xi32>
  return
}

// -----

func.func @argmin(%a0: tensor<4x5xf32>) {
  // expected-error@+1 {{'nnvm.argmin' op needs}}
  %r = nnvm.argmin(%a0) {axis = array<i64: 1>} : (tensor<4x5xf32>) -> tensor<9x9x9x9x9x9x9xi32>
  return
}

// -----

func.func @pad(%a0: tensor<2x3xf32>) {
  // expected-error@+1 {{'nnvm.pad' op needs}}
  %r = nnvm.pad(%a0) {pad_value = 1.000000e+00, pad_width = array<i64: 0, 0, 1, 2>} : (tensor<2x3xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @strided_slice(%a0: tensor<8xf32>) {
  // expected-error@+1 {{'nnvm.strided_slice' op needs}}
  %r = nnvm.strided_slice(%a0) {begin = array<i64: -1>, end = array<i64: -8>, stride = array<i64: -3>} : (tensor<8xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @slice_like(%a0: tensor<4x5xf32>, %a1: tensor<2x3xf32>) {
  // expected-error@+1 {{'nnvm.slice_like' op needs}}
  %r = nnvm.slice_like(%a0, %a1) {axis = array<i64: 0>} : (tensor<4x5xf32>, tensor<2x3xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @take(%a0: tensor<10x4xf32>, %a1: tensor<2x3xi32>) {
  // expected-error@+1 {{'nnvm.take' op needs}}
  %r = nnvm.take(%a0, %a1) {axis = 1 : i64} : (tensor<10x4xf32>, tensor<2x3xi32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @l2_normalize(%a0: tensor<2x3xf32>) {
  // expected-error@+1 {{'nnvm.l2_normalize' op expected equal shapes}}
  %r = nnvm.l2_normalize(%a0) {axis = array<i64: 1>, eps = 1.000000e-05} : (tensor<2x3xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @lrn(%a0: tensor<1x8xf32>) {
  // expected-error@+1 {{'nnvm.lrn' op expected equal shapes}}
  %r = nnvm.lrn(%a0) {alpha = 1.000000e-04, axis = 1 : i64, beta = 5.000000e-01, bias = 1.000000e+00, size = 3 : i64} : (tensor<1x8xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @argmax(%x: tensor<4x5xf32>) {
  // expected-error@+1 {{expected result of element type 'i32', but got 'f32'}}
  %r = nnvm.argmax(%x) {axis = array<i64: 1>} : (tensor<4x5xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @flip(%x: tensor<4x5xf32>) {
  // expected-error@+1 {{has axis 2, but data of shape [4 5]}}
  %r = nnvm.flip(%x) {axis = 2 : i64} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @pad(%x: tensor<4xf32>) {
  // expected-error@+1 {{needs a pad_width of numbers that are not negative, but has ((1, -1),)}}
  %r = nnvm.pad(%x) {pad_width = array<i64: 1, -1>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @strided_slice(%x: tensor<4xf32>) {
  // expected-error@+1 {{has stride 0 for dimension 0}}
  %r = nnvm.strided_slice(%x) {begin = array<i64: 1>, end = array<i64: 2>, stride = array<i64: 0>} : (tensor<4xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @slice_like(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error@+1 {{cannot take 5 elements of dimension 0 of shape [4]}}
  %r = nnvm.slice_like(%x, %y) : (tensor<4xf32>, tensor<5xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @take(%x: tensor<4xf32>, %i: tensor<2xf32>) {
  // expected-error@+1 {{needs integers as indices, but has 'f32'}}
  %r = nnvm.take(%x, %i) : (tensor<4xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @lrn(%x: tensor<1x4xf32>) {
  // expected-error@+1 {{needs an odd size, but has 2}}
  %r = nnvm.lrn(%x) {size = 2 : i64} : (tensor<1x4xf32>) -> tensor<1x4xf32>
  return
}

// -----

func.func @elemwise_sum() {
  // expected-error@+1 {{'nnvm.elemwise_sum' op needs at least one operand}}
  %r = nnvm.elemwise_sum() : () -> tensor<4xf32>
  return
}
