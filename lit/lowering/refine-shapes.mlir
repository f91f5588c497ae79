// RUN: lathe-opt --stablehlo-refine-arguments='types=tensor<3x4xf32>' --stablehlo-refine-shapes --split-input-file --verify-diagnostics %s | FileCheck %s

// Shapes are computed from the extents of the argument.
// CHECK-LABEL: func.func @sizes(%arg0: tensor<3x4xf32>) -> (tensor<12xf32>, tensor<3xi32>, tensor<4x3xf32>, tensor<3x4xf32>)
// CHECK: stablehlo.dynamic_reshape %arg0, %{{.*}} : (tensor<3x4xf32>, tensor<1xi32>) -> tensor<12xf32>
// CHECK: stablehlo.dynamic_iota %{{.*}}, dim = 0 : (tensor<1xi32>) -> tensor<3xi32>
// CHECK: stablehlo.dynamic_broadcast_in_dim %{{.*}} -> tensor<4x3xf32>
func.func @sizes(%x: tensor<?x4xf32>) -> (tensor<?xf32>, tensor<?xi32>, tensor<4x?xf32>, tensor<?x4xf32>) {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %m = stablehlo.multiply %n, %four : tensor<i32>
  %shape = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<?x4xf32>, tensor<1xi32>) -> tensor<?xf32>
  %rows = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %1 = stablehlo.dynamic_iota %rows, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  %columns = stablehlo.constant dense<4> : tensor<1xi32>
  %both = stablehlo.concatenate %columns, %rows, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.dynamic_broadcast_in_dim %zero, %both, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<4x?xf32>
  %3 = stablehlo.add %x, %x : tensor<?x4xf32>
  return %0, %1, %2, %3 : tensor<?xf32>, tensor<?xi32>, tensor<4x?xf32>, tensor<?x4xf32>
}

// -----

