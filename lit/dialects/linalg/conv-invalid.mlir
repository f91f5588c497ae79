// RUN: lathe-opt %s --split-input-file --verify-diagnostics

func.func @conv_1d(%a0: memref<3xf32>, %a1: memref<2xf32>, %a2: memref<3xf32>) {
  // expected-error@+1 {{'linalg.conv_1d' op inferred input/output operand #0 has shape's dimension #0 to be greater than or equal to 4, but found 3}}
  linalg.conv_1d ins(%a0, %a1 : memref<3xf32>, memref<2xf32>) outs(%a2 : memref<3xf32>)
  return
}

// -----

func.func @conv_2d(%a0: memref<4x4xf32>, %a1: memref<3x2xf32>, %a2: memref<3x3xf32>) {
  // expected-error@+1 {{'linalg.conv_2d' op inferred input/output operand #0 has shape's dimension #0 to be greater than or equal to 5, but found 4}}
  linalg.conv_2d ins(%a0, %a1 : memref<4x4xf32>, memref<3x2xf32>) outs(%a2 : memref<3x3xf32>)
  return
}

// -----

func.func @conv_3d(%a0: memref<2x4x4xf32>, %a1: memref<2x3x3xf32>, %a2: memref<2x2x2xf32>) {
  // expected-error@+1 {{'linalg.conv_3d' op inferred input/output operand #0 has shape's dimension #0 to be greater than or equal to 3, but found 2}}
  linalg.conv_3d ins(%a0, %a1 : memref<2x4x4xf32>, memref<2x3x3xf32>) outs(%a2 : memref<2x2x2xf32>)
  return
}

// -----

func.func @conv_1d_nwc_wcf(%a0: memref<3x4x2xf32>, %a1: memref<2x2x4xf32>, %a2: memref<3x2x4xf32>) {
  // expected-error@+1 {{'linalg.conv_1d_nwc_wcf' op inferred input/output operand #0 has shape's dimension #1 to be greater than or equal to 5, but found 4}}
  linalg.conv_1d_nwc_wcf {dilations = dense<2> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%a0, %a1 : memref<3x4x2xf32>, memref<2x2x4xf32>) outs(%a2 : memref<3x2x4xf32>)
  return
}

// -----

func.func @conv_1d_ncw_fcw(%a0: memref<4x4x6xf32>, %a1: memref<4x4x3xf32>, %a2: memref<4x4x2xf32>) {
  // expected-error@+1 {{'linalg.conv_1d_ncw_fcw' op inferred input/output operand #0 has shape's dimension #2 to be greater than or equal to 7, but found 6}}
  linalg.conv_1d_ncw_fcw {dilations = dense<2> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%a0, %a1 : memref<4x4x6xf32>, memref<4x4x3xf32>) outs(%a2 : memref<4x4x2xf32>)
  return
}

// -----

func.func @conv_2d_nhwc_hwcf(%a0: memref<3x5x5x3xf32>, %a1: memref<2x2x3x2xf32>, %a2: memref<3x3x2x2xf32>) {
  // expected-error@+1 {{'linalg.conv_2d_nhwc_hwcf' op inferred input/output operand #0 has shape's dimension #1 to be greater than or equal to 6, but found 5}}
  linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>} ins(%a0, %a1 : memref<3x5x5x3xf32>, memref<2x2x3x2xf32>) outs(%a2 : memref<3x3x2x2xf32>)
  return
}

// -----

func.func @conv_2d_nhwc_fhwc(%a0: memref<4x3x7x3xf32>, %a1: memref<2x2x2x3xf32>, %a2: memref<4x2x3x2xf32>) {
  // expected-error@+1 {{'linalg.conv_2d_nhwc_fhwc' op inferred input/output operand #0 has shape's dimension #1 to be greater than or equal to 4, but found 3}}
  linalg.conv_2d_nhwc_fhwc {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%a0, %a1 : memref<4x3x7x3xf32>, memref<2x2x2x3xf32>) outs(%a2 : memref<4x2x3x2xf32>)
  return
}

// -----

