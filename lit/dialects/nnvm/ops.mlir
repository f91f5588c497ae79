// RUN: lathe-opt %s | lathe-opt | FileCheck %s
// RUN: lathe-opt %s --mlir-print-op-generic | lathe-opt | FileCheck %s
// Every operator in its printed form.

// CHECK-LABEL: @op1
// CHECK: nnvm.elemwise_add(%arg0, %arg1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
func.func @op1(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  %r = nnvm.elemwise_add(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: @op2
// CHECK: nnvm.elemwise_sub(%arg0, %arg1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
func.func @op2(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  %r = nnvm.elemwise_sub(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: @op3
// CHECK: nnvm.elemwise_mul(%arg0, %arg1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
func.func @op3(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  %r = nnvm.elemwise_mul(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: @op4
// CHECK: nnvm.elemwise_div(%arg0, %arg1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
func.func @op4(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  %r = nnvm.elemwise_div(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: @op5
// CHECK: nnvm.broadcast_add(%arg0, %arg1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
func.func @op5(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  %r = nnvm.broadcast_add(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: @op6
// CHECK: nnvm.broadcast_sub(%arg0, %arg1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
func.func @op6(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  %r = nnvm.broadcast_sub(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: @op7
// CHECK: nnvm.broadcast_mul(%arg0, %arg1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
func.func @op7(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  %r = nnvm.broadcast_mul(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: @op8
// CHECK: nnvm.broadcast_div(%arg0, %arg1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
func.func @op8(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  %r = nnvm.broadcast_div(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: @op9
// CHECK: nnvm.broadcast_pow(%arg0, %arg1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
func.func @op9(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  %r = nnvm.broadcast_pow(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: @op10
// CHECK: nnvm.broadcast_max(%arg0, %arg1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
func.func @op10(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  %r = nnvm.broadcast_max(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: @op11
// CHECK: nnvm.broadcast_min(%arg0, %arg1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
func.func @op11(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  %r = nnvm.broadcast_min(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: @op12
// CHECK: nnvm.elemwise_sum(%arg0, %arg1, %arg2) {
func.func @op12(%a0: tensor<4xf32>, %a1: tensor<4xf32>, %a2: tensor<4xf32>) {
  %r = nnvm.elemwise_sum(%a0, %a1, %a2) {num_args = 3 : i64} : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: @op13
// CHECK: nnvm.conv2d(%arg0, %arg1, %arg2) {
func.func @op13(%a0: tensor<1x4x8x8xf32>, %a1: tensor<12x4x3x3xf32>, %a2: tensor<12xf32>) {
  %r = nnvm.conv2d(%a0, %a1, %a2) {channels = 12 : i64, kernel_size = array<i64: 3, 3>} : (tensor<1x4x8x8xf32>, tensor<12x4x3x3xf32>, tensor<12xf32>) -> tensor<1x12x6x6xf32>
  return
}

// CHECK-LABEL: @op14
// CHECK: nnvm.conv2d_transpose(%arg0, %arg1) {
func.func @op14(%a0: tensor<4x10x10x12xf32>, %a1: tensor<10x15x3x3xf32>) {
  %r = nnvm.conv2d_transpose(%a0, %a1) {channels = 15 : i64, kernel_size = array<i64: 3, 3>} : (tensor<4x10x10x12xf32>, tensor<10x15x3x3xf32>) -> tensor<4x15x12x14xf32>
  return
}

// CHECK-LABEL: @op15
// CHECK: nnvm._conv2d_grad(%arg0, %arg1, %arg2) {
func.func @op15(%a0: tensor<1x12x6x6xf32>, %a1: tensor<1x4x8x8xf32>, %a2: tensor<12x4x3x3xf32>) {
  %r:2 = nnvm._conv2d_grad(%a0, %a1, %a2) {channels = 12 : i64, kernel_size = array<i64: 3, 3>} : (tensor<1x12x6x6xf32>, tensor<1x4x8x8xf32>, tensor<12x4x3x3xf32>) -> (tensor<1x4x8x8xf32>, tensor<12x4x3x3xf32>)
  return
}

// CHECK-LABEL: @op16
// CHECK: nnvm.dense(%arg0, %arg1, %arg2) {
func.func @op16(%a0: tensor<10x20xf32>, %a1: tensor<30x20xf32>, %a2: tensor<30xf32>) {
  %r = nnvm.dense(%a0, %a1, %a2) {units = 30 : i64} : (tensor<10x20xf32>, tensor<30x20xf32>, tensor<30xf32>) -> tensor<10x30xf32>
  return
}

// CHECK-LABEL: @op17
// CHECK: nnvm.matmul(%arg0, %arg1) : (tensor<10x20xf32>, tensor<20x30xf32>) -> tensor<10x30xf32>
func.func @op17(%a0: tensor<10x20xf32>, %a1: tensor<20x30xf32>) {
  %r = nnvm.matmul(%a0, %a1) : (tensor<10x20xf32>, tensor<20x30xf32>) -> tensor<10x30xf32>
  return
}

// CHECK-LABEL: @op18
// CHECK: nnvm.full() {
func.func @op18() {
  %r = nnvm.full() {fill_value = 3.0, shape = array<i64: 4>} : () -> tensor<4xf32>
  return
}

// CHECK-LABEL: @op19
// CHECK: nnvm.zeros() {
func.func @op19() {
  %r = nnvm.zeros() {shape = array<i64: 4>} : () -> tensor<4xf32>
  return
}

// CHECK-LABEL: @op20
// CHECK: nnvm.ones() {
func.func @op20() {
  %r = nnvm.ones() {shape = array<i64: 4>} : () -> tensor<4xf32>
  return
}

// CHECK-LABEL: @op21
// CHECK: nnvm.full_like(%arg0) {
func.func @op21(%a0: tensor<4xf32>) {
  %r = nnvm.full_like(%a0) {fill_value = 3.0} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: @op22
// CHECK: nnvm.zeros_like(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
func.func @op22(%a0: tensor<4xf32>) {
  %r = nnvm.zeros_like(%a0) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: @op23
// CHECK: nnvm.ones_like(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
func.func @op23(%a0: tensor<4xf32>) {
  %r = nnvm.ones_like(%a0) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: @op24
// CHECK: nnvm.__undef__() : () -> tensor<4xf32>
func.func @op24() {
  %r = nnvm.__undef__() : () -> tensor<4xf32>
  return
}

// CHECK-LABEL: @op25
// CHECK: nnvm.batch_norm(%arg0, %arg1, %arg2, %arg3, %arg4) {
func.func @op25(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<3xf32>) {
  %r:3 = nnvm.batch_norm(%a0, %a1, %a2, %a3, %a4) {axis = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// CHECK-LABEL: @op26
// CHECK: nnvm.dropout(%arg0) {
func.func @op26(%a0: tensor<4xf32>) {
  %r:2 = nnvm.dropout(%a0) {rate = 0.5} : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// CHECK-LABEL: @op27
// CHECK: nnvm.prelu(%arg0, %arg1) {
func.func @op27(%a0: tensor<1x3x2x2xf32>, %a1: tensor<3xf32>) {
  %r = nnvm.prelu(%a0, %a1) {axis = 1 : i64} : (tensor<1x3x2x2xf32>, tensor<3xf32>) -> tensor<1x3x2x2xf32>
  return
}

// CHECK-LABEL: @op28
// CHECK: nnvm.max_pool2d(%arg0) {
func.func @op28(%a0: tensor<1x4x8x8xf32>) {
  %r = nnvm.max_pool2d(%a0) {pool_size = array<i64: 2, 2>} : (tensor<1x4x8x8xf32>) -> tensor<1x4x7x7xf32>
  return
}

// CHECK-LABEL: @op29
// CHECK: nnvm.avg_pool2d(%arg0) {
func.func @op29(%a0: tensor<1x4x8x8xf32>) {
  %r = nnvm.avg_pool2d(%a0) {pool_size = array<i64: 2, 2>} : (tensor<1x4x8x8xf32>) -> tensor<1x4x7x7xf32>
  return
}

// CHECK-LABEL: @op30
// CHECK: nnvm.global_max_pool2d(%arg0) : (tensor<1x4x8x8xf32>) -> tensor<1x4x1x1xf32>
func.func @op30(%a0: tensor<1x4x8x8xf32>) {
  %r = nnvm.global_max_pool2d(%a0) : (tensor<1x4x8x8xf32>) -> tensor<1x4x1x1xf32>
  return
}

// CHECK-LABEL: @op31
// CHECK: nnvm.global_avg_pool2d(%arg0) : (tensor<1x4x8x8xf32>) -> tensor<1x4x1x1xf32>
func.func @op31(%a0: tensor<1x4x8x8xf32>) {
  %r = nnvm.global_avg_pool2d(%a0) : (tensor<1x4x8x8xf32>) -> tensor<1x4x1x1xf32>
  return
}

// CHECK-LABEL: @op32
// CHECK: nnvm._max_pool2d_grad(%arg0, %arg1) {
func.func @op32(%a0: tensor<1x4x7x7xf32>, %a1: tensor<1x4x8x8xf32>) {
  %r = nnvm._max_pool2d_grad(%a0, %a1) {pool_size = array<i64: 2, 2>} : (tensor<1x4x7x7xf32>, tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  return
}

// CHECK-LABEL: @op33
// CHECK: nnvm.upsampling(%arg0) {
func.func @op33(%a0: tensor<1x4x8x8xf32>) {
  %r = nnvm.upsampling(%a0) {scale = 2 : i64} : (tensor<1x4x8x8xf32>) -> tensor<1x4x16x16xf32>
  return
}

// CHECK-LABEL: @op34
// CHECK: nnvm.sum(%arg0) {
func.func @op34(%a0: tensor<4x5xf32>) {
  %r = nnvm.sum(%a0) {axis = array<i64: 1>} : (tensor<4x5xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: @op35
// CHECK: nnvm.max(%arg0) {
func.func @op35(%a0: tensor<4x5xf32>) {
  %r = nnvm.max(%a0) {axis = array<i64: 1>} : (tensor<4x5xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: @op36
// CHECK: nnvm.min(%arg0) {
func.func @op36(%a0: tensor<4x5xf32>) {
  %r = nnvm.min(%a0) {axis = array<i64: 1>} : (tensor<4x5xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: @op37
// CHECK: nnvm.expand_like(%arg0, %arg1) {
func.func @op37(%a0: tensor<4xf32>, %a1: tensor<4x5xf32>) {
  %r = nnvm.expand_like(%a0, %a1) {axis = array<i64: 1>} : (tensor<4xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  return
}

// CHECK-LABEL: @op38
// CHECK: nnvm.collapse_sum(%arg0, %arg1) : (tensor<4x5xf32>, tensor<5xf32>) -> tensor<5xf32>
func.func @op38(%a0: tensor<4x5xf32>, %a1: tensor<5xf32>) {
  %r = nnvm.collapse_sum(%a0, %a1) : (tensor<4x5xf32>, tensor<5xf32>) -> tensor<5xf32>
  return
}

// CHECK-LABEL: @op39
// CHECK: nnvm.__add_scalar__(%arg0) {
func.func @op39(%a0: tensor<4xf32>) {
  %r = nnvm.__add_scalar__(%a0) {scalar = 2.0} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: @op40
// CHECK: nnvm.__sub_scalar__(%arg0) {
func.func @op40(%a0: tensor<4xf32>) {
  %r = nnvm.__sub_scalar__(%a0) {scalar = 2.0} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: @op41
// CHECK: nnvm.__rsub_scalar__(%arg0) {
func.func @op41(%a0: tensor<4xf32>) {
  %r = nnvm.__rsub_scalar__(%a0) {scalar = 2.0} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: @op42
// CHECK: nnvm.__mul_scalar__(%arg0) {
func.func @op42(%a0: tensor<4xf32>) {
  %r = nnvm.__mul_scalar__(%a0) {scalar = 2.0} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: @op43
// CHECK: nnvm.__div_scalar__(%arg0) {
func.func @op43(%a0: tensor<4xf32>) {
  %r = nnvm.__div_scalar__(%a0) {scalar = 2.0} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: @op44
// CHECK: nnvm.__rdiv_scalar__(%arg0) {
func.func @op44(%a0: tensor<4xf32>) {
  %r = nnvm.__rdiv_scalar__(%a0) {scalar = 2.0} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: @op45
// CHECK: nnvm.__pow_scalar__(%arg0) {
func.func @op45(%a0: tensor<4xf32>) {
  %r = nnvm.__pow_scalar__(%a0) {scalar = 2.0} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: @op46
// CHECK: nnvm.__rpow_scalar__(%arg0) {
func.func @op46(%a0: tensor<4xf32>) {
  %r = nnvm.__rpow_scalar__(%a0) {scalar = 2.0} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: @op47
// CHECK: nnvm.flatten(%arg0) : (tensor<2x4x2xf32>) -> tensor<2x8xf32>
func.func @op47(%a0: tensor<2x4x2xf32>) {
  %r = nnvm.flatten(%a0) : (tensor<2x4x2xf32>) -> tensor<2x8xf32>
  return
}

// CHECK-LABEL: @op48
// CHECK: nnvm.reshape(%arg0) {
func.func @op48(%a0: tensor<2x3x4xf32>) {
  %r = nnvm.reshape(%a0) {shape = array<i64: 6, -1>} : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
  return
}

// CHECK-LABEL: @op49
// CHECK: nnvm.reshape_like(%arg0, %arg1) : (tensor<6xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
func.func @op49(%a0: tensor<6xf32>, %a1: tensor<2x3xf32>) {
  %r = nnvm.reshape_like(%a0, %a1) : (tensor<6xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// CHECK-LABEL: @op50
// CHECK: nnvm.expand_dims(%arg0) {
func.func @op50(%a0: tensor<10x20xf32>) {
  %r = nnvm.expand_dims(%a0) {axis = 1 : i64} : (tensor<10x20xf32>) -> tensor<10x1x20xf32>
  return
}

// CHECK-LABEL: @op51
// CHECK: nnvm.squeeze(%arg0) : (tensor<1x3x1xf32>) -> tensor<3xf32>
func.func @op51(%a0: tensor<1x3x1xf32>) {
  %r = nnvm.squeeze(%a0) : (tensor<1x3x1xf32>) -> tensor<3xf32>
  return
}

// CHECK-LABEL: @op52
// CHECK: nnvm.transpose(%arg0) {
func.func @op52(%a0: tensor<4x1xf32>) {
  %r = nnvm.transpose(%a0) {axes = array<i64: 1, 0>} : (tensor<4x1xf32>) -> tensor<1x4xf32>
  return
}

// CHECK-LABEL: @op53
// CHECK: nnvm.concatenate(%arg0, %arg1) {
func.func @op53(%a0: tensor<10x20xf32>, %a1: tensor<10x30xf32>) {
  %r = nnvm.concatenate(%a0, %a1) {axis = 1 : i64} : (tensor<10x20xf32>, tensor<10x30xf32>) -> tensor<10x50xf32>
  return
}

// CHECK-LABEL: @op54
// CHECK: nnvm.split(%arg0) {
func.func @op54(%a0: tensor<10x20xf32>) {
  %r:2 = nnvm.split(%a0) {indices_or_sections = array<i64: 11>} : (tensor<10x20xf32>) -> (tensor<10x11xf32>, tensor<10x9xf32>)
  return
}

// CHECK-LABEL: @op55
// CHECK: nnvm.broadcast_to(%arg0) {
func.func @op55(%a0: tensor<4x1xf32>) {
  %r = nnvm.broadcast_to(%a0) {shape = array<i64: 0, 4>} : (tensor<4x1xf32>) -> tensor<4x4xf32>
  return
}

// CHECK-LABEL: @op56
// CHECK: nnvm.__layout_transform__(%arg0) {
func.func @op56(%a0: tensor<1x32x8x8xf32>) {
  %r = nnvm.__layout_transform__(%a0) {src_layout = "NCHW", dst_layout = "NCHW16c"} : (tensor<1x32x8x8xf32>) -> tensor<1x2x8x8x16xf32>
  return
}

// CHECK-LABEL: @op57
// CHECK: nnvm._assign(%arg0, %arg1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
func.func @op57(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  %r = nnvm._assign(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: @op58
// CHECK: nnvm.exp(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
func.func @op58(%a0: tensor<4xf32>) {
  %r = nnvm.exp(%a0) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: @op59
// CHECK: nnvm.log(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
func.func @op59(%a0: tensor<4xf32>) {
  %r = nnvm.log(%a0) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: @op60
// CHECK: nnvm.sqrt(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
func.func @op60(%a0: tensor<4xf32>) {
  %r = nnvm.sqrt(%a0) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: @op61
// CHECK: nnvm.tanh(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
func.func @op61(%a0: tensor<4xf32>) {
  %r = nnvm.tanh(%a0) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: @op62
// CHECK: nnvm.sigmoid(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
func.func @op62(%a0: tensor<4xf32>) {
  %r = nnvm.sigmoid(%a0) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: @op63
// CHECK: nnvm.negative(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
func.func @op63(%a0: tensor<4xf32>) {
  %r = nnvm.negative(%a0) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: @op64
// CHECK: nnvm.abs(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
func.func @op64(%a0: tensor<4xf32>) {
  %r = nnvm.abs(%a0) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: @op65
// CHECK: nnvm.floor(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
func.func @op65(%a0: tensor<4xf32>) {
  %r = nnvm.floor(%a0) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: @op66
// CHECK: nnvm.ceil(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
func.func @op66(%a0: tensor<4xf32>) {
  %r = nnvm.ceil(%a0) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: @op67
// CHECK: nnvm.relu(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
func.func @op67(%a0: tensor<4xf32>) {
  %r = nnvm.relu(%a0) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: @op68
// CHECK: nnvm.leaky_relu(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
func.func @op68(%a0: tensor<4xf32>) {
  %r = nnvm.leaky_relu(%a0) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: @op69
// CHECK: nnvm.clip(%arg0) {a_max = 6.000000e+00 : f64, a_min = 0.000000e+00 : f64} : (tensor<4xf32>) -> tensor<4xf32>
func.func @op69(%a0: tensor<4xf32>) {
  %r = nnvm.clip(%a0) {a_min = 0.0, a_max = 6.0} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: @op70
// CHECK: nnvm.copy(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
func.func @op70(%a0: tensor<4xf32>) {
  %r = nnvm.copy(%a0) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: @op71
// CHECK: nnvm.block_grad(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
func.func @op71(%a0: tensor<4xf32>) {
  %r = nnvm.block_grad(%a0) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: @op73
// CHECK: nnvm.cast(%arg0) {dtype = "float64"} : (tensor<4xf32>) -> tensor<4xf64>
func.func @op73(%a0: tensor<4xf32>) {
  %r = nnvm.cast(%a0) {dtype = "float64"} : (tensor<4xf32>) -> tensor<4xf64>
  return
}

// CHECK-LABEL: @op74
// CHECK: nnvm.softmax(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
func.func @op74(%a0: tensor<4xf32>) {
  %r = nnvm.softmax(%a0) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: @op75
// CHECK: nnvm.log_softmax(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
func.func @op75(%a0: tensor<4xf32>) {
  %r = nnvm.log_softmax(%a0) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: @op76
// CHECK: nnvm.relu_grad(%arg0, %arg1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
func.func @op76(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  %r = nnvm.relu_grad(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: @dense
// CHECK: nnvm.dense(%arg0, %arg1, %arg2) {units = 30 : i64} : (tensor<10x20xf32>, tensor<30x20xf32>, tensor<30xf32>) -> tensor<10x30xf32>
func.func @dense(%a0: tensor<10x20xf32>, %a1: tensor<30x20xf32>, %a2: tensor<30xf32>) {
  %r = nnvm.dense(%a0, %a1, %a2) {units = 30 : i64} : (tensor<10x20xf32>, tensor<30x20xf32>, tensor<30xf32>) -> tensor<10x30xf32>
  return
}

// Types that are not known, and an order that no operand expresses.
// CHECK-LABEL: @unknown
// CHECK: %exp1 = nnvm.exp(%arg0) {nnvm.name = "exp1"} : (tensor<*x!nnvm.any>) -> tensor<?x!nnvm.any>
// CHECK: nnvm.after %0, %exp1 : tensor<*xf32>, tensor<?x!nnvm.any>
func.func @unknown(%x: tensor<*x!nnvm.any>) {
  %0 = nnvm.exp(%x) {nnvm.name = "exp1"} : (tensor<*x!nnvm.any>) -> tensor<?x!nnvm.any>
  %1 = nnvm.log(%x) : (tensor<*x!nnvm.any>) -> tensor<*xf32>
  nnvm.after %1, %0 : tensor<*xf32>, tensor<?x!nnvm.any>
  return
}

// The value of a variable before the variable changes.
// CHECK-LABEL: @read
// CHECK: nnvm.read(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
func.func @read(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = nnvm.read(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = nnvm._assign(%x, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
