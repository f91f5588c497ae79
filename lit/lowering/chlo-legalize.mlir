// RUN: lathe-opt %s --split-input-file --chlo-legalize-to-stablehlo | FileCheck %s --implicit-check-not=chlo.

// A constant of a formula is inserted at its first use in the formula.
// CHECK-LABEL: @asin
// CHECK: %[[ONE:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<2xf32>
// CHECK: %[[D:.*]] = stablehlo.subtract %[[ONE]], %arg0
// CHECK: %[[S:.*]] = stablehlo.add %[[ONE]], %arg0
// CHECK: %[[P:.*]] = stablehlo.multiply %[[D]], %[[S]]
// CHECK: %[[R:.*]] = stablehlo.sqrt %[[P]]
// CHECK: %[[T:.*]] = stablehlo.add %[[ONE]], %[[R]]
// CHECK: %[[H:.*]] = stablehlo.atan2 %arg0, %[[T]]
// CHECK: stablehlo.add %[[H]], %[[H]]
func.func @asin(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = chlo.asin %x : tensor<2xf32> -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// Narrow floats are computed in f32; constants have the shape of the operand.
// CHECK-LABEL: @cosh
// CHECK: %[[X:.*]] = stablehlo.convert %arg0 : (tensor<?xbf16>) -> tensor<?xf32>
// CHECK: %[[C:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[E:.*]] = shape.shape_of %[[X]] : tensor<?xf32> -> tensor<1xindex>
// CHECK: stablehlo.dynamic_broadcast_in_dim %[[C]], %[[E]], dims = []
// CHECK: stablehlo.convert %{{.*}} : (tensor<?xf32>) -> tensor<?xbf16>
func.func @cosh(%x: tensor<?xbf16>) -> tensor<?xbf16> {
  %0 = chlo.cosh %x : tensor<?xbf16> -> tensor<?xbf16>
  return %0 : tensor<?xbf16>
}

// -----

// CHECK-LABEL: @bounded
// CHECK: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<3xf32>) -> tensor<5x3xf32>
// CHECK: %[[N:.*]] = stablehlo.get_dimension_size %arg0, dim = 0
// CHECK: %[[Y:.*]] = stablehlo.set_dimension_size %[[B]], %[[N]], dim = 0 : (tensor<5x3xf32>, tensor<i32>) -> tensor<?x3xf32, #stablehlo.bounds<5, ?>>
// CHECK: stablehlo.power %arg0, %[[Y]]
func.func @bounded(%x: tensor<?x3xf32, #stablehlo.bounds<5, ?>>, %y: tensor<3xf32>) -> tensor<?x3xf32, #stablehlo.bounds<5, ?>> {
  %0 = chlo.broadcast_power %x, %y : (tensor<?x3xf32, #stablehlo.bounds<5, ?>>, tensor<3xf32>) -> tensor<?x3xf32, #stablehlo.bounds<5, ?>>
  return %0 : tensor<?x3xf32, #stablehlo.bounds<5, ?>>
}

// -----

// CHECK-LABEL: @dynamic
// CHECK-DAG: %[[S:.*]] = shape.shape_of %arg0
// CHECK-DAG: %[[T:.*]] = shape.shape_of %arg1
// CHECK: %[[W:.*]] = shape.cstr_broadcastable %[[S]], %[[T]]
// CHECK: %[[R:.*]] = shape.assuming %[[W]] -> (tensor<?x?xi1>) {
// CHECK: %[[E:.*]] = shape.broadcast
// CHECK: %[[A:.*]] = stablehlo.dynamic_broadcast_in_dim %arg0, %[[E]], dims = [1]
// CHECK: %[[B:.*]] = stablehlo.dynamic_broadcast_in_dim %arg1, %[[E]], dims = [0, 1]
// CHECK: %[[C:.*]] = stablehlo.compare  LT, %[[A]], %[[B]],  TOTALORDER
// CHECK: shape.assuming_yield %[[C]]
func.func @dynamic(%x: tensor<?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xi1> {
  %0 = chlo.broadcast_compare %x, %y {compare_type = #chlo<comparison_type TOTALORDER>, comparison_direction = #chlo<comparison_direction LT>} : (tensor<?xf32>, tensor<?x?xf32>) -> tensor<?x?xi1>
  return %0 : tensor<?x?xi1>
}

// -----

// Rules that create other operations of CHLO are applied until no such operation is left.
// CHECK-LABEL: @nested
// CHECK: stablehlo.atan2
// CHECK: stablehlo.complex
func.func @nested(%z: tensor<3xcomplex<f64>>, %n: tensor<3xf16>, %x: tensor<3xf16>, %a: tensor<2xi64>) -> (tensor<3xcomplex<f64>>, tensor<3xf16>, tensor<2xi64>) {
  %0 = chlo.atan %z : tensor<3xcomplex<f64>> -> tensor<3xcomplex<f64>>
  %1 = chlo.acosh %0 : tensor<3xcomplex<f64>> -> tensor<3xcomplex<f64>>
  %2 = chlo.polygamma %n, %x : tensor<3xf16>, tensor<3xf16> -> tensor<3xf16>
  %3 = chlo.mulhi %a, %a : tensor<2xi64>, tensor<2xi64> -> tensor<2xi64>
  return %1, %2, %3 : tensor<3xcomplex<f64>>, tensor<3xf16>, tensor<2xi64>
}

// -----

// CHECK-LABEL: @ragged
// CHECK: stablehlo.get_dimension_size %arg0, dim = 0
// CHECK: stablehlo.dynamic_iota
// CHECK-COUNT-2: stablehlo.dot_general
// CHECK: stablehlo.add
func.func @ragged(%l: tensor<?x5xf32>, %r: tensor<2x5x7xf32>, %sizes: tensor<2xi32>) -> tensor<?x7xf32> {
  %0 = "chlo.ragged_dot"(%l, %r, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<?x5xf32>, tensor<2x5x7xf32>, tensor<2xi32>) -> tensor<?x7xf32>
  return %0 : tensor<?x7xf32>
}

// -----

// CHECK-LABEL: @scan
// CHECK: stablehlo.while
// CHECK: %[[LAST:.*]] = stablehlo.subtract %{{.*}}, %{{.*}} : tensor<i64>
// CHECK: %[[AT:.*]] = stablehlo.subtract %[[LAST]], %{{.*}} : tensor<i64>
// CHECK: stablehlo.real_dynamic_slice
// CHECK: stablehlo.dynamic_update_slice
func.func @scan(%x: tensor<?x2xf32>, %i: tensor<2xf32>) -> (tensor<?x2xf32>, tensor<2xf32>) {
  %0:2 = chlo.scan(%x) inits (%i) dimension=0 attributes {is_reverse = true} {
  ^bb0(%a: tensor<2xf32>, %c: tensor<2xf32>):
    %1 = chlo.sinh %a : tensor<2xf32> -> tensor<2xf32>
    %2 = stablehlo.add %1, %c : tensor<2xf32>
    stablehlo.return %2, %2 : tensor<2xf32>, tensor<2xf32>
  } : (tensor<?x2xf32>, tensor<2xf32>) -> (tensor<?x2xf32>, tensor<2xf32>)
  return %0#0, %0#1 : tensor<?x2xf32>, tensor<2xf32>
}

// -----

// Reshapes to dynamic shapes are dynamic_reshape.
// CHECK-LABEL: @scan_rows
// CHECK: stablehlo.dynamic_reshape {{.*}} : (tensor<1x?xf32>, tensor<1xi64>) -> tensor<?xf32>
// CHECK: stablehlo.dynamic_reshape {{.*}} : (tensor<?xf32>, tensor<2xi64>) -> tensor<1x?xf32>
func.func @scan_rows(%x: tensor<?x?xf32>, %i: tensor<?xf32>) -> tensor<?x?xf32> {
  %0:2 = chlo.scan(%x) inits (%i) dimension=0 {
  ^bb0(%a: tensor<?xf32>, %c: tensor<?xf32>):
    %1 = stablehlo.add %a, %c : tensor<?xf32>
    stablehlo.return %1, %1 : tensor<?xf32>, tensor<?xf32>
  } : (tensor<?x?xf32>, tensor<?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>)
  return %0#0 : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: @ragged_sizes
// CHECK: stablehlo.dynamic_reshape {{.*}} : (tensor<?x1xi64>, tensor<1xi64>) -> tensor<?xi64>
// CHECK: stablehlo.dot_general
func.func @ragged_sizes(%l: tensor<?x3x5xf32>, %r: tensor<1x5x7xf32>, %sizes: tensor<?x1xi64>) -> tensor<?x3x7xf32> {
  %0 = "chlo.ragged_dot"(%l, %r, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<?x3x5xf32>, tensor<1x5x7xf32>, tensor<?x1xi64>) -> tensor<?x3x7xf32>
  return %0 : tensor<?x3x7xf32>
}
