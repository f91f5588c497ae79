// RUN: lathe-opt %s --stablehlo-canonicalize-dynamism --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @static
// CHECK: stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<4xf32>) -> tensor<3x4xf32>
// CHECK: stablehlo.iota dim = 0 : tensor<3x4xi32>
// CHECK: stablehlo.reshape %arg0 : (tensor<4xf32>) -> tensor<2x2xf32>
// CHECK: stablehlo.pad {{.*}} -> tensor<?xf32>
// CHECK: stablehlo.convolution(%arg2, %arg3) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = {{\[\[}}1, 2]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, k} : (tensor<1x8x1xf32>, tensor<3x1x1xf32>) -> tensor<1x9x1xf32>
func.func @static(%x: tensor<4xf32>, %z: tensor<f32>, %image: tensor<1x8x1xf32>, %kernel: tensor<3x1x1xf32>) -> (tensor<3x4xf32>, tensor<3x4xi32>, tensor<2x2xf32>, tensor<?xf32>, tensor<1x9x1xf32>) {
  %s = stablehlo.constant dense<[3, 4]> : tensor<2xi64>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<4xf32>, tensor<2xi64>) -> tensor<3x4xf32>
  %1 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi64>) -> tensor<3x4xi32>
  %t = stablehlo.constant dense<2> : tensor<2xi64>
  %2 = stablehlo.dynamic_reshape %x, %t : (tensor<4xf32>, tensor<2xi64>) -> tensor<2x2xf32>
  %one = stablehlo.constant dense<1> : tensor<1xi64>
  %3 = stablehlo.dynamic_pad %x, %z, %one, %one, %one : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  %padding = stablehlo.constant dense<[[1, 2]]> : tensor<1x2xi64>
  %4 = "stablehlo.dynamic_conv"(%image, %kernel, %padding) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, k} : (tensor<1x8x1xf32>, tensor<3x1x1xf32>, tensor<1x2xi64>) -> tensor<1x9x1xf32>
  return %0, %1, %2, %3, %4 : tensor<3x4xf32>, tensor<3x4xi32>, tensor<2x2xf32>, tensor<?xf32>, tensor<1x9x1xf32>
}

// -----

// A shape that is not constant remains an operand, even if the type is static.
// CHECK-LABEL: func.func @stays
// CHECK: stablehlo.dynamic_broadcast_in_dim
// CHECK: stablehlo.dynamic_iota
// CHECK: stablehlo.dynamic_reshape
func.func @stays(%x: tensor<4xf32>, %s: tensor<2xi64>) -> (tensor<3x4xf32>, tensor<3x4xi32>, tensor<2x2xf32>) {
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<4xf32>, tensor<2xi64>) -> tensor<3x4xf32>
  %1 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi64>) -> tensor<3x4xi32>
  %2 = stablehlo.dynamic_reshape %x, %s : (tensor<4xf32>, tensor<2xi64>) -> tensor<2x2xf32>
  return %0, %1, %2 : tensor<3x4xf32>, tensor<3x4xi32>, tensor<2x2xf32>
}

// -----

// CHECK-LABEL: func.func @calls
// CHECK: stablehlo.custom_call @f(%arg0) {operand_layouts = [dense<0> : tensor<1xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<4xf32>) -> tensor<1x2xf32>
// CHECK: stablehlo.custom_call @dynamic(%arg0, %{{.*}}) {indices_of_shape_operands
// CHECK: stablehlo.custom_call @g(%arg0) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]}
// CHECK: stablehlo.custom_call @h(%{{.*}}, %arg0) {indices_of_shape_operands
func.func @calls(%x: tensor<4xf32>) -> (tensor<1x2xf32>, tensor<1x?xf32>) {
  %s = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %0 = stablehlo.custom_call @f(%s, %x) {indices_of_shape_operands = dense<0> : tensor<1xi64>, operand_layouts = [dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<2xi64>, tensor<4xf32>) -> tensor<1x2xf32>
  %1 = stablehlo.custom_call @dynamic(%x, %s) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<4xf32>, tensor<2xi64>) -> tensor<1x?xf32>
  %four = stablehlo.constant dense<4> : tensor<1xi64>
  %one = stablehlo.constant dense<1> : tensor<1xi64>
  %2 = stablehlo.custom_call @g(%four, %x) {indices_of_shape_operands = dense<0> : tensor<1xi64>, output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>]} : (tensor<1xi64>, tensor<4xf32>) -> tensor<4xf32>
  %3 = stablehlo.custom_call @h(%one, %x) {indices_of_shape_operands = dense<0> : tensor<1xi64>, output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (tensor<1xi64>, tensor<4xf32>) -> tensor<1xi64>
  return %0, %1 : tensor<1x2xf32>, tensor<1x?xf32>
}

// -----

func.func @wrong(%x: tensor<4xf32>) {
  %s = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  // expected-error @+1 {{indices_of_shape_operands: number of elements (2) must be equal to the number of operation results (1)}}
  %0 = stablehlo.custom_call @a(%x, %s) {indices_of_shape_operands = dense<1> : tensor<2xi64>} : (tensor<4xf32>, tensor<2xi64>) -> tensor<1x2xf32>
  // expected-error @+1 {{indices_of_shape_operands: number of elements (1) must be equal to the number of operation results (2), with tuples flattened}}
  %1 = stablehlo.custom_call @b(%x, %s) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<4xf32>, tensor<2xi64>) -> tuple<tensor<1x2xf32>, tensor<1x2xf32>>
  // expected-error @+1 {{indices_of_shape_operands: must have rank = 1}}
  %2 = stablehlo.custom_call @c(%x, %s) {indices_of_shape_operands = dense<1> : tensor<i64>} : (tensor<4xf32>, tensor<2xi64>) -> tensor<1x2xf32>
  // expected-error @+1 {{indices_of_shape_operands: must have i64 element type}}
  %3 = stablehlo.custom_call @d(%x, %s) {indices_of_shape_operands = dense<1> : tensor<1xi32>} : (tensor<4xf32>, tensor<2xi64>) -> tensor<1x2xf32>
  // expected-error @+1 {{indices_of_shape_operands: index #0 (2) must be within bounds for operation operands (from 0 to 2)}}
  %4 = stablehlo.custom_call @e(%x, %s) {indices_of_shape_operands = dense<2> : tensor<1xi64>} : (tensor<4xf32>, tensor<2xi64>) -> tensor<1x2xf32>
  // expected-error @+1 {{indices_of_shape_operands: refinement #0 ([1, 2]) must be compatible with operation result #0 ('tensor<3x?xf32>')}}
  %5 = stablehlo.custom_call @f(%x, %s) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<4xf32>, tensor<2xi64>) -> tensor<3x?xf32>
  return
}
