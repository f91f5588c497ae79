// RUN: lathe-opt %s | lathe-opt | FileCheck %s

// CHECK-LABEL: func.func @round
func.func @round(%a0: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: nnvm.round(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
  %r = nnvm.round(%a0) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @trunc
func.func @trunc(%a0: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: nnvm.trunc(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
  %r = nnvm.trunc(%a0) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @log2
func.func @log2(%a0: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: nnvm.log2(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
  %r = nnvm.log2(%a0) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @log10
func.func @log10(%a0: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: nnvm.log10(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
  %r = nnvm.log10(%a0) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @erf
func.func @erf(%a0: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: nnvm.erf(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
  %r = nnvm.erf(%a0) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @softrelu
func.func @softrelu(%a0: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: nnvm.softrelu(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
  %r = nnvm.softrelu(%a0) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @logical_not
func.func @logical_not(%a0: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: nnvm.logical_not(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
  %r = nnvm.logical_not(%a0) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @flip
func.func @flip(%a0: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: nnvm.flip(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
  %r = nnvm.flip(%a0) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @greater
func.func @greater(%a0: tensor<4xf32>, %a1: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: nnvm.greater(%arg0, %arg1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %r = nnvm.greater(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @less
func.func @less(%a0: tensor<4xf32>, %a1: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: nnvm.less(%arg0, %arg1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %r = nnvm.less(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @logical_and
func.func @logical_and(%a0: tensor<4xf32>, %a1: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: nnvm.logical_and(%arg0, %arg1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %r = nnvm.logical_and(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @logical_or
func.func @logical_or(%a0: tensor<4xf32>, %a1: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: nnvm.logical_or(%arg0, %arg1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %r = nnvm.logical_or(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @elemwise_mod
func.func @elemwise_mod(%a0: tensor<4xf32>, %a1: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: nnvm.elemwise_mod(%arg0, %arg1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %r = nnvm.elemwise_mod(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @elemwise_pow
func.func @elemwise_pow(%a0: tensor<4xf32>, %a1: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: nnvm.elemwise_pow(%arg0, %arg1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %r = nnvm.elemwise_pow(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @broadcast_mod
func.func @broadcast_mod(%a0: tensor<4xf32>, %a1: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: nnvm.broadcast_mod(%arg0, %arg1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %r = nnvm.broadcast_mod(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @broadcast_greater
func.func @broadcast_greater(%a0: tensor<4xf32>, %a1: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: nnvm.broadcast_greater(%arg0, %arg1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %r = nnvm.broadcast_greater(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @broadcast_less
func.func @broadcast_less(%a0: tensor<4xf32>, %a1: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: nnvm.broadcast_less(%arg0, %arg1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %r = nnvm.broadcast_less(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @broadcast_equal
func.func @broadcast_equal(%a0: tensor<4xf32>, %a1: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: nnvm.broadcast_equal(%arg0, %arg1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %r = nnvm.broadcast_equal(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @broadcast_not_equal
func.func @broadcast_not_equal(%a0: tensor<4xf32>, %a1: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: nnvm.broadcast_not_equal(%arg0, %arg1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %r = nnvm.broadcast_not_equal(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @broadcast_greater_equal
func.func @broadcast_greater_equal(%a0: tensor<4xf32>, %a1: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: nnvm.broadcast_greater_equal(%arg0, %arg1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %r = nnvm.broadcast_greater_equal(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @broadcast_less_equal
func.func @broadcast_less_equal(%a0: tensor<4xf32>, %a1: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: nnvm.broadcast_less_equal(%arg0, %arg1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %r = nnvm.broadcast_less_equal(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @where
func.func @where(%a0: tensor<4xi32>, %a1: tensor<4x2xf32>, %a2: tensor<4x2xf32>) -> tensor<4x2xf32> {
  // CHECK: nnvm.where(%arg0, %arg1, %arg2) : (tensor<4xi32>, tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  %r = nnvm.where(%a0, %a1, %a2) : (tensor<4xi32>, tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return %r : tensor<4x2xf32>
}

// CHECK-LABEL: func.func @prod
func.func @prod(%a0: tensor<4x5xf32>) -> tensor<4xf32> {
  // CHECK: nnvm.prod(%arg0) {{[{]}}axis = array<i64: 1>} : (tensor<4x5xf32>) -> tensor<4xf32>
  %r = nnvm.prod(%a0) {axis = array<i64: 1>} : (tensor<4x5xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @mean
func.func @mean(%a0: tensor<4x5xf32>) -> tensor<4xf32> {
  // CHECK: nnvm.mean(%arg0) {{[{]}}axis = array<i64: 1>} : (tensor<4x5xf32>) -> tensor<4xf32>
  %r = nnvm.mean(%a0) {axis = array<i64: 1>} : (tensor<4x5xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @argmax
func.func @argmax(%a0: tensor<4x5xf32>) -> tensor<4xi32> {
  // CHECK: nnvm.argmax(%arg0) {{[{]}}axis = array<i64: 1>} : (tensor<4x5xf32>) -> tensor<4xi32>
  %r = nnvm.argmax(%a0) {axis = array<i64: 1>} : (tensor<4x5xf32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}

// CHECK-LABEL: func.func @argmin
func.func @argmin(%a0: tensor<4x5xf32>) -> tensor<4xi32> {
  // CHECK: nnvm.argmin(%arg0) {{[{]}}axis = array<i64: 1>} : (tensor<4x5xf32>) -> tensor<4xi32>
  %r = nnvm.argmin(%a0) {axis = array<i64: 1>} : (tensor<4x5xf32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}

// CHECK-LABEL: func.func @pad
func.func @pad(%a0: tensor<2x3xf32>) -> tensor<2x6xf32> {
  // CHECK: nnvm.pad(%arg0) {{[{]}}pad_value = 1.000000e+00 : f64, pad_width = array<i64: 0, 0, 1, 2>} : (tensor<2x3xf32>) -> tensor<2x6xf32>
  %r = nnvm.pad(%a0) {pad_value = 1.000000e+00, pad_width = array<i64: 0, 0, 1, 2>} : (tensor<2x3xf32>) -> tensor<2x6xf32>
  return %r : tensor<2x6xf32>
}

// CHECK-LABEL: func.func @strided_slice
func.func @strided_slice(%a0: tensor<8xf32>) -> tensor<3xf32> {
  // CHECK: nnvm.strided_slice(%arg0) {{[{]}}begin = array<i64: -1>, end = array<i64: -8>, stride = array<i64: -3>} : (tensor<8xf32>) -> tensor<3xf32>
  %r = nnvm.strided_slice(%a0) {begin = array<i64: -1>, end = array<i64: -8>, stride = array<i64: -3>} : (tensor<8xf32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// CHECK-LABEL: func.func @slice_like
func.func @slice_like(%a0: tensor<4x5xf32>, %a1: tensor<2x3xf32>) -> tensor<2x5xf32> {
  // CHECK: nnvm.slice_like(%arg0, %arg1) {{[{]}}axis = array<i64: 0>} : (tensor<4x5xf32>, tensor<2x3xf32>) -> tensor<2x5xf32>
  %r = nnvm.slice_like(%a0, %a1) {axis = array<i64: 0>} : (tensor<4x5xf32>, tensor<2x3xf32>) -> tensor<2x5xf32>
  return %r : tensor<2x5xf32>
}

// CHECK-LABEL: func.func @take
func.func @take(%a0: tensor<10x4xf32>, %a1: tensor<2x3xi32>) -> tensor<10x2x3xf32> {
  // CHECK: nnvm.take(%arg0, %arg1) {{[{]}}axis = 1 : i64} : (tensor<10x4xf32>, tensor<2x3xi32>) -> tensor<10x2x3xf32>
  %r = nnvm.take(%a0, %a1) {axis = 1 : i64} : (tensor<10x4xf32>, tensor<2x3xi32>) -> tensor<10x2x3xf32>
  return %r : tensor<10x2x3xf32>
}

// CHECK-LABEL: func.func @l2_normalize
func.func @l2_normalize(%a0: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // CHECK: nnvm.l2_normalize(%arg0) {{[{]}}axis = array<i64: 1>, eps = 1.000000e-05 : f64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %r = nnvm.l2_normalize(%a0) {axis = array<i64: 1>, eps = 1.000000e-05} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @lrn
func.func @lrn(%a0: tensor<1x8xf32>) -> tensor<1x8xf32> {
  // CHECK: nnvm.lrn(%arg0) {{[{]}}alpha = 1.000000e-04 : f64, axis = 1 : i64, beta = 5.000000e-01 : f64, bias = 1.000000e+00 : f64, size = 3 : i64} : (tensor<1x8xf32>) -> tensor<1x8xf32>
  %r = nnvm.lrn(%a0) {alpha = 1.000000e-04, axis = 1 : i64, beta = 5.000000e-01, bias = 1.000000e+00, size = 3 : i64} : (tensor<1x8xf32>) -> tensor<1x8xf32>
  return %r : tensor<1x8xf32>
}
