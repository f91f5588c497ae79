// RUN: lathe run --backend=ref %s | FileCheck %s
// RUN: lathe run --backend=vm %s | FileCheck %s

// NaN counts as larger than all numbers.
// CHECK: tensor<4xf32> [nan, nan, 3, 1]
// CHECK: tensor<4xi64> [1, 3, 2, 0]
func.func @main() -> (tensor<4xf32>, tensor<4xi64>) {
  %x = stablehlo.constant dense<[1.0, 0x7FC00000, 3.0, 0x7FC00000]> : tensor<4xf32>
  %0:2 = nn.topk %x {k = 4} : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xi64>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xi64>
}
