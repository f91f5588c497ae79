// A window with so much padding that the padded operand has more than 2^64 bytes.

// RUN: not lathe-opt %s --lower-to-kernels=target=vm 2>&1 | FileCheck %s

// CHECK: error: 'tensor.insert_slice' op computes the intermediate value 'tensor<4294967300x4294967300xi64>', which takes more memory than any host has
func.func @main(%x: tensor<4x4xi64>) -> tensor<2x2xi64> {
  %z = stablehlo.constant dense<0> : tensor<i64>
  %v = "stablehlo.reduce_window"(%x, %z) ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %p = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %p : tensor<i64>
  }) {window_dimensions = array<i64: 1, 1>, window_strides = array<i64: 4294967296, 4294967296>, padding = dense<[[4294967296, 0], [4294967296, 0]]> : tensor<2x2xi64>} : (tensor<4x4xi64>, tensor<i64>) -> tensor<2x2xi64>
  return %v : tensor<2x2xi64>
}
