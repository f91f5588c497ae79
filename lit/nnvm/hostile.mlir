// RUN: lathe-opt %s --split-input-file --verify-diagnostics

func.func @rank(%x: tensor<4xf32>) -> tensor<1x4xf32> {
  // expected-error@+1 {{'nnvm.transpose' op cannot transpose shape}}
  %0 = nnvm.transpose(%x) {axes = array<i64: 1, 0>} : (tensor<4xf32>) -> tensor<1x4xf32>
  return %0 : tensor<1x4xf32>
}
