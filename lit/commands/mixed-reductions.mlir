// A region that combines elements of two types is refused.
// RUN: not lathe run --backend=ref %s 2>&1 | FileCheck %s
// RUN: not lathe run --no-cache --backend=vm %s 2>&1 | FileCheck %s
// CHECK: mixed-reductions.mlir:[[@LINE+4]]:8: error: 'stablehlo.reduce' op has a region that combines elements of f64 with elements of f32, which is not supported
// CHECK: help: give both arguments the type of the result, and convert inside the region
func.func @main(%x: tensor<4xf32>) -> tensor<f64> {
  %i = stablehlo.constant dense<0.0> : tensor<f64>
  %0 = "stablehlo.reduce"(%x, %i) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f32>):
    %c = stablehlo.convert %b : (tensor<f32>) -> tensor<f64>
    %s = stablehlo.add %a, %c : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) : (tensor<4xf32>, tensor<f64>) -> tensor<f64>
  return %0 : tensor<f64>
}
