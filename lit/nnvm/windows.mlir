// RUN: lathe run --no-cache --backend=ref %s | FileCheck %s
// RUN: lathe run --no-cache --backend=jit %s | FileCheck %s
// A window outside of the image has the mean 0. A stride may be the least integer. An empty image
// can be enlarged.
// CHECK: tensor<1x1x2x2xf32> [{{\[\[}}[1, 0], [0, 0]]]]
// CHECK: tensor<1xf32> [7]
// CHECK: tensor<1x1x0x16xf32>
func.func @main() -> (tensor<1x1x2x2xf32>, tensor<1xf32>, tensor<1x1x0x16xf32>) {
  %x = stablehlo.constant dense<1.0> : tensor<1x1x2x2xf32>
  %0 = nnvm.avg_pool2d(%x) {pool_size = array<i64: 1, 1>, strides = array<i64: 3, 3>, ceil_mode = true} : (tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
  %y = stablehlo.iota dim = 0 : tensor<8xf32>
  %1 = nnvm.strided_slice(%y) {begin = array<i64: 7>, end = array<i64: -9>, stride = array<i64: -9223372036854775808>} : (tensor<8xf32>) -> tensor<1xf32>
  %z = stablehlo.constant dense<0.0> : tensor<1x1x0x8xf32>
  %2 = nnvm.upsampling(%z) {scale = 2 : i64} : (tensor<1x1x0x8xf32>) -> tensor<1x1x0x16xf32>
  return %0, %1, %2 : tensor<1x1x2x2xf32>, tensor<1xf32>, tensor<1x1x0x16xf32>
}
