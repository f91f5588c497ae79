// Tuples in the signature are replaced by their elements. Clusters on several devices draw different
// random numbers, which are the numbers that one backend draws.
// RUN: lathe run --no-cache --backend=ref %s | FileCheck %s
// RUN: lathe run --no-cache --backend=vm %s | FileCheck %s
// RUN: lathe run --no-cache --devices=vm,ref %s | FileCheck %s

// CHECK: tensor<i64> 45
// CHECK: tensor<i64> 24
// CHECK: tensor<2xi32> [2, 5]
func.func @main(%t: tuple<tensor<2xi32>>) -> tuple<tensor<i64>, tuple<tensor<i64>, tensor<2xi32>>> {
  %a = stablehlo.constant dense<0> : tensor<i64>
  %b = stablehlo.constant dense<100> : tensor<i64>
  %s = stablehlo.constant dense<[]> : tensor<0xi64>
  %0 = stablehlo.rng %a, %b, %s, distribution = UNIFORM {cluster.device = "vm"} : (tensor<i64>, tensor<i64>, tensor<0xi64>) -> tensor<i64>
  %1 = stablehlo.rng %a, %b, %s, distribution = UNIFORM {cluster.device = "ref"} : (tensor<i64>, tensor<i64>, tensor<0xi64>) -> tensor<i64>
  %2 = stablehlo.get_tuple_element %t[0] : (tuple<tensor<2xi32>>) -> tensor<2xi32>
  %3 = stablehlo.tuple %1, %2 : tuple<tensor<i64>, tensor<2xi32>>
  %4 = stablehlo.tuple %0, %3 : tuple<tensor<i64>, tuple<tensor<i64>, tensor<2xi32>>>
  return %4 : tuple<tensor<i64>, tuple<tensor<i64>, tensor<2xi32>>>
}
