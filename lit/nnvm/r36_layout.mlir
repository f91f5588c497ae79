// RUN: lathe-opt %s --correct-layout | FileCheck %s
// The argument comes in blocks of channels, which max_pool2d can take, and flatten, which
// was found to work on NCHW before, cannot.

func.func @main(%x: tensor<1x2x8x8x16xf32> {nnvm.name = "data", nnvm.layout = "NCHW16c"}) -> tensor<1x1568xf32> {
  // CHECK: nnvm.max_pool2d(%arg0) {layout = "NCHW", nnvm.layouts = ["NCHW16c"]
  %0 = nnvm.max_pool2d(%x) {pool_size = array<i64: 2, 2>, layout = "NCHW", nnvm.name = "pool", nnvm.layouts = ["NCHW"]} : (tensor<1x2x8x8x16xf32>) -> tensor<*xf32>
  // CHECK: %[[T:.*]] = nnvm.__layout_transform__(%{{.*}}) {dst_layout = "NCHW", nnvm.layouts = ["NCHW"], nnvm.name = "pool_NCHW", src_layout = "NCHW16c"}
  // CHECK: nnvm.flatten(%[[T]])
  %1 = nnvm.flatten(%0) {nnvm.layouts = ["__undef__"]} : (tensor<*xf32>) -> tensor<1x1568xf32>
  return %1 : tensor<1x1568xf32>
}
