// RUN: lathe run --no-cache --backend=ref %s | FileCheck %s
// RUN: lathe run --no-cache --backend=vm %s | FileCheck %s
// RUN: lathe-opt %s --chlo-legalize-to-stablehlo | lathe run --no-cache --backend=ref - | FileCheck %s

// The dimension numbers, not the ranks, decide how a ragged product is computed.

func.func @main() -> (tensor<2x1x1x2xi32>, tensor<2x2xi32>, tensor<2x2x1xi32>, tensor<2x2x1xi32>, tensor<1x1xi32>) {
  %one = stablehlo.constant dense<1> : tensor<2xi64>
  %sizes = stablehlo.constant dense<[[1, 1], [2, 0]]> : tensor<2x2xi64>

  // A contracted ragged dimension, and two free dimensions of rhs.
  // CHECK{LITERAL}: tensor<2x1x1x2xi32> [[[[3, 4]]], [[[10, 12]]]]
  %a = stablehlo.constant dense<[[1, 2]]> : tensor<1x2xi32>
  %b = stablehlo.constant dense<[[[3, 4]], [[5, 6]]]> : tensor<2x1x2xi32>
  %0 = "chlo.ragged_dot"(%a, %b, %one) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1]>}> : (tensor<1x2xi32>, tensor<2x1x2xi32>, tensor<2xi64>) -> tensor<2x1x1x2xi32>

  // A ragged batch dimension, and no free dimension of lhs.
  // CHECK{LITERAL}: tensor<2x2xi32> [[3, 4], [10, 12]]
  %c = stablehlo.constant dense<[[1], [2]]> : tensor<2x1xi32>
  %1 = "chlo.ragged_dot"(%c, %b, %one) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0]>}> : (tensor<2x1xi32>, tensor<2x1x2xi32>, tensor<2xi64>) -> tensor<2x2xi32>

  // Two free dimensions of lhs.
  // CHECK{LITERAL}: tensor<2x2x1xi32> [[[10], [200]], [[30], [40]]]
  %d = stablehlo.constant dense<[[[1], [2]], [[3], [4]]]> : tensor<2x2x1xi32>
  %e = stablehlo.constant dense<[[[10]], [[100]]]> : tensor<2x1x1xi32>
  %2 = "chlo.ragged_dot"(%d, %e, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<2x2x1xi32>, tensor<2x1x1xi32>, tensor<2x2xi64>) -> tensor<2x2x1xi32>

  // The batch dimension follows the ragged dimension.
  // CHECK{LITERAL}: tensor<2x2x1xi32> [[[10], [300]], [[20], [40]]]
  %f = stablehlo.constant dense<[[[[10]], [[10]]], [[[100]], [[100]]]]> : tensor<2x2x1x1xi32>
  %3 = "chlo.ragged_dot"(%d, %f, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [1], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<2x2x1xi32>, tensor<2x2x1x1xi32>, tensor<2x2xi64>) -> tensor<2x2x1xi32>

  // Without groups, the result is zero.
  // CHECK{LITERAL}: tensor<1x1xi32> [[0]]
  %g = stablehlo.constant dense<1> : tensor<1x1xi32>
  %h = stablehlo.constant dense<1> : tensor<0x1x1xi32>
  %none = stablehlo.constant dense<1> : tensor<0xi64>
  %4 = "chlo.ragged_dot"(%g, %h, %none) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<1x1xi32>, tensor<0x1x1xi32>, tensor<0xi64>) -> tensor<1x1xi32>
  return %0, %1, %2, %3, %4 : tensor<2x1x1x2xi32>, tensor<2x2xi32>, tensor<2x2x1xi32>, tensor<2x2x1xi32>, tensor<1x1xi32>
}