// Types that verifiers infer.
// CHECK-LABEL: func.func @inferred
// CHECK: stablehlo.dot_general {{.*}} -> tensor<3x3xf32>
// CHECK: stablehlo.reduce{{.*}} -> tensor<4xf32>
// CHECK: stablehlo.transpose {{.*}} -> tensor<4x3xf32>
// CHECK: stablehlo.real_dynamic_slice {{.*}} -> tensor<2x2xf32>
// CHECK: stablehlo.dynamic_pad {{.*}} -> tensor<8x3xf32>
// CHECK: return {{.*}} : tensor<3x3xf32>, tensor<4xf32>, tensor<4x3xf32>, tensor<2x2xf32>, tensor<8x3xf32>
func.func @inferred(%x: tensor<?x4xf32>) -> (tensor<?x?xf32>, tensor<?xf32>, tensor<4x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [1] : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x?xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?x4xf32>, tensor<f32>) -> tensor<?xf32>
  %2 = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x4xf32>) -> tensor<4x?xf32>
  %start = stablehlo.constant dense<[0, 1]> : tensor<2xi64>
  %limit = stablehlo.constant dense<[3, 4]> : tensor<2xi64>
  %stride = stablehlo.constant dense<2> : tensor<2xi64>
  %3 = stablehlo.real_dynamic_slice %x, %start, %limit, %stride : (tensor<?x4xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  %low = stablehlo.constant dense<[1, -1]> : tensor<2xi64>
  %high = stablehlo.constant dense<[2, 0]> : tensor<2xi64>
  %between = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
  %4 = stablehlo.dynamic_pad %x, %zero, %low, %high, %between : (tensor<?x4xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  return %0, %1, %2, %3, %4 : tensor<?x?xf32>, tensor<?xf32>, tensor<4x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}

// -----

// Shapes are refined through control flow.
// CHECK-LABEL: func.func @control
// CHECK: stablehlo.while({{.*}}) : tensor<3x4xf32>
// CHECK: "stablehlo.if"
// CHECK: }) : (tensor<i1>) -> tensor<3x4xf32>
func.func @control(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %no = stablehlo.constant dense<false> : tensor<i1>
  %0 = stablehlo.while(%a = %x) : tensor<?x4xf32>
  cond {
    stablehlo.return %no : tensor<i1>
  } do {
    %s = stablehlo.add %a, %a : tensor<?x4xf32>
    stablehlo.return %s : tensor<?x4xf32>
  }
  %1 = "stablehlo.if"(%no) ({
    stablehlo.return %0 : tensor<?x4xf32>
  }, {
    %n = stablehlo.negate %0 : tensor<?x4xf32>
    stablehlo.return %n : tensor<?x4xf32>
  }) : (tensor<i1>) -> tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}

// -----

// JAX's window sums with dynamic shapes.
// CHECK-LABEL: func.func @main
// CHECK: "stablehlo.reduce_window"(%arg0, %{{.*}}) <{base_dilations = array<i64: 1, 1>, padding = dense<[{{\[}}1, 0], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 1, 2>}>
// CHECK: }) : (tensor<3x4xf32>, tensor<f32>) -> tensor<3x2xf32>
func.func private @sum(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %a, %b : tensor<f32>
  return %0 : tensor<f32>
}
func.func @main(%x: tensor<?x4xf32>) -> tensor<?x?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %size = stablehlo.constant dense<[2, 1]> : tensor<2xi32>
  %stride = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %one = stablehlo.constant dense<1> : tensor<2xi32>
  %padding = stablehlo.constant dense<[[1, 0], [0, 0]]> : tensor<2x2xi32>
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %zero, %size, %stride, %one, %one, %padding) {called_computations = [@sum]} : (tensor<?x4xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// A shape that does not follow from the argument is unchanged. A slice with contradictory operands has no shape.
// CHECK-LABEL: func.func @open
// CHECK: stablehlo.dynamic_reshape {{.*}} -> tensor<?xf32>
// CHECK: stablehlo.real_dynamic_slice {{.*}} -> tensor<?x?xf32>
func.func @open(%x: tensor<?x4xf32>) -> (tensor<?xf32>, tensor<?x?xf32>) {
  %a = stablehlo.slice %x [0:1, 0:1] : (tensor<?x4xf32>) -> tensor<1x1xf32>
  %b = stablehlo.convert %a : (tensor<1x1xf32>) -> tensor<1x1xi32>
  %n = stablehlo.reshape %b : (tensor<1x1xi32>) -> tensor<1xi32>
  %0 = stablehlo.dynamic_reshape %x, %n : (tensor<?x4xf32>, tensor<1xi32>) -> tensor<?xf32>
  %start = stablehlo.constant dense<[0, 1]> : tensor<2xi64>
  %stride = stablehlo.constant dense<0> : tensor<2xi64>
  %1 = stablehlo.real_dynamic_slice %x, %start, %start, %stride : (tensor<?x4xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?x?xf32>
}

// -----

// expected-error @+1 {{'func.func' op invalid refinement for argument 0, refinement dimension sizes must match for static dimensions in tensor<?x5xf32> -> tensor<3x4xf32>}}
func.func @other(%x: tensor<?x5xf32>) -> tensor<?x5xf32> {
  return %x : tensor<?x5xf32>
}

// -----

// expected-error @+1 {{'func.func' op number of refinements must match number of op operands 1 vs 2}}
func.func @more(%x: tensor<?x4xf32>, %y: tensor<f32>) -> tensor<?x4xf32> {
  return %x : tensor<?x4xf32>
}

// -----

func.func @contradiction(%x: tensor<?x4xf32>) -> tensor<5xi32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  %shape = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %0 = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  %y = stablehlo.constant dense<0> : tensor<5xi32>
  // expected-error @+1 {{'stablehlo.add' op requires the same shape for all operands and results}}
  %1 = stablehlo.add %0, %y : (tensor<?xi32>, tensor<5xi32>) -> tensor<5xi32>
  return %1 : tensor<5xi32>
}

// -----

// A loop is unchanged if its iterations change a shape.
// CHECK-LABEL: func.func @loop(%arg0: tensor<3x4xf32>) -> tensor<?x4xf32>
// CHECK: %[[X:.*]] = stablehlo.convert %arg0 : (tensor<3x4xf32>) -> tensor<?x4xf32>
// CHECK: stablehlo.while(%{{.*}} = %[[X]]) : tensor<?x4xf32>
// CHECK: stablehlo.dynamic_broadcast_in_dim {{.*}} -> tensor<?x4xf32>
func.func @loop(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %no = stablehlo.constant dense<false> : tensor<i1>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %m = stablehlo.add %n, %one : tensor<i32>
  %rows = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %four = stablehlo.constant dense<4> : tensor<1xi32>
  %shape = stablehlo.concatenate %rows, %four, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0 = stablehlo.while(%a = %x) : tensor<?x4xf32>
  cond {
    stablehlo.return %no : tensor<i1>
  } do {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %s = stablehlo.dynamic_broadcast_in_dim %zero, %shape, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
    stablehlo.return %s : tensor<?x4xf32>
  }
  return %0 : tensor<?x4xf32>
}

// -----

// Operations of other dialects keep their types.
// CHECK-LABEL: func.func @others
// CHECK: shape.shape_of {{.*}} -> tensor<?xindex>
// CHECK: shape.to_extent_tensor
func.func @others(%x: tensor<?x4xf32>) -> tensor<2xindex> {
  %s = shape.shape_of %x : tensor<?x4xf32> -> tensor<?xindex>
  %e = shape.to_extent_tensor %s : tensor<?xindex> -> tensor<2xindex>
  return %e : tensor<2xindex>
}
