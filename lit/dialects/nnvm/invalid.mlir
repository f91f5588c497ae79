// RUN: lathe-opt %s --split-input-file --verify-diagnostics

func.func @f(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  // expected-error@+1 {{expected equal shapes, but got [4] and, for result #0, [9 9 9 9 9 9 9]}}
  %r = nnvm.elemwise_add(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  // expected-error@+1 {{expected equal shapes, but got [4] and, for result #0, [9 9 9 9 9 9 9]}}
  %r = nnvm.elemwise_sub(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  // expected-error@+1 {{expected equal shapes, but got [4] and, for result #0, [9 9 9 9 9 9 9]}}
  %r = nnvm.elemwise_mul(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  // expected-error@+1 {{expected equal shapes, but got [4] and, for result #0, [9 9 9 9 9 9 9]}}
  %r = nnvm.elemwise_div(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  // expected-error@+1 {{cannot broadcast shape [4] to the result's shape [9 9 9 9 9 9 9]}}
  %r = nnvm.broadcast_add(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  // expected-error@+1 {{cannot broadcast shape [4] to the result's shape [9 9 9 9 9 9 9]}}
  %r = nnvm.broadcast_sub(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  // expected-error@+1 {{cannot broadcast shape [4] to the result's shape [9 9 9 9 9 9 9]}}
  %r = nnvm.broadcast_mul(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  // expected-error@+1 {{cannot broadcast shape [4] to the result's shape [9 9 9 9 9 9 9]}}
  %r = nnvm.broadcast_div(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  // expected-error@+1 {{cannot broadcast shape [4] to the result's shape [9 9 9 9 9 9 9]}}
  %r = nnvm.broadcast_pow(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  // expected-error@+1 {{cannot broadcast shape [4] to the result's shape [9 9 9 9 9 9 9]}}
  %r = nnvm.broadcast_max(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  // expected-error@+1 {{cannot broadcast shape [4] to the result's shape [9 9 9 9 9 9 9]}}
  %r = nnvm.broadcast_min(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: tensor<4xf32>, %a2: tensor<4xf32>) {
  // expected-error@+1 {{expected equal shapes, but got [4] and, for result #0, [9 9 9 9 9 9 9]}}
  %r = nnvm.elemwise_sum(%a0, %a1, %a2) {num_args = 3 : i64} : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<1x4x8x8xf32>, %a1: tensor<12x4x3x3xf32>, %a2: tensor<12xf32>) {
  // expected-error@+1 {{needs result #0 of shape [? ? ? ?], but it has shape [9 9 9 9 9 9 9]}}
  %r = nnvm.conv2d(%a0, %a1, %a2) {channels = 12 : i64, kernel_size = array<i64: 3, 3>} : (tensor<1x4x8x8xf32>, tensor<12x4x3x3xf32>, tensor<12xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x10x10x12xf32>, %a1: tensor<10x15x3x3xf32>) {
  // expected-error@+1 {{needs result #0 of shape [? ? ? ?], but it has shape [9 9 9 9 9 9 9]}}
  %r = nnvm.conv2d_transpose(%a0, %a1) {channels = 15 : i64, kernel_size = array<i64: 3, 3>} : (tensor<4x10x10x12xf32>, tensor<10x15x3x3xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<1x12x6x6xf32>, %a1: tensor<1x4x8x8xf32>, %a2: tensor<12x4x3x3xf32>) {
  // expected-error@+1 {{needs result #0 of shape [1 4 8 8], but it has shape [9 9 9 9 9 9 9]}}
  %r:2 = nnvm._conv2d_grad(%a0, %a1, %a2) {channels = 12 : i64, kernel_size = array<i64: 3, 3>} : (tensor<1x12x6x6xf32>, tensor<1x4x8x8xf32>, tensor<12x4x3x3xf32>) -> (tensor<9x9x9x9x9x9x9xf32>, tensor<12x4x3x3xf32>)
  return
}

// -----

func.func @f(%a0: tensor<10x20xf32>, %a1: tensor<30x20xf32>, %a2: tensor<30xf32>) {
  // expected-error@+1 {{needs result #0 of shape [10 30], but it has shape [9 9 9 9 9 9 9]}}
  %r = nnvm.dense(%a0, %a1, %a2) {units = 30 : i64} : (tensor<10x20xf32>, tensor<30x20xf32>, tensor<30xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<10x20xf32>, %a1: tensor<20x30xf32>) {
  // expected-error@+1 {{needs result #0 of shape [10 30], but it has shape [9 9 9 9 9 9 9]}}
  %r = nnvm.matmul(%a0, %a1) : (tensor<10x20xf32>, tensor<20x30xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{needs result #0 of shape [4], but it has shape [9 9 9 9 9 9 9]}}
  %r = nnvm.full() {fill_value = 3.0, shape = array<i64: 4>} : () -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{needs result #0 of shape [4], but it has shape [9 9 9 9 9 9 9]}}
  %r = nnvm.zeros() {shape = array<i64: 4>} : () -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{needs result #0 of shape [4], but it has shape [9 9 9 9 9 9 9]}}
  %r = nnvm.ones() {shape = array<i64: 4>} : () -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{expected equal shapes, but got [4] and, for result #0, [9 9 9 9 9 9 9]}}
  %r = nnvm.full_like(%a0) {fill_value = 3.0} : (tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{expected equal shapes, but got [4] and, for result #0, [9 9 9 9 9 9 9]}}
  %r = nnvm.zeros_like(%a0) : (tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{expected equal shapes, but got [4] and, for result #0, [9 9 9 9 9 9 9]}}
  %r = nnvm.ones_like(%a0) : (tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{result #0 must be tensor of any type values, but got 'i32'}}
  %r = nnvm.__undef__() : () -> i32
  return
}

// -----

func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<3xf32>) {
  // expected-error@+1 {{needs result #0 of shape [2 3], but it has shape [9 9 9 9 9 9 9]}}
  %r:3 = nnvm.batch_norm(%a0, %a1, %a2, %a3, %a4) {axis = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<9x9x9x9x9x9x9xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{expected equal shapes, but got [4] and, for result #0, [9 9 9 9 9 9 9]}}
  %r:2 = nnvm.dropout(%a0) {rate = 0.5} : (tensor<4xf32>) -> (tensor<9x9x9x9x9x9x9xf32>, tensor<4xf32>)
  return
}

// -----

func.func @f(%a0: tensor<1x3x2x2xf32>, %a1: tensor<3xf32>) {
  // expected-error@+1 {{needs result #0 of shape [1 3 2 2], but it has shape [9 9 9 9 9 9 9]}}
  %r = nnvm.prelu(%a0, %a1) {axis = 1 : i64} : (tensor<1x3x2x2xf32>, tensor<3xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<1x4x8x8xf32>) {
  // expected-error@+1 {{needs result #0 of shape [1 4 7 7], but it has shape [9 9 9 9 9 9 9]}}
  %r = nnvm.max_pool2d(%a0) {pool_size = array<i64: 2, 2>} : (tensor<1x4x8x8xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<1x4x8x8xf32>) {
  // expected-error@+1 {{needs result #0 of shape [1 4 7 7], but it has shape [9 9 9 9 9 9 9]}}
  %r = nnvm.avg_pool2d(%a0) {pool_size = array<i64: 2, 2>} : (tensor<1x4x8x8xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<1x4x8x8xf32>) {
  // expected-error@+1 {{needs result #0 of shape [1 4 1 1], but it has shape [9 9 9 9 9 9 9]}}
  %r = nnvm.global_max_pool2d(%a0) : (tensor<1x4x8x8xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<1x4x8x8xf32>) {
  // expected-error@+1 {{needs result #0 of shape [1 4 1 1], but it has shape [9 9 9 9 9 9 9]}}
  %r = nnvm.global_avg_pool2d(%a0) : (tensor<1x4x8x8xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<1x4x7x7xf32>, %a1: tensor<1x4x8x8xf32>) {
  // expected-error@+1 {{needs result #0 of shape [1 4 8 8], but it has shape [9 9 9 9 9 9 9]}}
  %r = nnvm._max_pool2d_grad(%a0, %a1) {pool_size = array<i64: 2, 2>} : (tensor<1x4x7x7xf32>, tensor<1x4x8x8xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<1x4x8x8xf32>) {
  // expected-error@+1 {{needs result #0 of shape [1 4 16 16], but it has shape [9 9 9 9 9 9 9]}}
  %r = nnvm.upsampling(%a0) {scale = 2 : i64} : (tensor<1x4x8x8xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x5xf32>) {
  // expected-error@+1 {{needs result #0 of shape [4], but it has shape [9 9 9 9 9 9 9]}}
  %r = nnvm.sum(%a0) {axis = array<i64: 1>} : (tensor<4x5xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x5xf32>) {
  // expected-error@+1 {{needs result #0 of shape [4], but it has shape [9 9 9 9 9 9 9]}}
  %r = nnvm.max(%a0) {axis = array<i64: 1>} : (tensor<4x5xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x5xf32>) {
  // expected-error@+1 {{needs result #0 of shape [4], but it has shape [9 9 9 9 9 9 9]}}
  %r = nnvm.min(%a0) {axis = array<i64: 1>} : (tensor<4x5xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: tensor<4x5xf32>) {
  // expected-error@+1 {{needs result #0 of shape [4 5], but it has shape [9 9 9 9 9 9 9]}}
  %r = nnvm.expand_like(%a0, %a1) {axis = array<i64: 1>} : (tensor<4xf32>, tensor<4x5xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x5xf32>, %a1: tensor<5xf32>) {
  // expected-error@+1 {{needs result #0 of shape [5], but it has shape [9 9 9 9 9 9 9]}}
  %r = nnvm.collapse_sum(%a0, %a1) : (tensor<4x5xf32>, tensor<5xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{expected equal shapes, but got [4] and, for result #0, [9 9 9 9 9 9 9]}}
  %r = nnvm.__add_scalar__(%a0) {scalar = 2.0} : (tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{expected equal shapes, but got [4] and, for result #0, [9 9 9 9 9 9 9]}}
  %r = nnvm.__sub_scalar__(%a0) {scalar = 2.0} : (tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{expected equal shapes, but got [4] and, for result #0, [9 9 9 9 9 9 9]}}
  %r = nnvm.__rsub_scalar__(%a0) {scalar = 2.0} : (tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{expected equal shapes, but got [4] and, for result #0, [9 9 9 9 9 9 9]}}
  %r = nnvm.__mul_scalar__(%a0) {scalar = 2.0} : (tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{expected equal shapes, but got [4] and, for result #0, [9 9 9 9 9 9 9]}}
  %r = nnvm.__div_scalar__(%a0) {scalar = 2.0} : (tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{expected equal shapes, but got [4] and, for result #0, [9 9 9 9 9 9 9]}}
  %r = nnvm.__rdiv_scalar__(%a0) {scalar = 2.0} : (tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{expected equal shapes, but got [4] and, for result #0, [9 9 9 9 9 9 9]}}
  %r = nnvm.__pow_scalar__(%a0) {scalar = 2.0} : (tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{expected equal shapes, but got [4] and, for result #0, [9 9 9 9 9 9 9]}}
  %r = nnvm.__rpow_scalar__(%a0) {scalar = 2.0} : (tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<2x4x2xf32>) {
  // expected-error@+1 {{needs result #0 of shape [2 8], but it has shape [9 9 9 9 9 9 9]}}
  %r = nnvm.flatten(%a0) : (tensor<2x4x2xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<2x3x4xf32>) {
  // expected-error@+1 {{needs result #0 of shape [6 4], but it has shape [9 9 9 9 9 9 9]}}
  %r = nnvm.reshape(%a0) {shape = array<i64: 6, -1>} : (tensor<2x3x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<6xf32>, %a1: tensor<2x3xf32>) {
  // expected-error@+1 {{needs result #0 of shape [2 3], but it has shape [9 9 9 9 9 9 9]}}
  %r = nnvm.reshape_like(%a0, %a1) : (tensor<6xf32>, tensor<2x3xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<10x20xf32>) {
  // expected-error@+1 {{needs result #0 of shape [10 1 20], but it has shape [9 9 9 9 9 9 9]}}
  %r = nnvm.expand_dims(%a0) {axis = 1 : i64} : (tensor<10x20xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<1x3x1xf32>) {
  // expected-error@+1 {{needs result #0 of shape [3], but it has shape [9 9 9 9 9 9 9]}}
  %r = nnvm.squeeze(%a0) : (tensor<1x3x1xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x1xf32>) {
  // expected-error@+1 {{has axes [1 0], which are not a permutation of 7 dimensions}}
  %r = nnvm.transpose(%a0) {axes = array<i64: 1, 0>} : (tensor<4x1xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<10x20xf32>, %a1: tensor<10x30xf32>) {
  // expected-error@+1 {{needs result #0 of shape [10 50], but it has shape [9 9 9 9 9 9 9]}}
  %r = nnvm.concatenate(%a0, %a1) {axis = 1 : i64} : (tensor<10x20xf32>, tensor<10x30xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<10x20xf32>) {
  // expected-error@+1 {{cuts a tensor of shape [10 20], but its result #0 has shape [9 9 9 9 9 9 9]}}
  %r:2 = nnvm.split(%a0) {indices_or_sections = array<i64: 11>} : (tensor<10x20xf32>) -> (tensor<9x9x9x9x9x9x9xf32>, tensor<10x9xf32>)
  return
}

// -----

func.func @f(%a0: tensor<4x1xf32>) {
  // expected-error@+1 {{needs result #0 of shape [4 4], but it has shape [9 9 9 9 9 9 9]}}
  %r = nnvm.broadcast_to(%a0) {shape = array<i64: 0, 4>} : (tensor<4x1xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<1x32x8x8xf32>) {
  // expected-error@+1 {{needs result #0 of shape [? ? ? ? 16], but it has shape [9 9 9 9 9 9 9]}}
  %r = nnvm.__layout_transform__(%a0) {src_layout = "NCHW", dst_layout = "NCHW16c"} : (tensor<1x32x8x8xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  // expected-error@+1 {{expected equal shapes, but got [4] and, for result #0, [9 9 9 9 9 9 9]}}
  %r = nnvm._assign(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{expected equal shapes, but got [4] and, for result #0, [9 9 9 9 9 9 9]}}
  %r = nnvm.exp(%a0) : (tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{expected equal shapes, but got [4] and, for result #0, [9 9 9 9 9 9 9]}}
  %r = nnvm.log(%a0) : (tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{expected equal shapes, but got [4] and, for result #0, [9 9 9 9 9 9 9]}}
  %r = nnvm.sqrt(%a0) : (tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{expected equal shapes, but got [4] and, for result #0, [9 9 9 9 9 9 9]}}
  %r = nnvm.tanh(%a0) : (tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{expected equal shapes, but got [4] and, for result #0, [9 9 9 9 9 9 9]}}
  %r = nnvm.sigmoid(%a0) : (tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{expected equal shapes, but got [4] and, for result #0, [9 9 9 9 9 9 9]}}
  %r = nnvm.negative(%a0) : (tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{expected equal shapes, but got [4] and, for result #0, [9 9 9 9 9 9 9]}}
  %r = nnvm.abs(%a0) : (tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{expected equal shapes, but got [4] and, for result #0, [9 9 9 9 9 9 9]}}
  %r = nnvm.floor(%a0) : (tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{expected equal shapes, but got [4] and, for result #0, [9 9 9 9 9 9 9]}}
  %r = nnvm.ceil(%a0) : (tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{expected equal shapes, but got [4] and, for result #0, [9 9 9 9 9 9 9]}}
  %r = nnvm.relu(%a0) : (tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{expected equal shapes, but got [4] and, for result #0, [9 9 9 9 9 9 9]}}
  %r = nnvm.leaky_relu(%a0) : (tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{expected equal shapes, but got [4] and, for result #0, [9 9 9 9 9 9 9]}}
  %r = nnvm.clip(%a0) {a_min = 0.0, a_max = 6.0} : (tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{expected equal shapes, but got [4] and, for result #0, [9 9 9 9 9 9 9]}}
  %r = nnvm.copy(%a0) : (tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{expected equal shapes, but got [4] and, for result #0, [9 9 9 9 9 9 9]}}
  %r = nnvm.block_grad(%a0) : (tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{expected equal shapes, but got [4] and, for result #0, [9 9 9 9 9 9 9]}}
  %r = nnvm.cast(%a0) {dtype = "float64"} : (tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{expected equal shapes, but got [4] and, for result #0, [9 9 9 9 9 9 9]}}
  %r = nnvm.softmax(%a0) : (tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{expected equal shapes, but got [4] and, for result #0, [9 9 9 9 9 9 9]}}
  %r = nnvm.log_softmax(%a0) : (tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  // expected-error@+1 {{expected equal shapes, but got [4] and, for result #0, [9 9 9 9 9 9 9]}}
  %r = nnvm.relu_grad(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  %0 = nnvm.exp(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = nnvm.exp(%y) : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error@+1 {{contradicts the order of the operations: 'nnvm.exp' is before 'nnvm.exp'}}
  nnvm.after %0, %1 : tensor<4xf32>, tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  %0 = nnvm.exp(%x) : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error@+1 {{changes a value that is not a variable}}
  %1 = nnvm._assign(%0, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4x3xf32>) {
  // expected-error@+1 {{requires attribute 'units'}}
  %0 = nnvm.dense(%x, %x) : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{needs one element type, but has 'f32' and 'f64'}}
  %0 = nnvm.exp(%x) : (tensor<4xf32>) -> tensor<4xf64>
  return
}

// -----

func.func @f(%x: tensor<1x4x8xf32>, %w: tensor<2x4x3x3xf32>) {
  // expected-error@+1 {{needs data of layout 'NCHW', but has shape [1 4 8]}}
  %r = nnvm.conv2d(%x, %w) {channels = 2 : i64, kernel_size = array<i64: 3, 3>} : (tensor<1x4x8xf32>, tensor<2x4x3x3xf32>) -> tensor<1x2x6x6xf32>
  return
}

// -----

func.func @f(%x: tensor<1x?x8xf32>, %w: tensor<*xf32>) {
  // expected-error@+1 {{needs data of layout 'NCHW', but has shape [1 ? 8]}}
  %r = nnvm.conv2d_transpose(%x, %w) {channels = 2 : i64, kernel_size = array<i64: 3, 3>} : (tensor<1x?x8xf32>, tensor<*xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x8xf32>) {
  // expected-error@+1 {{needs operand #0 of shape [? ? ? ?], but it has shape [1 4 8]}}
  %r = nnvm.__layout_transform__(%x) {src_layout = "NCHW", dst_layout = "NCHW"} : (tensor<1x4x8xf32>) -> tensor<1x4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x8x8xf32>, %w: tensor<*xf32>) {
  // expected-error@+1 {{needs a kernel_size of at least 1 and no negative padding, but has (-3, 3) and (0, 0)}}
  %r = nnvm.conv2d(%x, %w) {channels = 2 : i64, kernel_size = array<i64: -3, 3>} : (tensor<1x4x8x8xf32>, tensor<*xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @f(%x: tensor<4x3xf32>, %w: tensor<*xf32>) {
  // expected-error@+1 {{needs at least one unit, but has -4}}
  %r = nnvm.dense(%x, %w) {units = -4 : i64} : (tensor<4x3xf32>, tensor<*xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @f(%x: tensor<2x4x5x5xf32>) {
  // expected-error@+1 {{has a window that is larger than its data of shape [2 4 5 5]}}
  %r = nnvm.max_pool2d(%x) {pool_size = array<i64: 9, 9>} : (tensor<2x4x5x5xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @f(%x: tensor<2x4x5x5xf32>) {
  // expected-error@+1 {{needs a pool_size of at least 1 and no negative padding, but has (0, 2) and (0, 0)}}
  %r = nnvm.avg_pool2d(%x) {pool_size = array<i64: 0, 2>} : (tensor<2x4x5x5xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @f(%x: tensor<1x1x4x4xf32>) {
  // expected-error@+1 {{needs a scale of at least 1, but has -2}}
  %r = nnvm.upsampling(%x) {scale = -2 : i64} : (tensor<1x1x4x4xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{needs result #0 of shape [4 -2], which has a negative extent}}
  %r = nnvm.zeros() {shape = array<i64: 4, -2>} : () -> tensor<*xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{needs at least one operand}}
  %r = "nnvm.concatenate"() : () -> tensor<*xf32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>) {
  // expected-error@+1 {{splits into 4000000000000000000 parts, but has 1 results}}
  %r = nnvm.split(%x) {indices_or_sections = 4000000000000000000 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  %0 = nnvm.exp(%x) : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error@+1 {{reads a value that is not a variable}}
  %1 = nnvm.read(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{expected equal shapes, but got [4] and, for result #0, [5]}}
  %1 = nnvm.read(%x) : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @groups(%a0: tensor<0x20000000x4x4xf32>, %a1: tensor<0x20000000x4x4xf32>, %a2: tensor<20000000x1x1x1xf32>) {
  // expected-error@+1 {{has 20000000 groups, but at most 65536 are supported}}
  %r:2 = nnvm._conv2d_grad(%a0, %a1, %a2) {channels = 20000000 : i64, groups = 20000000 : i64, kernel_size = array<i64: 1, 1>} : (tensor<0x20000000x4x4xf32>, tensor<0x20000000x4x4xf32>, tensor<20000000x1x1x1xf32>) -> (tensor<0x20000000x4x4xf32>, tensor<20000000x1x1x1xf32>)
  return
}
