// RUN: lathe run --no-cache --backend=ref %s | FileCheck %s
// RUN: lathe run --no-cache --backend=vm %s | FileCheck %s
// RUN: lathe run --no-cache --backend=jit %s | FileCheck %s

// The second product has no contracting dimensions. Its results are filled with zeros before it runs, so
// they must not have the memory of its operand, the first product.

// CHECK{LITERAL}: tensor<2x2xf32> [[30, 60], [70, 120]]
func.func @main() -> tensor<2x2xf32> {
  %a = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %b = stablehlo.constant dense<[[3.0, 3.0], [0.0, 0.0]]> : tensor<2x2xf32>
  %g = stablehlo.constant dense<[[10.0, 20.0], [7.77777777, 13.3333333]]> : tensor<2x2xf32>
  %x = stablehlo.optimization_barrier %a : tensor<2x2xf32>
  %w = stablehlo.optimization_barrier %b : tensor<2x2xf32>
  %v = stablehlo.optimization_barrier %g : tensor<2x2xf32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = stablehlo.dot_general %0, %v, batching_dims = [0, 1] x [0, 1], contracting_dims = [] x [] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}
