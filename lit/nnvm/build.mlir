// RUN: lathe-opt %s --nnvm-build='opt-level=0 params=w,g' | FileCheck %s --check-prefix=ZERO
// RUN: lathe-opt %s --nnvm-build='opt-level=1 params=w,g' | FileCheck %s --check-prefix=ONE
// RUN: lathe-opt %s --nnvm-build=params=w,g | FileCheck %s --check-prefix=TWO
// RUN: lathe-opt %s --nnvm-build='opt-level=3 params=w,g' | FileCheck %s --check-prefix=THREE
// RUN: lathe-opt %s --nnvm-build='opt-level=3 block=8' | FileCheck %s --check-prefix=BLOCKS
// RUN: lathe-opt %s --nnvm-build='opt-level=0 add-pass=OpFusion,FoldScaleAxis' | FileCheck %s --check-prefix=ADD
// RUN: not lathe-opt %s --nnvm-build=opt-level=4 2>&1 | FileCheck %s --check-prefix=LEVEL
// RUN: not lathe-opt %s --nnvm-build=add-pass=Fold 2>&1 | FileCheck %s --check-prefix=NAME
// The passes of NNVM's compiler for each opt_level: inference is simplified at all levels. Groups are
// formed from level 1, parameters are computed in advance from level 2, and scales are folded from level 3.

// ZERO-NOT: cluster.group
// ZERO: nnvm.conv2d
// ZERO: nnvm.__mul_scalar__(%arg2)
// ZERO: nnvm.pool = array<i32: 0>

// ONE-NOT: @main_precompute
// ONE: nnvm.__mul_scalar__(%arg2) {cluster.group = "fuse

// TWO: func.func @main_precompute
// TWO: nnvm.__mul_scalar__
// TWO: func.func @main(
// TWO: nnvm.conv2d
// TWO: nnvm.broadcast_mul({{.*}}cluster.group = "fuse

// THREE: func.func @main_precompute
// THREE: nnvm.broadcast_mul(%arg0
// THREE: func.func @main(
// THREE: nnvm.conv2d
// THREE-NOT: nnvm.broadcast_mul
// THREE-NOT: nnvm.dropout

// BLOCKS: nnvm.__layout_transform__
// BLOCKS: layout = "NCHW8c"

// ADD: nnvm.broadcast_mul(%arg1, {{.*}}cluster.group = "fuse
// ADD: nnvm.conv2d
// ADD-NOT: nnvm.broadcast_mul

// LEVEL: opt-level must be between 0 and 3, but is 4
// NAME: add-pass has "Fold", which is not a pass of NNVM's compiler; have AlterOpLayout, FoldScaleAxis,
func.func @main(%x: tensor<1x8x4x4xf32> {nnvm.name = "x"}, %w: tensor<8x8x1x1xf32> {nnvm.name = "w"}, %g: tensor<8xf32> {nnvm.name = "g"}) -> tensor<1x8x4x4xf32> {
  %c = nnvm.conv2d(%x, %w) {channels = 8 : i64, kernel_size = array<i64: 1, 1>, use_bias = false} : (tensor<1x8x4x4xf32>, tensor<8x8x1x1xf32>) -> tensor<1x8x4x4xf32>
  %d:2 = nnvm.dropout(%c) : (tensor<1x8x4x4xf32>) -> (tensor<1x8x4x4xf32>, tensor<1x8x4x4xf32>)
  %h = nnvm.__mul_scalar__(%g) {scalar = 0.5} : (tensor<8xf32>) -> tensor<8xf32>
  %e = nnvm.expand_dims(%h) {axis = 1 : i64, num_newaxis = 2 : i64} : (tensor<8xf32>) -> tensor<8x1x1xf32>
  %r = nnvm.broadcast_mul(%d#0, %e) : (tensor<1x8x4x4xf32>, tensor<8x1x1xf32>) -> tensor<1x8x4x4xf32>
  return %r : tensor<1x8x4x4xf32>
}
