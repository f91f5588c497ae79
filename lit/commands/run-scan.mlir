// RUN: lathe run --no-cache --backend=ref %s | FileCheck %s
// RUN: lathe run --no-cache --backend=vm %s | FileCheck %s
// RUN: lathe-opt %s --chlo-legalize-to-stablehlo -o %t.mlir
// RUN: lathe run --no-cache --backend=ref %t.mlir | FileCheck %s

// Without inputs and without scan_dim_size, the type of an output has the number of iterations.

// CHECK: tensor<4xi32> [5, 6, 7, 8]
// CHECK: tensor<i32> 9
func.func @main() -> (tensor<4xi32>, tensor<i32>) {
  %i = stablehlo.constant dense<5> : tensor<i32>
  %r:2 = chlo.scan() inits(%i) dimension=0 {
  ^bb0(%c: tensor<i32>):
    %one = stablehlo.constant dense<1> : tensor<i32>
    %n = stablehlo.add %c, %one : tensor<i32>
    stablehlo.return %c, %n : tensor<i32>, tensor<i32>
  } : (tensor<i32>) -> (tensor<4xi32>, tensor<i32>)
  return %r#0, %r#1 : tensor<4xi32>, tensor<i32>
}
