// RUN: lathe-opt %s | FileCheck %s
// RUN: lathe-opt %s --mlir-print-op-generic | lathe-opt | FileCheck %s
// RUN: lathe-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// CHECK-LABEL: func.func @elementwise(
// CHECK-SAME:    %[[A:.*]]: tensor<4xf32>, %[[D:.*]]: tensor<?xf32>)
func.func @elementwise(%a: tensor<4xf32>, %d: tensor<?xf32>) {
  // CHECK-NEXT: stablehlo.add %[[A]], %[[A]] : tensor<4xf32>
  %0 = "stablehlo.add"(%a, %a) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK-NEXT: stablehlo.add %[[A]], %[[D]] : (tensor<4xf32>, tensor<?xf32>) -> tensor<4xf32>
  %1 = stablehlo.add %a, %d : (tensor<4xf32>, tensor<?xf32>) -> tensor<4xf32>
  // CHECK-NEXT: stablehlo.exponential %[[A]] {result_accuracy = #stablehlo.result_accuracy<ulps = 10, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<4xf32>
  %2 = stablehlo.exponential %a {result_accuracy = #stablehlo.result_accuracy<ulps = 10, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<4xf32>
  // CHECK-NEXT: stablehlo.compare GE, %[[A]], %[[A]], FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  // GENERIC: "stablehlo.compare"(%{{.*}}, %{{.*}}) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GE>}>
  %3 = stablehlo.compare GE, %a, %a, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  // CHECK-NEXT: stablehlo.select %{{.*}}, %[[A]], %[[A]] : tensor<4xi1>, tensor<4xf32>
  %4 = stablehlo.select %3, %a, %a : tensor<4xi1>, tensor<4xf32>
  // CHECK-NEXT: stablehlo.convert %[[A]] : (tensor<4xf32>) -> tensor<4xbf16>
  %5 = stablehlo.convert %a : (tensor<4xf32>) -> tensor<4xbf16>
  // CHECK-NEXT: stablehlo.reduce_precision %[[A]], format = e5m10 : tensor<4xf32>
  %6 = stablehlo.reduce_precision %a, format = e5m10 : tensor<4xf32>
  // CHECK-NEXT: stablehlo.complex %[[A]], %[[A]] : tensor<4xcomplex<f32>>
  %7 = stablehlo.complex %a, %a : tensor<4xcomplex<f32>>
  return
}

// CHECK-LABEL: func.func @moving(
func.func @moving(%x: tensor<2x3xf32>, %i: tensor<i64>) {
  // CHECK: %[[C:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  // CHECK-NEXT: stablehlo.iota dim = 0 : tensor<4xi32>
  %0 = stablehlo.iota dim = 0 : tensor<4xi32>
  // CHECK-NEXT: stablehlo.slice %{{.*}} [0:2, 1:3:2] : (tensor<2x3xf32>) -> tensor<2x1xf32>
  %1 = stablehlo.slice %x [0:2, 1:3:2] : (tensor<2x3xf32>) -> tensor<2x1xf32>
  // CHECK-NEXT: stablehlo.dynamic_slice %{{.*}}, %{{.*}}, %{{.*}}, sizes = [1, 2] : (tensor<2x3xf32>, tensor<i64>, tensor<i64>) -> tensor<1x2xf32>
  %2 = stablehlo.dynamic_slice %x, %i, %i, sizes = [1, 2] : (tensor<2x3xf32>, tensor<i64>, tensor<i64>) -> tensor<1x2xf32>
  // CHECK-NEXT: stablehlo.pad %{{.*}}, %[[C]], low = [0, 1], high = [0, -1], interior = [1, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3x3xf32>
  %3 = stablehlo.pad %x, %c, low = [0, 1], high = [0, -1], interior = [1, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3x3xf32>
  // CHECK-NEXT: stablehlo.concatenate %{{.*}}, %{{.*}}, dim = 1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x6xf32>
  %4 = stablehlo.concatenate %x, %x, dim = 1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x6xf32>
  // CHECK-NEXT: stablehlo.broadcast_in_dim %[[C]], dims = [] : (tensor<f32>) -> tensor<4xf32>
  // GENERIC: <{broadcast_dimensions = array<i64>}>
  %5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @products(
func.func @products(%a: tensor<8x2x3xf32>, %b: tensor<8x3x4xf32>, %x: tensor<1x8x2xf32>, %k: tensor<3x2x4xf32>) {
  // CHECK: stablehlo.dot_general %{{.*}}, %{{.*}}, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, HIGH] : (tensor<8x2x3xf32>, tensor<8x3x4xf32>) -> tensor<8x2x4xf32>
  // GENERIC: dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, HIGH] : (tensor<8x2x3xf32>, tensor<8x3x4xf32>) -> tensor<8x2x4xf32>
  // CHECK: stablehlo.convolution(%{{.*}}, %{{.*}}) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = {{\[\[0, 0\]\]}}, reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x2xf32>, tensor<3x2x4xf32>) -> tensor<1x6x4xf32>
  %1 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x2xf32>, tensor<3x2x4xf32>) -> tensor<1x6x4xf32>
  return
}

// CHECK-LABEL: func.func @regions(
func.func @regions(%x: tensor<2x3xf32>, %n: tensor<i32>) -> tensor<2xf32> {
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  // CHECK: stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  %0 = stablehlo.reduce(%x init: %c) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  // CHECK-NEXT: stablehlo.reduce(%{{.*}} init: %{{.*}}) across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  // CHECK-NEXT:  reducer(%[[E:.*]]: tensor<f32>, %[[S:.*]]: tensor<f32>)
  // CHECK-NEXT:   stablehlo.subtract %[[S]], %[[E]] : tensor<f32>
  %1 = stablehlo.reduce(%x init: %c) across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
   reducer(%e: tensor<f32>, %s: tensor<f32>) {
    %r = stablehlo.subtract %s, %e : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }
  // CHECK: stablehlo.while(%iterArg = %{{.*}}) : tensor<i32>
  // CHECK-NEXT: cond {
  // CHECK: } do {
  %2 = stablehlo.while(%i = %n) : tensor<i32>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    stablehlo.return %i : tensor<i32>
  }
  // A function may end in StableHLO's return.
  // CHECK: stablehlo.return %{{.*}} : tensor<2xf32>
  stablehlo.return %0 : tensor<2xf32>
}
