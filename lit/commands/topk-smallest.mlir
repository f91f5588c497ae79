// RUN: lathe run --no-cache --backend=ref %s | FileCheck %s
// RUN: lathe run --no-cache --backend=vm %s | FileCheck %s

// CHECK{LITERAL}: tensor<2x3xf32> [[-inf, -0, 0], [1, 1, 2]]
// CHECK{LITERAL}: tensor<2x3xi32> [[3, 1, 0], [1, 4, 2]]
// CHECK{LITERAL}: tensor<2xui8> [1, 3]
// CHECK{LITERAL}: tensor<2xi32> [2, 0]
func.func @main() -> (tensor<2x3xf32>, tensor<2x3xi32>, tensor<2xui8>, tensor<2xi32>) {
  %x = stablehlo.constant dense<[[0.0, -0.0, 0x7FC00000, 0xFF800000, 3.0], [5.0, 1.0, 2.0, 4.0, 1.0]]> : tensor<2x5xf32>
  %y = stablehlo.constant dense<[3, 200, 1]> : tensor<3xui8>
  %0:2 = stablehlo.custom_call @mhlo.topk(%x) {mhlo.attributes = {k = 3 : i64, largest = false}} : (tensor<2x5xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  %1:2 = stablehlo.custom_call @mhlo.topk(%y) {mhlo.attributes = {k = 2 : i64, largest = false}} : (tensor<3xui8>) -> (tensor<2xui8>, tensor<2xi32>)
  return %0#0, %0#1, %1#0, %1#1 : tensor<2x3xf32>, tensor<2x3xi32>, tensor<2xui8>, tensor<2xi32>
}