func.func @conv_2d_nhwc_hwcf_q(%a0: memref<3x8x9x3xi8>, %a1: memref<2x2x3x4xi8>, %a2: i32, %a3: i32, %a4: memref<3x4x4x4xi32>) {
  // expected-error@+1 {{'linalg.conv_2d_nhwc_hwcf_q' op inferred input/output operand #0 has shape's dimension #1 to be greater than or equal to 9, but found 8}}
  linalg.conv_2d_nhwc_hwcf_q {dilations = dense<2> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%a0, %a1, %a2, %a3 : memref<3x8x9x3xi8>, memref<2x2x3x4xi8>, i32, i32) outs(%a4 : memref<3x4x4x4xi32>)
  return
}

// -----

func.func @conv_2d_nhwc_fhwc_q(%a0: memref<2x4x11x2xi8>, %a1: memref<4x3x3x2xi8>, %a2: i32, %a3: i32, %a4: memref<2x2x4x4xi32>) {
  // expected-error@+1 {{'linalg.conv_2d_nhwc_fhwc_q' op inferred input/output operand #0 has shape's dimension #1 to be greater than or equal to 5, but found 4}}
  linalg.conv_2d_nhwc_fhwc_q {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%a0, %a1, %a2, %a3 : memref<2x4x11x2xi8>, memref<4x3x3x2xi8>, i32, i32) outs(%a4 : memref<2x2x4x4xi32>)
  return
}

// -----

func.func @conv_2d_nchw_fchw_q(%a0: memref<2x3x13x6xi8>, %a1: memref<2x3x3x3xi8>, %a2: i32, %a3: i32, %a4: memref<2x2x4x2xi32>) {
  // expected-error@+1 {{'linalg.conv_2d_nchw_fchw_q' op inferred input/output operand #0 has shape's dimension #2 to be greater than or equal to 14, but found 13}}
  linalg.conv_2d_nchw_fchw_q {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<3> : tensor<2xi64>} ins(%a0, %a1, %a2, %a3 : memref<2x3x13x6xi8>, memref<2x3x3x3xi8>, i32, i32) outs(%a4 : memref<2x2x4x2xi32>)
  return
}

// -----

func.func @conv_2d_nchw_fchw(%a0: memref<3x2x7x9xf32>, %a1: memref<4x2x2x3xf32>, %a2: memref<3x4x3x3xf32>) {
  // expected-error@+1 {{'linalg.conv_2d_nchw_fchw' op inferred input/output operand #0 has shape's dimension #2 to be greater than or equal to 8, but found 7}}
  linalg.conv_2d_nchw_fchw {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%a0, %a1 : memref<3x2x7x9xf32>, memref<4x2x2x3xf32>) outs(%a2 : memref<3x4x3x3xf32>)
  return
}

// -----

func.func @conv_2d_ngchw_fgchw(%a0: memref<2x3x4x6x11xf32>, %a1: memref<4x3x4x3x3xf32>, %a2: memref<2x3x4x2x4xf32>) {
  // expected-error@+1 {{'linalg.conv_2d_ngchw_fgchw' op inferred input/output operand #0 has shape's dimension #3 to be greater than or equal to 7, but found 6}}
  linalg.conv_2d_ngchw_fgchw {dilations = dense<2> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%a0, %a1 : memref<2x3x4x6x11xf32>, memref<4x3x4x3x3xf32>) outs(%a2 : memref<2x3x4x2x4xf32>)
  return
}

// -----

func.func @conv_2d_ngchw_gfchw(%a0: memref<4x4x3x6x5xf32>, %a1: memref<4x2x3x3x2xf32>, %a2: memref<4x4x2x2x2xf32>) {
  // expected-error@+1 {{'linalg.conv_2d_ngchw_gfchw' op inferred input/output operand #0 has shape's dimension #3 to be greater than or equal to 7, but found 6}}
  linalg.conv_2d_ngchw_gfchw {dilations = dense<2> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%a0, %a1 : memref<4x4x3x6x5xf32>, memref<4x2x3x3x2xf32>) outs(%a2 : memref<4x4x2x2x2xf32>)
  return
}

// -----

func.func @conv_2d_nhwgc_gfhwc(%a0: memref<3x11x6x3x3xf32>, %a1: memref<3x4x3x3x3xf32>, %a2: memref<3x4x2x3x4xf32>) {
  // expected-error@+1 {{'linalg.conv_2d_nhwgc_gfhwc' op inferred input/output operand #0 has shape's dimension #1 to be greater than or equal to 12, but found 11}}
  linalg.conv_2d_nhwgc_gfhwc {dilations = dense<1> : tensor<2xi64>, strides = dense<3> : tensor<2xi64>} ins(%a0, %a1 : memref<3x11x6x3x3xf32>, memref<3x4x3x3x3xf32>) outs(%a2 : memref<3x4x2x3x4xf32>)
  return
}

