// RUN: lathe-opt %s --split-input-file --verify-diagnostics

func.func @f(%a0: tensor<4xi32>) {
  // expected-error@+1 {{'nnvm.__lshift_scalar__' op expected equal shapes}}
  %r = nnvm.__lshift_scalar__(%a0) {scalar = 2.0} : (tensor<4xi32>) -> tensor<9x9x9x9x9x9x9xi32>
  return
}

// -----

func.func @f(%a0: tensor<4xi32>) {
  // expected-error@+1 {{'nnvm.__rshift_scalar__' op expected equal shapes}}
  %r = nnvm.__rshift_scalar__(%a0) {scalar = 2.0} : (tensor<4xi32>) -> tensor<9x9x9x9x9x9x9xi32>
  return
}

// -----

func.func @f(%a0: tensor<4xi32>, %a1: tensor<1xi32>) {
  // expected-error@+1 {{'nnvm.broadcast_left_shift' op cannot broadcast}}
  %r = nnvm.broadcast_left_shift(%a0, %a1) : (tensor<4xi32>, tensor<1xi32>) -> tensor<9x9x9x9x9x9x9xi32>
  return
}

// -----

func.func @f(%a0: tensor<4xui8>, %a1: tensor<1xui8>) {
  // expected-error@+1 {{'nnvm.broadcast_right_shift' op cannot broadcast}}
  %r = nnvm.broadcast_right_shift(%a0, %a1) : (tensor<4xui8>, tensor<1xui8>) -> tensor<9x9x9x9x9x9x9xui8>
  return
}

// -----

func.func @f(%a0: tensor<4x5xf32>) {
  // expected-error@+1 {{'nnvm._max_mask' op expected equal shapes}}
  %r = nnvm._max_mask(%a0) {axis = array<i64: 1>} : (tensor<4x5xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x5xf32>) {
  // expected-error@+1 {{'nnvm._min_mask' op expected equal shapes}}
  %r = nnvm._min_mask(%a0) {axis = array<i64: 0>, exclude = true} : (tensor<4x5xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4x5x6xf32>, %a1: tensor<2x3xi32>) {
  // expected-error@+1 {{'nnvm.gather_nd' op needs}}
  %r = nnvm.gather_nd(%a0, %a1) : (tensor<4x5x6xf32>, tensor<2x3xi32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<1x4x8x8xf32>) {
  // expected-error@+1 {{'nnvm.resize' op needs}}
  %r = nnvm.resize(%a0) {align_corners = true, size = array<i64: 16, 12>} : (tensor<1x4x8x8xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<1x1x4x4x4xf32>, %a1: tensor<2x1x1x1x4x4xf32>) {
  // expected-error@+1 {{'nnvm._contrib_conv2d_NCHWc' op needs}}
  %r = nnvm._contrib_conv2d_NCHWc(%a0, %a1) {channels = 8 : i64, kernel_layout = "OIHW4i4o", kernel_size = array<i64: 1, 1>, layout = "NCHW4c"} : (tensor<1x1x4x4x4xf32>, tensor<2x1x1x1x4x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<8x4x3x3xf32>) {
  // expected-error@+1 {{'nnvm._contrib_conv2d_winograd_weight_transform' op needs}}
  %r = nnvm._contrib_conv2d_winograd_weight_transform(%a0) {tile_size = 4 : i64} : (tensor<8x4x3x3xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<1x4x9x9xf32>, %a1: tensor<6x6x8x4xf32>) {
  // expected-error@+1 {{'nnvm._contrib_conv2d_winograd_without_weight_transform' op needs}}
  %r = nnvm._contrib_conv2d_winograd_without_weight_transform(%a0, %a1) {channels = 8 : i64, kernel_size = array<i64: 3, 3>, tile_size = 4 : i64} : (tensor<1x4x9x9xf32>, tensor<6x6x8x4xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<8x4x3x3xf32>) {
  // expected-error@+1 {{'nnvm._contrib_conv2d_winograd_nnpack_weight_transform' op needs}}
  %r = nnvm._contrib_conv2d_winograd_nnpack_weight_transform(%a0) {convolution_algorithm = 4 : i64, out_dtype = "float16"} : (tensor<8x4x3x3xf32>) -> tensor<9x9x9x9x9x9x9xf16>
  return
}

// -----

func.func @f(%a0: tensor<1x4x9x9xf32>, %a1: tensor<8x4x8x8xf32>) {
  // expected-error@+1 {{'nnvm._contrib_conv2d_winograd_nnpack_without_weight_transform' op needs}}
  %r = nnvm._contrib_conv2d_winograd_nnpack_without_weight_transform(%a0, %a1) {channels = 8 : i64, kernel_size = array<i64: 3, 3>} : (tensor<1x4x9x9xf32>, tensor<8x4x8x8xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<1x3x4x5xf32>) {
  // expected-error@+1 {{'nnvm.multibox_prior' op needs}}
  %r = nnvm.multibox_prior(%a0) {ratios = array<f64: 1.0, 2.0>, sizes = array<f64: 0.5, 1.0>} : (tensor<1x3x4x5xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<2x3x5xf32>, %a1: tensor<2x20xf32>, %a2: tensor<1x5x4xf32>) {
  // expected-error@+1 {{'nnvm.multibox_transform_loc' op needs}}
  %r:2 = nnvm.multibox_transform_loc(%a0, %a1, %a2) {clip = false, variances = array<f64: 0.1, 0.1, 0.2, 0.2>} : (tensor<2x3x5xf32>, tensor<2x20xf32>, tensor<1x5x4xf32>) -> (tensor<9x9x9x9x9x9x9xf32>, tensor<2xi32>)
  return
}

// -----

func.func @f(%a0: tensor<1x5x6xf32>, %a1: tensor<1xi32>) {
  // expected-error@+1 {{'nnvm.non_max_suppression' op needs}}
  %r = nnvm.non_max_suppression(%a0, %a1) {return_indices = false} : (tensor<1x5x6xf32>, tensor<1xi32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<1x5x6xf32>, %a1: tensor<1xi32>) {
  // expected-error@+1 {{'nnvm.nms' op needs}}
  %r = nnvm.nms(%a0, %a1) {nms_threshold = 7.000000e-01 : f64} : (tensor<1x5x6xf32>, tensor<1xi32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<1x4x6x6xf32>) {
  // expected-error@+1 {{'nnvm.yolo_reorg' op needs}}
  %r = nnvm.yolo_reorg(%a0) {stride = 2 : i64} : (tensor<1x4x6x6xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<1x16x2x2xf32>) {
  // expected-error@+1 {{'nnvm.yolo_region' op expected equal shapes}}
  %r = nnvm.yolo_region(%a0) {background = 0 : i64, classes = 3 : i64, coords = 4 : i64, n = 2 : i64, softmax = 1 : i64} : (tensor<1x16x2x2xf32>) -> tensor<9x9x9x9x9x9x9xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{'nnvm.tvm_op' op has num_inputs = 1 and num_outputs = 2, but 1 operands and 1 results}}
  %r = nnvm.tvm_op(%a0) {flatten_data = 1 : i64, func_name = "fuse_exp", num_inputs = 1 : i64, num_outputs = 2 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'nnvm.tvm_op' op has num_outputs = 0, but must have at least 1 result}}
  nnvm.tvm_op() {flatten_data = 1 : i64, func_name = "fuse_exp", num_inputs = 0 : i64, num_outputs = 0 : i64} : () -> ()
  return
}
