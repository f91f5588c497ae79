// RUN: lathe-opt %s --correct-layout --infer-shapes --alter-layout=block=4 --infer-shapes | FileCheck %s
// RUN: lathe-opt %s --correct-layout --infer-shapes --alter-layout=block=4 --infer-shapes --state-to-values | FileCheck %s --check-prefix=VALUES
// A variable is transformed again after each change, so later readers read the new value.

// CHECK: %[[OLD:.*]] = nnvm.__layout_transform__(%arg1)
// CHECK: nnvm.conv2d(%{{.*}}, %[[OLD]])
// CHECK: nnvm._assign(%arg1, %arg2)
// CHECK: %[[NEW:.*]] = nnvm.__layout_transform__(%arg1)
// CHECK: nnvm.conv2d(%{{.*}}, %[[NEW]])
// CHECK-NOT: __layout_transform__(%arg1)
// CHECK: nnvm.conv2d(%{{.*}}, %[[NEW]])
// VALUES: %[[OLD:.*]] = nnvm.__layout_transform__(%arg1)
// VALUES: nnvm.conv2d(%{{.*}}, %[[OLD]])
// VALUES: %[[NEW:.*]] = nnvm.__layout_transform__(%arg2)
// VALUES: nnvm.conv2d(%{{.*}}, %[[NEW]])
// VALUES: nnvm.conv2d(%{{.*}}, %[[NEW]])
func.func @main(%x: tensor<1x4x2x2xf32> {nnvm.name = "x"}, %w: tensor<4x4x1x1xf32> {nnvm.name = "w"}, %t: tensor<4x4x1x1xf32> {nnvm.name = "t"}) -> (tensor<1x4x2x2xf32>, tensor<1x4x2x2xf32>, tensor<1x4x2x2xf32>) {
  %c = nnvm.conv2d(%x, %w) {channels = 4 : i64, kernel_size = array<i64: 1, 1>, nnvm.name = "c"} : (tensor<1x4x2x2xf32>, tensor<4x4x1x1xf32>) -> tensor<1x4x2x2xf32>
  %a = nnvm._assign(%w, %t) {nnvm.name = "a"} : (tensor<4x4x1x1xf32>, tensor<4x4x1x1xf32>) -> tensor<4x4x1x1xf32>
  %d = nnvm.conv2d(%x, %w) {channels = 4 : i64, kernel_size = array<i64: 1, 1>, nnvm.name = "d"} : (tensor<1x4x2x2xf32>, tensor<4x4x1x1xf32>) -> tensor<1x4x2x2xf32>
  %e = nnvm.conv2d(%x, %w) {channels = 4 : i64, kernel_size = array<i64: 1, 1>, nnvm.name = "e"} : (tensor<1x4x2x2xf32>, tensor<4x4x1x1xf32>) -> tensor<1x4x2x2xf32>
  return %c, %d, %e : tensor<1x4x2x2xf32>, tensor<1x4x2x2xf32>, tensor<1x4x2x2xf32>
}
