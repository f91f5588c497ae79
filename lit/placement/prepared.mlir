// RUN: lathe plan --devices=vm,ref --partition-to=%t.part %s | FileCheck %s --check-prefix=PLAN
// RUN: lathe run --devices=vm,ref --partition-from=%t.part %s 2>&1 | FileCheck %s
// RUN: lathe run --devices=vm,jit %s 2>&1 | FileCheck %s
// RUN: lathe run --backend=ref %s | FileCheck %s

// Before the program is divided, the tuple is flattened, tokens are erased, and set_dimension_size
// becomes a slice. plan and run do the same, so the ids and names in the partition file are valid.
// PLAN-NOT: stablehlo.tuple
// CHECK-NOT: warning
// CHECK: tensor<2xf32> [3, 6]
// CHECK-NEXT: tensor<i32> 3
func.func @main() -> (tensor<2xf32>, tensor<i32>) {
  %x = stablehlo.constant dense<[[1.0, 1.0, 1.0, 9.0], [2.0, 2.0, 2.0, 9.0]]> : tensor<2x4xf32>
  %y = stablehlo.optimization_barrier %x : tensor<2x4xf32>
  %token = stablehlo.create_token : !stablehlo.token
  %both = stablehlo.after_all %token : !stablehlo.token
  %t = stablehlo.tuple %y, %y : tuple<tensor<2x4xf32>, tensor<2x4xf32>>
  %e = stablehlo.get_tuple_element %t[1] : (tuple<tensor<2x4xf32>, tensor<2x4xf32>>) -> tensor<2x4xf32>
  %n = stablehlo.constant dense<3> : tensor<i32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %d = "stablehlo.set_dimension_size"(%e, %n) {dimension = 1 : i64} : (tensor<2x4xf32>, tensor<i32>) -> tensor<2x?xf32, #stablehlo.bounds<?, 4>>
  %size = stablehlo.get_dimension_size %d, dim = 1 : (tensor<2x?xf32, #stablehlo.bounds<?, 4>>) -> tensor<i32>
  %sum = stablehlo.reduce(%d init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x?xf32, #stablehlo.bounds<?, 4>>, tensor<f32>) -> tensor<2xf32>
  return %sum, %size : tensor<2xf32>, tensor<i32>
}