// -----

func.func @conv_2d_nhwgc_gfhwc_q(%a0: memref<3x8x9x4x4xi8>, %a1: memref<4x2x3x3x4xi8>, %a2: i32, %a3: i32, %a4: memref<3x4x3x4x2xi32>) {
  // expected-error@+1 {{'linalg.conv_2d_nhwgc_gfhwc_q' op inferred input/output operand #0 has shape's dimension #1 to be greater than or equal to 9, but found 8}}
  linalg.conv_2d_nhwgc_gfhwc_q {dilations = dense<1> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>} ins(%a0, %a1, %a2, %a3 : memref<3x8x9x4x4xi8>, memref<4x2x3x3x4xi8>, i32, i32) outs(%a4 : memref<3x4x3x4x2xi32>)
  return
}

// -----

func.func @conv_2d_ngchw_gfchw_q(%a0: memref<3x3x2x6x4xi8>, %a1: memref<3x4x2x3x2xi8>, %a2: i32, %a3: i32, %a4: memref<3x3x4x3x2xi32>) {
  // expected-error@+1 {{'linalg.conv_2d_ngchw_gfchw_q' op inferred input/output operand #0 has shape's dimension #3 to be greater than or equal to 7, but found 6}}
  linalg.conv_2d_ngchw_gfchw_q {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%a0, %a1, %a2, %a3 : memref<3x3x2x6x4xi8>, memref<3x4x2x3x2xi8>, i32, i32) outs(%a4 : memref<3x3x4x3x2xi32>)
  return
}

// -----

func.func @conv_3d_ndhwc_dhwcf(%a0: memref<2x7x9x7x2xf32>, %a1: memref<2x2x2x2x2xf32>, %a2: memref<2x4x4x3x2xf32>) {
  // expected-error@+1 {{'linalg.conv_3d_ndhwc_dhwcf' op inferred input/output operand #0 has shape's dimension #1 to be greater than or equal to 8, but found 7}}
  linalg.conv_3d_ndhwc_dhwcf {dilations = dense<[1, 2, 2]> : tensor<3xi64>, strides = dense<2> : tensor<3xi64>} ins(%a0, %a1 : memref<2x7x9x7x2xf32>, memref<2x2x2x2x2xf32>) outs(%a2 : memref<2x4x4x3x2xf32>)
  return
}

// -----

func.func @conv_3d_ndhwc_dhwcf_q(%a0: memref<2x6x5x6x4xi8>, %a1: memref<3x2x2x4x2xi8>, %a2: i32, %a3: i32, %a4: memref<2x2x2x2x2xi32>) {
  // expected-error@+1 {{'linalg.conv_3d_ndhwc_dhwcf_q' op inferred input/output operand #0 has shape's dimension #1 to be greater than or equal to 7, but found 6}}
  linalg.conv_3d_ndhwc_dhwcf_q {dilations = dense<2> : tensor<3xi64>, strides = dense<[2, 2, 3]> : tensor<3xi64>} ins(%a0, %a1, %a2, %a3 : memref<2x6x5x6x4xi8>, memref<3x2x2x4x2xi8>, i32, i32) outs(%a4 : memref<2x2x2x2x2xi32>)
  return
}

// -----

func.func @conv_3d_ncdhw_fcdhw(%a0: memref<2x2x10x7x9xf32>, %a1: memref<4x2x2x3x3xf32>, %a2: memref<2x4x4x2x3xf32>) {
  // expected-error@+1 {{'linalg.conv_3d_ncdhw_fcdhw' op inferred input/output operand #0 has shape's dimension #2 to be greater than or equal to 11, but found 10}}
  linalg.conv_3d_ncdhw_fcdhw {dilations = dense<[1, 2, 2]> : tensor<3xi64>, strides = dense<[3, 2, 2]> : tensor<3xi64>} ins(%a0, %a1 : memref<2x2x10x7x9xf32>, memref<4x2x2x3x3xf32>) outs(%a2 : memref<2x4x4x2x3xf32>)
  return
}

// -----

