// RUN: lathe run --no-cache --backend=ref %s | FileCheck %s
// RUN: lathe run --no-cache --backend=vm %s | FileCheck %s
// RUN: lathe run --no-cache --backend=jit %s | FileCheck %s
// RUN: lathe-opt %s --chlo-legalize-to-stablehlo | lathe run --no-cache --backend=ref - | FileCheck %s

// If the ragged dimension is a batch dimension, the group sizes have no effect.

// CHECK{LITERAL}: tensor<2x1x2xi32> [[[19, 22]], [[67, 74]]]
func.func @main() -> tensor<2x1x2xi32> {
  %sizes = stablehlo.constant dense<1> : tensor<1xi32>
  %a = stablehlo.constant dense<[[[1, 2]], [[3, 4]]]> : tensor<2x1x2xi32>
  %b = stablehlo.constant dense<[[[5, 6], [7, 8]], [[9, 10], [10, 11]]]> : tensor<2x2x2xi32>
  %r = "chlo.ragged_dot"(%a, %b, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_ragged_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x1x2xi32>, tensor<2x2x2xi32>, tensor<1xi32>) -> tensor<2x1x2xi32>
  return %r : tensor<2x1x2xi32>
}
