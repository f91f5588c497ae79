// RUN: lathe run --backend=ref %s | FileCheck %s
// RUN: lathe run --backend=vm %s | FileCheck %s
// RUN: lathe run --backend=jit %s | FileCheck %s

// For key 0 and counter 0, the words of Philox 4x32-10 are 0x6627e8d5, 0xe169c58d, 0xbc57ac4c and
// 0x9b00dbd8: 0.399, 0.881, 0.736 and 0.606 of 2³². Elements whose number exceeds the probability remain.
// CHECK: tensor<2x2xf32> {{\[}}[0, 5.3333335], [5.3333335, 0]]
// CHECK: tensor<2x2xui8> {{\[}}[0, 1], [1, 0]]
// CHECK: tensor<4xf32> [2, 2, 2, 2]
// CHECK: tensor<5xf32> [0, 0, 0, 0, 0]
// CHECK: tensor<2x2xf32> {{\[}}[0, 5.3333335], [5.3333335, 0]]
func.func @main() -> (tensor<2x2xf32>, tensor<2x2xui8>, tensor<4xf32>, tensor<5xf32>, tensor<2x2xf32>) {
  %x = stablehlo.constant dense<2.0> : tensor<2x2xf32>
  %seed = stablehlo.constant dense<0> : tensor<i64>
  %half = stablehlo.constant dense<0.5> : tensor<f32>
  %p = stablehlo.constant dense<0.625> : tensor<f32>
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %all = stablehlo.constant dense<1.0> : tensor<f32>
  %y = stablehlo.constant dense<2.0> : tensor<4xf32>
  %z = stablehlo.constant dense<2.0> : tensor<5xf32>
  %0:2 = onednn_graph.Dropout(%x, %seed, %seed, %p) : (tensor<2x2xf32>, tensor<i64>, tensor<i64>, tensor<f32>) -> (tensor<2x2xf32>, tensor<2x2xui8>)
  %1 = onednn_graph.Dropout(%y, %seed, %seed, %none) : (tensor<4xf32>, tensor<i64>, tensor<i64>, tensor<f32>) -> tensor<4xf32>
  %2 = onednn_graph.Dropout(%z, %seed, %seed, %all) : (tensor<5xf32>, tensor<i64>, tensor<i64>, tensor<f32>) -> tensor<5xf32>
  %seeds = stablehlo.constant dense<0> : tensor<1xi64>
  %ps = stablehlo.constant dense<0.625> : tensor<1x1xf32>
  %3 = onednn_graph.Dropout(%x, %seeds, %seeds, %ps) : (tensor<2x2xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1x1xf32>) -> tensor<2x2xf32>
  return %0#0, %0#1, %1, %2, %3 : tensor<2x2xf32>, tensor<2x2xui8>, tensor<4xf32>, tensor<5xf32>, tensor<2x2xf32>
}