func.func @depthwise_conv_1d_nwc_wc(%a0: memref<4x5x4xf32>, %a1: memref<3x4xf32>, %a2: memref<4x2x4xf32>) {
  // expected-error@+1 {{'linalg.depthwise_conv_1d_nwc_wc' op inferred input/output operand #0 has shape's dimension #1 to be greater than or equal to 6, but found 5}}
  linalg.depthwise_conv_1d_nwc_wc {dilations = dense<1> : tensor<1xi64>, strides = dense<3> : tensor<1xi64>} ins(%a0, %a1 : memref<4x5x4xf32>, memref<3x4xf32>) outs(%a2 : memref<4x2x4xf32>)
  return
}

// -----

func.func @depthwise_conv_1d_ncw_cw(%a0: memref<3x2x8xf32>, %a1: memref<2x3xf32>, %a2: memref<3x2x4xf32>) {
  // expected-error@+1 {{'linalg.depthwise_conv_1d_ncw_cw' op inferred input/output operand #0 has shape's dimension #2 to be greater than or equal to 9, but found 8}}
  linalg.depthwise_conv_1d_ncw_cw {dilations = dense<1> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%a0, %a1 : memref<3x2x8xf32>, memref<2x3xf32>) outs(%a2 : memref<3x2x4xf32>)
  return
}

// -----

func.func @depthwise_conv_1d_nwc_wcm(%a0: memref<2x8x3xf32>, %a1: memref<2x3x2xf32>, %a2: memref<2x3x3x2xf32>) {
  // expected-error@+1 {{'linalg.depthwise_conv_1d_nwc_wcm' op inferred input/output operand #0 has shape's dimension #1 to be greater than or equal to 9, but found 8}}
  linalg.depthwise_conv_1d_nwc_wcm {dilations = dense<2> : tensor<1xi64>, strides = dense<3> : tensor<1xi64>} ins(%a0, %a1 : memref<2x8x3xf32>, memref<2x3x2xf32>) outs(%a2 : memref<2x3x3x2xf32>)
  return
}

// -----

func.func @depthwise_conv_2d_nhwc_hwc(%a0: memref<3x10x9x2xf32>, %a1: memref<2x3x2xf32>, %a2: memref<3x4x3x2xf32>) {
  // expected-error@+1 {{'linalg.depthwise_conv_2d_nhwc_hwc' op inferred input/output operand #0 has shape's dimension #1 to be greater than or equal to 11, but found 10}}
  linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%a0, %a1 : memref<3x10x9x2xf32>, memref<2x3x2xf32>) outs(%a2 : memref<3x4x3x2xf32>)
  return
}

// -----

func.func @depthwise_conv_2d_nchw_chw(%a0: memref<4x3x7x6xf32>, %a1: memref<3x3x3xf32>, %a2: memref<4x3x2x2xf32>) {
  // expected-error@+1 {{'linalg.depthwise_conv_2d_nchw_chw' op inferred input/output operand #0 has shape's dimension #2 to be greater than or equal to 8, but found 7}}
  linalg.depthwise_conv_2d_nchw_chw {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<3> : tensor<2xi64>} ins(%a0, %a1 : memref<4x3x7x6xf32>, memref<3x3x3xf32>) outs(%a2 : memref<4x3x2x2xf32>)
  return
}

// -----

func.func @depthwise_conv_2d_nhwc_hwc_q(%a0: memref<4x4x9x2xi8>, %a1: memref<3x3x2xi8>, %a2: i32, %a3: i32, %a4: memref<4x2x4x2xi32>) {
  // expected-error@+1 {{'linalg.depthwise_conv_2d_nhwc_hwc_q' op inferred input/output operand #0 has shape's dimension #1 to be greater than or equal to 5, but found 4}}
  linalg.depthwise_conv_2d_nhwc_hwc_q {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%a0, %a1, %a2, %a3 : memref<4x4x9x2xi8>, memref<3x3x2xi8>, i32, i32) outs(%a4 : memref<4x2x4x2xi32>)
  return
}

// -----

func.func @depthwise_conv_2d_nhwc_hwcm(%a0: memref<3x10x9x3xf32>, %a1: memref<3x3x3x2xf32>, %a2: memref<3x4x3x3x2xf32>) {
  // expected-error@+1 {{'linalg.depthwise_conv_2d_nhwc_hwcm' op inferred input/output operand #0 has shape's dimension #1 to be greater than or equal to 11, but found 10}}
  linalg.depthwise_conv_2d_nhwc_hwcm {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>} ins(%a0, %a1 : memref<3x10x9x3xf32>, memref<3x3x3x2xf32>) outs(%a2 : memref<3x4x3x3x2xf32>)
  return
}

