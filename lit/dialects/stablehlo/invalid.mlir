// RUN: lathe-opt %s --split-input-file --verify-diagnostics

func.func @add(%a: tensor<4xf32>, %b: tensor<5xf32>) {
  // expected-error@+1 {{'stablehlo.add' op requires the same shape for all operands and results}}
  %0 = "stablehlo.add"(%a, %b) : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @direction(%a: tensor<4xf32>) {
  // expected-error@+2 {{custom op 'stablehlo.compare' expected ::mlir::stablehlo::ComparisonDirection to be one of: EQ, NE, GE, GT, LE, LT}}
  // expected-error@+1 {{failed to parse StableHLO_ComparisonDirectionAttr parameter 'value' which is to be a `::mlir::stablehlo::ComparisonDirection`}}
  %0 = stablehlo.compare GR, %a, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}

// -----

func.func @slice(%a: tensor<4xf32>) {
  // expected-error@+2 {{limit index 5 is larger than dimension size 4 in dimension 0}}
  // expected-error@+1 {{'stablehlo.slice' op failed to infer returned types}}
  %0 = stablehlo.slice %a [0:5] : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @transpose(%a: tensor<2x3xf32>) {
  // expected-error@+2 {{'stablehlo.transpose' op failed to infer returned types}}
  // expected-error@+1 {{'stablehlo.transpose' op inferred type(s) 'tensor<3x2xf32>' are incompatible with return type(s) of operation 'tensor<2x3xf32>'}}
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dot(%a: tensor<2x3xf32>, %b: tensor<4x5xf32>) {
  // expected-error@+1 {{contracting dimension sizes must match for lhs/rhs}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>
  return
}

// -----

func.func @broadcast(%a: tensor<3xf32>) {
  // expected-error@+1 {{size of operand dimension 0 (3) is not equal to 1 or size of result dimension 0 (4)}}
  %0 = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<3xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @reducer(%a: tensor<3xf32>, %c: tensor<f32>) {
  // expected-error@+1 {{Reduction-region must take 2 parameters, but takes 1 parameter(s)}}
  %0 = "stablehlo.reduce"(%a, %c) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @applies(%a: tensor<3xf32>, %c: tensor<f32>) {
  // expected-error@+1 {{expected the inner-op to be a commutative binary-op from the stablehlo dialect, with zero region, producing single result}}
  %0 = stablehlo.reduce(%a init: %c) applies stablehlo.subtract across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @no_branches(%i: tensor<i32>) {
  // expected-error@+2 {{expect at least one branch}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = "stablehlo.case"(%i) : (tensor<i32>) -> tensor<f32>
  return
}

// -----

func.func @rng_shape(%a: tensor<f32>, %s: tensor<99999999999xi64>) -> tensor<2xf32> {
  // expected-error@+2 {{shape operand has 99999999999 elements, but a shape has at most 65536 dimensions}}
  // expected-error@+1 {{'stablehlo.rng' op failed to infer returned types}}
  %0 = stablehlo.rng %a, %a, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<99999999999xi64>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @broadcast_shape(%a: tensor<2xf32>) -> tensor<2xf32> {
  %s = stablehlo.constant dense<0> : tensor<99999999999xi64>
  // expected-error@+1 {{shape operand has 99999999999 elements, but a shape has at most 65536 dimensions}}
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [0] : (tensor<2xf32>, tensor<99999999999xi64>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @iota_shape() -> tensor<2xf32> {
  %s = stablehlo.constant dense<0> : tensor<99999999999xi64>
  // expected-error@+1 {{shape operand has 99999999999 elements, but a shape has at most 65536 dimensions}}
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<99999999999xi64>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @many_pairs(%a: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'stablehlo.collective_permute' op attribute 'source_target_pairs' has too many elements: a splat that is used as a list of numbers can have at most 1048576 elements}}
  %0 = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<0> : tensor<99999999999x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @many_groups(%a: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'stablehlo.all_gather' op attribute 'replica_groups' has too many elements: a splat that is used as a list of numbers can have at most 1048576 elements}}
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x99999999999xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @much_padding(%arg0: tensor<4x16xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op attribute 'padding' has too many elements: a splat that is used as a list of numbers can have at most 1048576 elements}}
  %0 = "stablehlo.reduce_window"(%arg0, %i) <{padding = dense<0> : tensor<99999999999x2xi64>, window_dimensions = array<i64: 1, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<4x16xf32>, tensor<f32>) -> tensor<4x16xf32>
  return
}

// -----

// expected-error @+1 {{unknown stablehlo type: foobar}}
func.func private @type() -> !stablehlo.foobar
