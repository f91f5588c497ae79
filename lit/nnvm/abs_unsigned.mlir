// The absolute values of unsigned integers are the integers themselves.
// RUN: lathe run --no-cache --backend=ref %s | FileCheck %s
// RUN: lathe run --no-cache --backend=jit %s | FileCheck %s
// CHECK: tensor<4xui8> [0, 1, 200, 255]
// CHECK: tensor<2xui64> [1, 18446744073709551615]
// CHECK: tensor<2xi8> [1, 56]
func.func @main() -> (tensor<4xui8>, tensor<2xui64>, tensor<2xi8>) {
  %ca = stablehlo.constant dense<[0, 1, 200, 255]> : tensor<4xui8>
  %a = stablehlo.optimization_barrier %ca : tensor<4xui8>
  %0 = nnvm.abs(%a) : (tensor<4xui8>) -> tensor<4xui8>
  %cb = stablehlo.constant dense<[1, 18446744073709551615]> : tensor<2xui64>
  %b = stablehlo.optimization_barrier %cb : tensor<2xui64>
  %1 = nnvm.abs(%b) : (tensor<2xui64>) -> tensor<2xui64>
  %cc = stablehlo.constant dense<[-1, 56]> : tensor<2xi8>
  %c = stablehlo.optimization_barrier %cc : tensor<2xi8>
  %2 = nnvm.abs(%c) : (tensor<2xi8>) -> tensor<2xi8>
  return %0, %1, %2 : tensor<4xui8>, tensor<2xui64>, tensor<2xi8>
}
