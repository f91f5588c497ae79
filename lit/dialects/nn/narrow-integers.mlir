// RUN: lathe run --no-cache --backend=ref %s | FileCheck %s
// RUN: lathe run --no-cache --backend=vm %s | FileCheck %s

// Extreme values of an element type: the index 127 of an i8, and an element above the largest i64.
// CHECK: tensor<2xi8> [127, 126]
// CHECK: tensor<1xui64> [9223372036854775808]
func.func @main() -> (tensor<2xi8>, tensor<1xui64>) {
  %x = stablehlo.iota dim = 0 : tensor<128xf32>
  %0:2 = nn.topk %x {k = 2} : (tensor<128xf32>) -> (tensor<2xf32>, tensor<2xi8>)
  %1 = nn.splat {value = 9223372036854775808.0} : tensor<1xui64>
  return %0#1, %1 : tensor<2xi8>, tensor<1xui64>
}
