// The region of a reduction may have an element type that differs from the type of the operands. The interpreter converts the operands.
// For kernels, --stablehlo-promote-reductions converts the operands.
// RUN: lathe run --backend=ref %s | FileCheck %s
// RUN: lathe run --no-cache --backend=vm %s | FileCheck %s
// RUN: lathe run --no-cache --backend=jit %s | FileCheck %s
// RUN: lathe run --interpret %s | FileCheck %s --check-prefix=INTERPRET
// RUN: lathe-opt --stablehlo-promote-reductions %s | FileCheck %s --check-prefix=PASS
// RUN: not lathe-opt --stablehlo-to-linalg %s 2>&1 | FileCheck %s --check-prefix=ALONE
// RUN: lathe plan --devices=vm %s | FileCheck %s --check-prefix=PLAN
// CHECK: tensor<i32> 1016
// CHECK: tensor<2xf64> [2, 2]
// CHECK: tensor<f32> 8
// CHECK: tensor<i32> -4
// CHECK: tensor<3xf64> [1.5, 3.5, 1.5]
// CHECK: tensor<4xf64> [0.5, 3.5, 0.5, 3.5]
// CHECK: tensor<3xf64> [1.5, 1.5, 1.5]
// CHECK: tensor<3xf64> [1.5, 1.5, 1.5]
// INTERPRET: {1016}
// ALONE: error: 'stablehlo.reduce' op cannot be lowered to kernels: its region takes elements of type i32, but operand #0 has elements of type i8
// PLAN: coverage: 8 of 8 operations
func.func @main() -> (tensor<i32>, tensor<2xf64>, tensor<f32>, tensor<i32>, tensor<3xf64>, tensor<4xf64>, tensor<3xf64>, tensor<3xf64>) {
  %x = stablehlo.constant dense<127> : tensor<8xi8>
  %y = stablehlo.constant dense<[1.0, 1.0, 0.5, 1.5]> : tensor<4xf32>
  %i = stablehlo.constant dense<0> : tensor<i32>
  %z = stablehlo.constant dense<0.0> : tensor<f64>
  // PASS: %[[X:.*]] = stablehlo.convert %{{.*}} : (tensor<8xi8>) -> tensor<8xi32>
  // PASS-NEXT: stablehlo.reduce(%[[X]] init: %{{.*}}) {{.*}} : (tensor<8xi32>, tensor<i32>) -> tensor<i32>
  %0 = "stablehlo.reduce"(%x, %i) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<8xi8>, tensor<i32>) -> tensor<i32>
  %1 = "stablehlo.reduce_window"(%y, %z) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) : (tensor<4xf32>, tensor<f64>) -> tensor<2xf64>
  // The initial value has another type than the operand.
  %h = stablehlo.constant dense<4.0> : tensor<f16>
  // PASS: %[[H:.*]] = stablehlo.convert %{{.*}} : (tensor<f16>) -> tensor<f32>
  // PASS-NEXT: stablehlo.reduce(%{{.*}} init: %[[H]])
  %2 = stablehlo.reduce(%y init: %h) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f16>) -> tensor<f32>
  %n = stablehlo.constant dense<-1> : tensor<4xi32>
  %m = stablehlo.constant dense<0> : tensor<i8>
  %3 = stablehlo.reduce(%n init: %m) applies stablehlo.add across dimensions = [0] : (tensor<4xi32>, tensor<i8>) -> tensor<i32>
  %w = stablehlo.constant dense<1.5> : tensor<3xf32>
  %u = stablehlo.constant dense<1.0> : tensor<2xf32>
  %at = stablehlo.constant dense<1> : tensor<2x1xi32>
  %4 = "stablehlo.scatter"(%w, %at, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) : (tensor<3xf32>, tensor<2x1xi32>, tensor<2xf32>) -> tensor<3xf64>
  %half = stablehlo.constant dense<0.5> : tensor<f32>
  %v = stablehlo.constant dense<3.0> : tensor<2xf32>
  %k = stablehlo.constant dense<[0.0, 1.0, 0.5, 1.5]> : tensor<4xf32>
  // The source must have the type of the operand; the decomposition converts the source.
  // PASS: "stablehlo.select_and_scatter"
  // PASS: (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf64>
  // PASS: stablehlo.convert %{{.*}} : (tensor<3xf32>) -> tensor<3xf64>
  // PASS: "stablehlo.all_reduce"
  %5 = "stablehlo.select_and_scatter"(%k, %v, %half) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf64>
  %6 = "stablehlo.all_reduce"(%w) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) : (tensor<3xf32>) -> tensor<3xf64>
  // PASS: "stablehlo.collective_reduce"
  // PASS: (tensor<3xf64>, tensor<1xi32>) -> tensor<3xf64>
  %root = stablehlo.constant dense<0> : tensor<1xi32>
  %7 = "stablehlo.collective_reduce"(%w, %root) <{replica_groups = dense<0> : tensor<1x1xi64>, has_dynamic_root}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) : (tensor<3xf32>, tensor<1xi32>) -> tensor<3xf64>
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<i32>, tensor<2xf64>, tensor<f32>, tensor<i32>, tensor<3xf64>, tensor<4xf64>, tensor<3xf64>, tensor<3xf64>
}
