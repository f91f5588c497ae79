// RUN: lathe-opt %s --correct-layout | FileCheck %s
// The argument has blocks of channels. max_pool2d accepts these blocks, but flatten does not,
// because inference found that it works on NCHW.

func.func @main(%x: tensor<1x2x8x8x16xf32> {nnvm.name = "data", nnvm.layout = "NCHW16c"}) -> tensor<1x1568xf32> {
  // CHECK: nnvm.max_pool2d(%arg0) {layout = "NCHW", nnvm.layouts = ["NCHW16c"]
  %0 = nnvm.max_pool2d(%x) {pool_size = array<i64: 2, 2>, layout = "NCHW", nnvm.name = "pool", nnvm.layouts = ["NCHW"]} : (tensor<1x2x8x8x16xf32>) -> tensor<*xf32>
  // CHECK: %[[T:.*]] = nnvm.__layout_transform__(%{{.*}}) {dst_layout = "NCHW", nnvm.layouts = ["NCHW"], nnvm.name = "pool_NCHW", src_layout = "NCHW16c"}
  // CHECK: nnvm.flatten(%[[T]])
  %1 = nnvm.flatten(%0) {nnvm.layouts = ["__undef__"]} : (tensor<*xf32>) -> tensor<1x1568xf32>
  return %1 : tensor<1x1568xf32>
}
