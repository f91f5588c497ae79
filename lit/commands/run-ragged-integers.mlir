// RUN: lathe run --no-cache --backend=ref %s | FileCheck %s
// RUN: lathe run --no-cache --backend=vm %s | FileCheck %s
// RUN: lathe run --no-cache --backend=jit %s | FileCheck %s

// The products of integers are added exactly. A sum that is too large for the type wraps. A sum of booleans is their
// disjunction.

// CHECK{LITERAL}: tensor<2x1xi64> [[4611686014132420610], [-9223372036854775806]]
// CHECK{LITERAL}: tensor<1x1xi1> [[true]]
func.func @main() -> (tensor<2x1xi64>, tensor<1x1xi1>) {
  %sizes = stablehlo.constant dense<1> : tensor<2xi32>
  %a = stablehlo.constant dense<[[2147483647, 1], [4611686018427387904, 2]]> : tensor<2x2xi64>
  %b = stablehlo.constant dense<[[[2147483647], [1]], [[2], [1]]]> : tensor<2x2x1xi64>
  %r = "chlo.ragged_dot"(%a, %b, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_ragged_dimensions = [0], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<2x2xi64>, tensor<2x2x1xi64>, tensor<2xi32>) -> tensor<2x1xi64>
  %size = stablehlo.constant dense<1> : tensor<1xi32>
  %p = stablehlo.constant dense<true> : tensor<1x2xi1>
  %q = stablehlo.constant dense<true> : tensor<1x2x1xi1>
  %s = "chlo.ragged_dot"(%p, %q, %size) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_ragged_dimensions = [0], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<1x2xi1>, tensor<1x2x1xi1>, tensor<1xi32>) -> tensor<1x1xi1>
  return %r, %s : tensor<2x1xi64>, tensor<1x1xi1>
}
