// RUN: lathe run --no-cache --backend=ref %s | FileCheck %s
// RUN: lathe run --no-cache --backend=jit %s | FileCheck %s
// The initial value of a minimum is the largest value of the element type.
// CHECK: tensor<1xi64> [5]
// CHECK: tensor<1xi32> [0]
// CHECK: tensor<2xi64> [1, 0]
// CHECK: tensor<1xui64> [9223372036854775809]
// CHECK: tensor<1xi32> [0]
// CHECK: tensor<2xui64> [1, 0]
func.func @main() -> (tensor<1xi64>, tensor<1xi32>, tensor<2xi64>, tensor<1xui64>, tensor<1xi32>, tensor<2xui64>) {
  %ca = stablehlo.constant dense<[5, 7]> : tensor<2xi64>
  %a = stablehlo.optimization_barrier %ca : tensor<2xi64>
  %0 = nnvm.min(%a) {axis = array<i64: 0>} : (tensor<2xi64>) -> tensor<1xi64>
  %1 = nnvm.argmin(%a) {axis = array<i64: 0>} : (tensor<2xi64>) -> tensor<1xi32>
  %2 = nnvm._min_mask(%a) {axis = array<i64: 0>} : (tensor<2xi64>) -> tensor<2xi64>
  %cb = stablehlo.constant dense<[9223372036854775809, 9223372036854775810]> : tensor<2xui64>
  %b = stablehlo.optimization_barrier %cb : tensor<2xui64>
  %3 = nnvm.min(%b) {axis = array<i64: 0>} : (tensor<2xui64>) -> tensor<1xui64>
  %4 = nnvm.argmin(%b) {axis = array<i64: 0>} : (tensor<2xui64>) -> tensor<1xi32>
  %5 = nnvm._min_mask(%b) {axis = array<i64: 0>} : (tensor<2xui64>) -> tensor<2xui64>
  return %0, %1, %2, %3, %4, %5 : tensor<1xi64>, tensor<1xi32>, tensor<2xi64>, tensor<1xui64>, tensor<1xi32>, tensor<2xui64>
}
