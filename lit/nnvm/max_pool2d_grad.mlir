// The gradient of a pooling runs on all engines.
// RUN: lathe run --no-cache --backend=ref %s | FileCheck %s
// RUN: lathe run --no-cache --backend=vm %s | FileCheck %s
// RUN: lathe run --no-cache --backend=jit %s | FileCheck %s
// CHECK: tensor<1x1x2x4xf32> {{\[}}{{\[}}{{\[}}[0, 0, 2, 0], [1, 0, 0, 0]]]]
func.func @main() -> tensor<1x1x2x4xf32> {
  %c = stablehlo.constant dense<[[[[1.0, 2.0, 9.0, 3.0], [7.0, 4.0, 5.0, 6.0]]]]> : tensor<1x1x2x4xf32>
  %x = stablehlo.optimization_barrier %c : tensor<1x1x2x4xf32>
  %g = stablehlo.constant dense<[[[[1.0, 2.0]]]]> : tensor<1x1x1x2xf32>
  %r = nnvm._max_pool2d_grad(%g, %x) {pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<1x1x1x2xf32>, tensor<1x1x2x4xf32>) -> tensor<1x1x2x4xf32>
  return %r : tensor<1x1x2x4xf32>
}
