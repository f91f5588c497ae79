// The absolute values of unsigned integers are the integers themselves.
// RUN: lathe run --no-cache --backend=ref %s | FileCheck %s
// RUN: lathe run --no-cache --backend=jit %s | FileCheck %s
// CHECK: tensor<4xui8> [0, 1, 200, 255]
// CHECK: tensor<2xui64> [1, 18446744073709551615]
// CHECK: tensor<2xi8> [1, 56]
func.func @main() -> (tensor<4xui8>, tensor<2xui64>, tensor<2xi8>) {
  %a = stablehlo.constant dense<[0, 1, 200, 255]> : tensor<4xui8>
  %0 = nnvm.abs(%a) : (tensor<4xui8>) -> tensor<4xui8>
  %b = stablehlo.constant dense<[1, 18446744073709551615]> : tensor<2xui64>
  %1 = nnvm.abs(%b) : (tensor<2xui64>) -> tensor<2xui64>
  %c = stablehlo.constant dense<[-1, 56]> : tensor<2xi8>
  %2 = nnvm.abs(%c) : (tensor<2xi8>) -> tensor<2xi8>
  return %0, %1, %2 : tensor<4xui8>, tensor<2xui64>, tensor<2xi8>
}
