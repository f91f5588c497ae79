// All engines give the same result for a comparator that is not an order: GE, which is also applied to NaN.
// RUN: lathe run --backend=ref %s | FileCheck %s
// RUN: lathe run --no-cache --backend=vm %s | FileCheck %s
// RUN: lathe run --no-cache --backend=jit %s | FileCheck %s
// CHECK: tensor<3xf64> [2, 1, nan]
// CHECK: tensor<7xi32> [6, 5, 1, 4, 2, 0, 3]
func.func @main() -> (tensor<3xf64>, tensor<7xi32>) {
  %x = stablehlo.constant dense<[1.0, 0x7FF8000000000000, 2.0]> : tensor<3xf64>
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %p = stablehlo.compare GE, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<3xf64>) -> tensor<3xf64>
  %i = stablehlo.iota dim = 0 : tensor<7xi32>
  %y = stablehlo.constant dense<[0.0, 2.0, 1.0, 0x7FC00000, 1.0, 2.0, 2.0]> : tensor<7xf32>
  %1:2 = "stablehlo.sort"(%y, %i) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<7xf32>, tensor<7xi32>) -> (tensor<7xf32>, tensor<7xi32>)
  return %0, %1#1 : tensor<3xf64>, tensor<7xi32>
}
