// RUN: lathe-opt %s --split-input-file --chlo-legalize-to-stablehlo --verify-diagnostics

func.func @dimensions(%x: tensor<1x4xf32>, %y: tensor<4xf32>) -> tensor<1x4xf32> {
  // expected-warning@+2 {{unsupported non prefix-padded dynamic rank broadcast_dimensions = 0}}
  // expected-error@+1 {{failed to legalize operation 'chlo.broadcast_add' that was explicitly marked illegal}}
  %0 = chlo.broadcast_add %x, %y {broadcast_dimensions = array<i64: 0>} : (tensor<1x4xf32>, tensor<4xf32>) -> tensor<1x4xf32>
  return %0 : tensor<1x4xf32>
}

// -----

func.func @unranked(%x: tensor<*xf32>, %y: tensor<4xf32>) -> tensor<*xf32> {
  // expected-error@+1 {{failed to legalize operation 'chlo.broadcast_add' that was explicitly marked illegal}}
  %0 = chlo.broadcast_add %x, %y : (tensor<*xf32>, tensor<4xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @groups(%l: tensor<4x5xf32>, %r: tensor<?x5x7xf32>, %sizes: tensor<?xi32>) -> tensor<4x7xf32> {
  // expected-error@+1 {{failed to legalize operation 'chlo.ragged_dot' that was explicitly marked illegal}}
  %0 = "chlo.ragged_dot"(%l, %r, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<4x5xf32>, tensor<?x5x7xf32>, tensor<?xi32>) -> tensor<4x7xf32>
  return %0 : tensor<4x7xf32>
}

// -----

func.func @most(%l: tensor<4x5xf32>, %r: tensor<9223372036854775807x5x7xf32>, %sizes: tensor<9223372036854775807xi32>) -> tensor<4x7xf32> {
  // expected-error@+1 {{'chlo.ragged_dot' op has 9223372036854775807 groups, but chlo-legalize-to-stablehlo supports at most 4096}}
  %0 = "chlo.ragged_dot"(%l, %r, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<4x5xf32>, tensor<9223372036854775807x5x7xf32>, tensor<9223372036854775807xi32>) -> tensor<4x7xf32>
  return %0 : tensor<4x7xf32>
}

// -----

// The contracted dimension is ragged.
func.func @contracted(%l: tensor<4x5xf32>, %r: tensor<5x7xf32>, %sizes: tensor<4097xi32>) -> tensor<4097x4x7xf32> {
  // expected-error@+1 {{'chlo.ragged_dot' op has 4097 groups, but chlo-legalize-to-stablehlo supports at most 4096}}
  %0 = "chlo.ragged_dot"(%l, %r, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1]>}> : (tensor<4x5xf32>, tensor<5x7xf32>, tensor<4097xi32>) -> tensor<4097x4x7xf32>
  return %0 : tensor<4097x4x7xf32>
}

// -----

func.func @select(%p: tensor<i1>, %x: tensor<3xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{failed to legalize operation 'chlo.broadcast_select' that was explicitly marked illegal}}
  %0 = chlo.broadcast_select %p, %x, %y : (tensor<i1>, tensor<3xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