// -----

func.func @depthwise_conv_2d_nhwc_hwcm_q(%a0: memref<2x10x14x4xi8>, %a1: memref<3x3x4x3xi8>, %a2: i32, %a3: i32, %a4: memref<2x3x4x4x3xi32>) {
  // expected-error@+1 {{'linalg.depthwise_conv_2d_nhwc_hwcm_q' op inferred input/output operand #0 has shape's dimension #1 to be greater than or equal to 11, but found 10}}
  linalg.depthwise_conv_2d_nhwc_hwcm_q {dilations = dense<2> : tensor<2xi64>, strides = dense<3> : tensor<2xi64>} ins(%a0, %a1, %a2, %a3 : memref<2x10x14x4xi8>, memref<3x3x4x3xi8>, i32, i32) outs(%a4 : memref<2x3x4x4x3xi32>)
  return
}

// -----

func.func @depthwise_conv_3d_ndhwc_dhwc(%a0: memref<4x6x11x7x4xf32>, %a1: memref<3x2x3x4xf32>, %a2: memref<4x2x4x2x4xf32>) {
  // expected-error@+1 {{'linalg.depthwise_conv_3d_ndhwc_dhwc' op inferred input/output operand #0 has shape's dimension #1 to be greater than or equal to 7, but found 6}}
  linalg.depthwise_conv_3d_ndhwc_dhwc {dilations = dense<[2, 1, 2]> : tensor<3xi64>, strides = dense<[2, 3, 2]> : tensor<3xi64>} ins(%a0, %a1 : memref<4x6x11x7x4xf32>, memref<3x2x3x4xf32>) outs(%a2 : memref<4x2x4x2x4xf32>)
  return
}

// -----

func.func @depthwise_conv_3d_ncdhw_cdhw(%a0: memref<2x4x8x9x8xf32>, %a1: memref<4x3x2x2xf32>, %a2: memref<2x4x3x4x4xf32>) {
  // expected-error@+1 {{'linalg.depthwise_conv_3d_ncdhw_cdhw' op inferred input/output operand #0 has shape's dimension #2 to be greater than or equal to 9, but found 8}}
  linalg.depthwise_conv_3d_ncdhw_cdhw {dilations = dense<[1, 2, 1]> : tensor<3xi64>, strides = dense<[3, 2, 2]> : tensor<3xi64>} ins(%a0, %a1 : memref<2x4x8x9x8xf32>, memref<4x3x2x2xf32>) outs(%a2 : memref<2x4x3x4x4xf32>)
  return
}

// -----

func.func @depthwise_conv_3d_ndhwc_dhwcm(%a0: memref<3x7x9x9x4xf32>, %a1: memref<3x3x3x4x2xf32>, %a2: memref<3x2x3x3x4x2xf32>) {
  // expected-error@+1 {{'linalg.depthwise_conv_3d_ndhwc_dhwcm' op inferred input/output operand #0 has shape's dimension #1 to be greater than or equal to 8, but found 7}}
  linalg.depthwise_conv_3d_ndhwc_dhwcm {dilations = dense<[2, 1, 2]> : tensor<3xi64>, strides = dense<[3, 3, 2]> : tensor<3xi64>} ins(%a0, %a1 : memref<3x7x9x9x4xf32>, memref<3x3x3x4x2xf32>) outs(%a2 : memref<3x2x3x3x4x2xf32>)
  return
}

// -----

// As in MLIR, errors in memoized maps are reported.

#map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1 * 2, d4)>
#map1 = affine_map<(d0, d1, d2, d3, d4) -> (d3, d4, d2)>
#map2 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>
func.func @memoized(%x: tensor<?x?x?xf32>, %k: tensor<?x?x?xf32>, %r: tensor<?x?x?xf32>) {
  // expected-error@+1 {{unexpected input index map for convolutions}}
  %0 = "linalg.conv_1d_nwc_wcf"(%x, %k, %r) <{operandSegmentSizes = array<i32: 2, 1>}> ({
  ^bb0(%a: f32, %b: f32, %c: f32):
    %1 = arith.mulf %a, %b : f32
    %2 = arith.addf %c, %1 : f32
    linalg.yield %2 : f32
  }) {linalg.memoized_indexing_maps = [#map, #map1, #map2]} : (tensor<?x?x?xf32>, tensor<?x?x?xf32>, tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return
}
