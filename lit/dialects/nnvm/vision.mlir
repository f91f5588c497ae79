// RUN: lathe-opt %s | lathe-opt | FileCheck %s

// CHECK-LABEL: func.func @__lshift_scalar__
func.func @__lshift_scalar__(%a0: tensor<4xi32>) {
  // CHECK: nnvm.__lshift_scalar__(%arg0) {
  %r = nnvm.__lshift_scalar__(%a0) {scalar = 2.0} : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// CHECK-LABEL: func.func @__rshift_scalar__
func.func @__rshift_scalar__(%a0: tensor<4xi32>) {
  // CHECK: nnvm.__rshift_scalar__(%arg0) {
  %r = nnvm.__rshift_scalar__(%a0) {scalar = 2.0} : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// CHECK-LABEL: func.func @broadcast_left_shift
func.func @broadcast_left_shift(%a0: tensor<4xi32>, %a1: tensor<1xi32>) {
  // CHECK: nnvm.broadcast_left_shift(%arg0, %arg1)
  %r = nnvm.broadcast_left_shift(%a0, %a1) : (tensor<4xi32>, tensor<1xi32>) -> tensor<4xi32>
  return
}

// CHECK-LABEL: func.func @broadcast_right_shift
func.func @broadcast_right_shift(%a0: tensor<4xui8>, %a1: tensor<1xui8>) {
  // CHECK: nnvm.broadcast_right_shift(%arg0, %arg1)
  %r = nnvm.broadcast_right_shift(%a0, %a1) : (tensor<4xui8>, tensor<1xui8>) -> tensor<4xui8>
  return
}

// CHECK-LABEL: func.func @_max_mask
func.func @_max_mask(%a0: tensor<4x5xf32>) {
  // CHECK: nnvm._max_mask(%arg0) {
  %r = nnvm._max_mask(%a0) {axis = array<i64: 1>} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  return
}

// CHECK-LABEL: func.func @_min_mask
func.func @_min_mask(%a0: tensor<4x5xf32>) {
  // CHECK: nnvm._min_mask(%arg0) {
  %r = nnvm._min_mask(%a0) {axis = array<i64: 0>, exclude = true} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  return
}

// CHECK-LABEL: func.func @gather_nd
func.func @gather_nd(%a0: tensor<4x5x6xf32>, %a1: tensor<2x3xi32>) {
  // CHECK: nnvm.gather_nd(%arg0, %arg1)
  %r = nnvm.gather_nd(%a0, %a1) : (tensor<4x5x6xf32>, tensor<2x3xi32>) -> tensor<3x6xf32>
  return
}

// CHECK-LABEL: func.func @resize
func.func @resize(%a0: tensor<1x4x8x8xf32>) {
  // CHECK: nnvm.resize(%arg0) {
  %r = nnvm.resize(%a0) {align_corners = true, size = array<i64: 16, 12>} : (tensor<1x4x8x8xf32>) -> tensor<1x4x16x12xf32>
  return
}

// CHECK-LABEL: func.func @_contrib_conv2d_NCHWc
func.func @_contrib_conv2d_NCHWc(%a0: tensor<1x1x4x4x4xf32>, %a1: tensor<2x1x1x1x4x4xf32>) {
  // CHECK: nnvm._contrib_conv2d_NCHWc(%arg0, %arg1) {
  %r = nnvm._contrib_conv2d_NCHWc(%a0, %a1) {channels = 8 : i64, kernel_layout = "OIHW4i4o", kernel_size = array<i64: 1, 1>, layout = "NCHW4c"} : (tensor<1x1x4x4x4xf32>, tensor<2x1x1x1x4x4xf32>) -> tensor<1x2x4x4x4xf32>
  return
}

// CHECK-LABEL: func.func @_contrib_conv2d_winograd_weight_transform
func.func @_contrib_conv2d_winograd_weight_transform(%a0: tensor<8x4x3x3xf32>) {
  // CHECK: nnvm._contrib_conv2d_winograd_weight_transform(%arg0) {
  %r = nnvm._contrib_conv2d_winograd_weight_transform(%a0) {tile_size = 4 : i64} : (tensor<8x4x3x3xf32>) -> tensor<6x6x8x4xf32>
  return
}

// CHECK-LABEL: func.func @_contrib_conv2d_winograd_without_weight_transform
func.func @_contrib_conv2d_winograd_without_weight_transform(%a0: tensor<1x4x9x9xf32>, %a1: tensor<6x6x8x4xf32>) {
  // CHECK: nnvm._contrib_conv2d_winograd_without_weight_transform(%arg0, %arg1) {
  %r = nnvm._contrib_conv2d_winograd_without_weight_transform(%a0, %a1) {channels = 8 : i64, kernel_size = array<i64: 3, 3>, tile_size = 4 : i64} : (tensor<1x4x9x9xf32>, tensor<6x6x8x4xf32>) -> tensor<1x8x7x7xf32>
  return
}

// CHECK-LABEL: func.func @_contrib_conv2d_winograd_nnpack_weight_transform
func.func @_contrib_conv2d_winograd_nnpack_weight_transform(%a0: tensor<8x4x3x3xf32>) {
  // CHECK: nnvm._contrib_conv2d_winograd_nnpack_weight_transform(%arg0) {
  %r = nnvm._contrib_conv2d_winograd_nnpack_weight_transform(%a0) {convolution_algorithm = 4 : i64, out_dtype = "float16"} : (tensor<8x4x3x3xf32>) -> tensor<8x4x8x8xf16>
  return
}

// CHECK-LABEL: func.func @_contrib_conv2d_winograd_nnpack_without_weight_transform
func.func @_contrib_conv2d_winograd_nnpack_without_weight_transform(%a0: tensor<1x4x9x9xf32>, %a1: tensor<8x4x8x8xf32>) {
  // CHECK: nnvm._contrib_conv2d_winograd_nnpack_without_weight_transform(%arg0, %arg1) {
  %r = nnvm._contrib_conv2d_winograd_nnpack_without_weight_transform(%a0, %a1) {channels = 8 : i64, kernel_size = array<i64: 3, 3>} : (tensor<1x4x9x9xf32>, tensor<8x4x8x8xf32>) -> tensor<1x8x7x7xf32>
  return
}

// CHECK-LABEL: func.func @multibox_prior
func.func @multibox_prior(%a0: tensor<1x3x4x5xf32>) {
  // CHECK: nnvm.multibox_prior(%arg0) {
  %r = nnvm.multibox_prior(%a0) {ratios = array<f64: 1.0, 2.0>, sizes = array<f64: 0.5, 1.0>} : (tensor<1x3x4x5xf32>) -> tensor<1x60x4xf32>
  return
}

// CHECK-LABEL: func.func @multibox_transform_loc
func.func @multibox_transform_loc(%a0: tensor<2x3x5xf32>, %a1: tensor<2x20xf32>, %a2: tensor<1x5x4xf32>) {
  // CHECK: nnvm.multibox_transform_loc(%arg0, %arg1, %arg2) {
  %r:2 = nnvm.multibox_transform_loc(%a0, %a1, %a2) {clip = false, variances = array<f64: 0.1, 0.1, 0.2, 0.2>} : (tensor<2x3x5xf32>, tensor<2x20xf32>, tensor<1x5x4xf32>) -> (tensor<2x5x6xf32>, tensor<2xi32>)
  return
}

// CHECK-LABEL: func.func @non_max_suppression
func.func @non_max_suppression(%a0: tensor<1x5x6xf32>, %a1: tensor<1xi32>) {
  // CHECK: nnvm.non_max_suppression(%arg0, %arg1) {
  %r = nnvm.non_max_suppression(%a0, %a1) {return_indices = false} : (tensor<1x5x6xf32>, tensor<1xi32>) -> tensor<1x5x6xf32>
  return
}

// CHECK-LABEL: func.func @nms
func.func @nms(%a0: tensor<1x5x6xf32>, %a1: tensor<1xi32>) {
  // CHECK: nnvm.nms(%arg0, %arg1) {
  %r = nnvm.nms(%a0, %a1) {nms_threshold = 7.000000e-01 : f64} : (tensor<1x5x6xf32>, tensor<1xi32>) -> tensor<1x5x6xf32>
  return
}

// CHECK-LABEL: func.func @yolo_reorg
func.func @yolo_reorg(%a0: tensor<1x4x6x6xf32>) {
  // CHECK: nnvm.yolo_reorg(%arg0) {
  %r = nnvm.yolo_reorg(%a0) {stride = 2 : i64} : (tensor<1x4x6x6xf32>) -> tensor<1x16x3x3xf32>
  return
}

// CHECK-LABEL: func.func @yolo_region
func.func @yolo_region(%a0: tensor<1x16x2x2xf32>) {
  // CHECK: nnvm.yolo_region(%arg0) {
  %r = nnvm.yolo_region(%a0) {background = 0 : i64, classes = 3 : i64, coords = 4 : i64, n = 2 : i64, softmax = 1 : i64} : (tensor<1x16x2x2xf32>) -> tensor<1x16x2x2xf32>
  return
}

// CHECK-LABEL: func.func @tvm_op
func.func @tvm_op(%a0: tensor<4xf32>) {
  // CHECK: nnvm.tvm_op(%arg0) {
  %r:2 = nnvm.tvm_op(%a0) {flatten_data = 1 : i64, func_name = "fuse_exp", num_inputs = 1 : i64, num_outputs = 2 : i64} : (tensor<4xf32>) -> (tensor<4xf32>, tensor<2xf32>)
  return
}
