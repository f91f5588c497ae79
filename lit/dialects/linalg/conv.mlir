// The output must equal the text below.
// RUN: grep -v '^// ' %s > %t
// RUN: lathe-opt %s | diff %t -
// RUN: lathe-opt %s --mlir-print-op-generic | lathe-opt | diff %t -
module {
  func.func @conv_1d(%arg0: tensor<5xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>) -> tensor<3xf32> {
    %0 = linalg.conv_1d ins(%arg0, %arg1 : tensor<5xf32>, tensor<3xf32>) outs(%arg2 : tensor<3xf32>) -> tensor<3xf32>
    return %0 : tensor<3xf32>
  }
  func.func @conv_2d(%arg0: tensor<3x5xf32>, %arg1: tensor<2x2xf32>, %arg2: tensor<2x4xf32>) -> tensor<2x4xf32> {
    %0 = linalg.conv_2d ins(%arg0, %arg1 : tensor<3x5xf32>, tensor<2x2xf32>) outs(%arg2 : tensor<2x4xf32>) -> tensor<2x4xf32>
    return %0 : tensor<2x4xf32>
  }
  func.func @conv_3d(%arg0: tensor<4x5x5xf32>, %arg1: tensor<2x2x2xf32>, %arg2: tensor<3x4x4xf32>) -> tensor<3x4x4xf32> {
    %0 = linalg.conv_3d ins(%arg0, %arg1 : tensor<4x5x5xf32>, tensor<2x2x2xf32>) outs(%arg2 : tensor<3x4x4xf32>) -> tensor<3x4x4xf32>
    return %0 : tensor<3x4x4xf32>
  }
  func.func @conv_1d_nwc_wcf(%arg0: tensor<4x3x3xf32>, %arg1: tensor<2x3x4xf32>, %arg2: tensor<4x2x4xf32>) -> tensor<4x2x4xf32> {
    %0 = linalg.conv_1d_nwc_wcf ins(%arg0, %arg1 : tensor<4x3x3xf32>, tensor<2x3x4xf32>) outs(%arg2 : tensor<4x2x4xf32>) -> tensor<4x2x4xf32>
    return %0 : tensor<4x2x4xf32>
  }
  func.func @conv_1d_nwc_wcf_strided(%arg0: memref<4x7x3xf32>, %arg1: memref<3x3x3xf32>, %arg2: memref<4x2x3xf32>) {
    linalg.conv_1d_nwc_wcf {dilations = dense<2> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%arg0, %arg1 : memref<4x7x3xf32>, memref<3x3x3xf32>) outs(%arg2 : memref<4x2x3xf32>)
    return
  }
  func.func @conv_1d_ncw_fcw(%arg0: tensor<2x2x4xf32>, %arg1: tensor<3x2x2xf32>, %arg2: tensor<2x3x3xf32>) -> tensor<2x3x3xf32> {
    %0 = linalg.conv_1d_ncw_fcw ins(%arg0, %arg1 : tensor<2x2x4xf32>, tensor<3x2x2xf32>) outs(%arg2 : tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
    return %0 : tensor<2x3x3xf32>
  }
  func.func @conv_1d_ncw_fcw_strided(%arg0: memref<2x3x6xf32>, %arg1: memref<2x3x3xf32>, %arg2: memref<2x2x2xf32>) {
    linalg.conv_1d_ncw_fcw {dilations = dense<1> : tensor<1xi64>, strides = dense<3> : tensor<1xi64>} ins(%arg0, %arg1 : memref<2x3x6xf32>, memref<2x3x3xf32>) outs(%arg2 : memref<2x2x2xf32>)
    return
  }
  func.func @conv_2d_nhwc_hwcf(%arg0: tensor<3x3x4x4xf32>, %arg1: tensor<2x2x4x2xf32>, %arg2: tensor<3x2x3x2xf32>) -> tensor<3x2x3x2xf32> {
    %0 = linalg.conv_2d_nhwc_hwcf ins(%arg0, %arg1 : tensor<3x3x4x4xf32>, tensor<2x2x4x2xf32>) outs(%arg2 : tensor<3x2x3x2xf32>) -> tensor<3x2x3x2xf32>
    return %0 : tensor<3x2x3x2xf32>
  }
  func.func @conv_2d_nhwc_hwcf_strided(%arg0: memref<2x7x9x2xf32>, %arg1: memref<2x3x2x2xf32>, %arg2: memref<2x3x3x2xf32>) {
    linalg.conv_2d_nhwc_hwcf {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>} ins(%arg0, %arg1 : memref<2x7x9x2xf32>, memref<2x3x2x2xf32>) outs(%arg2 : memref<2x3x3x2xf32>)
    return
  }
  func.func @conv_2d_nhwc_fhwc(%arg0: tensor<2x4x5x3xf32>, %arg1: tensor<3x3x3x3xf32>, %arg2: tensor<2x2x3x3xf32>) -> tensor<2x2x3x3xf32> {
    %0 = linalg.conv_2d_nhwc_fhwc ins(%arg0, %arg1 : tensor<2x4x5x3xf32>, tensor<3x3x3x3xf32>) outs(%arg2 : tensor<2x2x3x3xf32>) -> tensor<2x2x3x3xf32>
    return %0 : tensor<2x2x3x3xf32>
  }
  func.func @conv_2d_nhwc_fhwc_strided(%arg0: memref<2x6x6x2xf32>, %arg1: memref<2x3x2x2xf32>, %arg2: memref<2x2x2x2xf32>) {
    linalg.conv_2d_nhwc_fhwc {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<3> : tensor<2xi64>} ins(%arg0, %arg1 : memref<2x6x6x2xf32>, memref<2x3x2x2xf32>) outs(%arg2 : memref<2x2x2x2xf32>)
    return
  }
  func.func @conv_2d_nhwc_hwcf_q(%arg0: tensor<3x6x3x2xi8>, %arg1: tensor<3x2x2x3xi8>, %arg2: i32, %arg3: i32, %arg4: tensor<3x4x2x3xi32>) -> tensor<3x4x2x3xi32> {
    %0 = linalg.conv_2d_nhwc_hwcf_q ins(%arg0, %arg1, %arg2, %arg3 : tensor<3x6x3x2xi8>, tensor<3x2x2x3xi8>, i32, i32) outs(%arg4 : tensor<3x4x2x3xi32>) -> tensor<3x4x2x3xi32>
    return %0 : tensor<3x4x2x3xi32>
  }
  func.func @conv_2d_nhwc_hwcf_q_strided(%arg0: memref<2x9x9x4xi8>, %arg1: memref<3x3x4x3xi8>, %arg2: i32, %arg3: i32, %arg4: memref<2x4x4x3xi32>) {
    linalg.conv_2d_nhwc_hwcf_q {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1, %arg2, %arg3 : memref<2x9x9x4xi8>, memref<3x3x4x3xi8>, i32, i32) outs(%arg4 : memref<2x4x4x3xi32>)
    return
  }
  func.func @conv_2d_nhwc_fhwc_q(%arg0: tensor<3x3x3x3xi8>, %arg1: tensor<2x2x2x3xi8>, %arg2: i32, %arg3: i32, %arg4: tensor<3x2x2x2xi32>) -> tensor<3x2x2x2xi32> {
    %0 = linalg.conv_2d_nhwc_fhwc_q ins(%arg0, %arg1, %arg2, %arg3 : tensor<3x3x3x3xi8>, tensor<2x2x2x3xi8>, i32, i32) outs(%arg4 : tensor<3x2x2x2xi32>) -> tensor<3x2x2x2xi32>
    return %0 : tensor<3x2x2x2xi32>
  }
  func.func @conv_2d_nhwc_fhwc_q_strided(%arg0: memref<3x5x9x4xi8>, %arg1: memref<3x2x2x4xi8>, %arg2: i32, %arg3: i32, %arg4: memref<3x2x3x3xi32>) {
    linalg.conv_2d_nhwc_fhwc_q {dilations = dense<2> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>} ins(%arg0, %arg1, %arg2, %arg3 : memref<3x5x9x4xi8>, memref<3x2x2x4xi8>, i32, i32) outs(%arg4 : memref<3x2x3x3xi32>)
    return
  }
  func.func @conv_2d_nchw_fchw_q(%arg0: tensor<4x4x6x3xi8>, %arg1: tensor<3x4x3x2xi8>, %arg2: i32, %arg3: i32, %arg4: tensor<4x3x4x2xi32>) -> tensor<4x3x4x2xi32> {
    %0 = linalg.conv_2d_nchw_fchw_q ins(%arg0, %arg1, %arg2, %arg3 : tensor<4x4x6x3xi8>, tensor<3x4x3x2xi8>, i32, i32) outs(%arg4 : tensor<4x3x4x2xi32>) -> tensor<4x3x4x2xi32>
    return %0 : tensor<4x3x4x2xi32>
  }
  func.func @conv_2d_nchw_fchw_q_strided(%arg0: memref<3x2x11x9xi8>, %arg1: memref<2x2x2x3xi8>, %arg2: i32, %arg3: i32, %arg4: memref<3x2x4x3xi32>) {
    linalg.conv_2d_nchw_fchw_q {dilations = dense<1> : tensor<2xi64>, strides = dense<3> : tensor<2xi64>} ins(%arg0, %arg1, %arg2, %arg3 : memref<3x2x11x9xi8>, memref<2x2x2x3xi8>, i32, i32) outs(%arg4 : memref<3x2x4x3xi32>)
    return
  }
  func.func @conv_2d_nchw_fchw(%arg0: tensor<4x4x3x4xf32>, %arg1: tensor<4x4x2x2xf32>, %arg2: tensor<4x4x2x3xf32>) -> tensor<4x4x2x3xf32> {
    %0 = linalg.conv_2d_nchw_fchw ins(%arg0, %arg1 : tensor<4x4x3x4xf32>, tensor<4x4x2x2xf32>) outs(%arg2 : tensor<4x4x2x3xf32>) -> tensor<4x4x2x3xf32>
    return %0 : tensor<4x4x2x3xf32>
  }
  func.func @conv_2d_nchw_fchw_strided(%arg0: memref<4x4x9x8xf32>, %arg1: memref<2x4x3x2xf32>, %arg2: memref<4x2x3x4xf32>) {
    linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%arg0, %arg1 : memref<4x4x9x8xf32>, memref<2x4x3x2xf32>) outs(%arg2 : memref<4x2x3x4xf32>)
    return
  }
  func.func @conv_2d_ngchw_fgchw(%arg0: tensor<2x4x2x3x3xf32>, %arg1: tensor<3x4x2x2x2xf32>, %arg2: tensor<2x4x3x2x2xf32>) -> tensor<2x4x3x2x2xf32> {
    %0 = linalg.conv_2d_ngchw_fgchw ins(%arg0, %arg1 : tensor<2x4x2x3x3xf32>, tensor<3x4x2x2x2xf32>) outs(%arg2 : tensor<2x4x3x2x2xf32>) -> tensor<2x4x3x2x2xf32>
    return %0 : tensor<2x4x3x2x2xf32>
  }
  func.func @conv_2d_ngchw_fgchw_strided(%arg0: memref<3x2x3x11x9xf32>, %arg1: memref<2x2x3x3x3xf32>, %arg2: memref<3x2x2x3x3xf32>) {
    linalg.conv_2d_ngchw_fgchw {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<3> : tensor<2xi64>} ins(%arg0, %arg1 : memref<3x2x3x11x9xf32>, memref<2x2x3x3x3xf32>) outs(%arg2 : memref<3x2x2x3x3xf32>)
    return
  }
  func.func @conv_2d_ngchw_gfchw(%arg0: tensor<2x2x2x3x4xf32>, %arg1: tensor<2x3x2x2x3xf32>, %arg2: tensor<2x2x3x2x2xf32>) -> tensor<2x2x3x2x2xf32> {
    %0 = linalg.conv_2d_ngchw_gfchw ins(%arg0, %arg1 : tensor<2x2x2x3x4xf32>, tensor<2x3x2x2x3xf32>) outs(%arg2 : tensor<2x2x3x2x2xf32>) -> tensor<2x2x3x2x2xf32>
    return %0 : tensor<2x2x3x2x2xf32>
  }
  func.func @conv_2d_ngchw_gfchw_strided(%arg0: memref<4x4x2x12x7xf32>, %arg1: memref<4x4x2x3x2xf32>, %arg2: memref<4x4x4x4x3xf32>) {
    linalg.conv_2d_ngchw_gfchw {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%arg0, %arg1 : memref<4x4x2x12x7xf32>, memref<4x4x2x3x2xf32>) outs(%arg2 : memref<4x4x4x4x3xf32>)
    return
  }
  func.func @conv_2d_nhwgc_gfhwc(%arg0: tensor<2x5x5x2x4xf32>, %arg1: tensor<2x4x3x3x4xf32>, %arg2: tensor<2x3x3x2x4xf32>) -> tensor<2x3x3x2x4xf32> {
    %0 = linalg.conv_2d_nhwgc_gfhwc ins(%arg0, %arg1 : tensor<2x5x5x2x4xf32>, tensor<2x4x3x3x4xf32>) outs(%arg2 : tensor<2x3x3x2x4xf32>) -> tensor<2x3x3x2x4xf32>
    return %0 : tensor<2x3x3x2x4xf32>
  }
  func.func @conv_2d_nhwgc_gfhwc_strided(%arg0: memref<3x12x5x2x2xf32>, %arg1: memref<2x4x2x2x2xf32>, %arg2: memref<3x4x2x2x4xf32>) {
    linalg.conv_2d_nhwgc_gfhwc {dilations = dense<2> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%arg0, %arg1 : memref<3x12x5x2x2xf32>, memref<2x4x2x2x2xf32>) outs(%arg2 : memref<3x4x2x2x4xf32>)
    return
  }
  func.func @conv_2d_nhwgc_gfhwc_q(%arg0: tensor<2x4x4x2x2xi8>, %arg1: tensor<2x4x2x3x2xi8>, %arg2: i32, %arg3: i32, %arg4: tensor<2x3x2x2x4xi32>) -> tensor<2x3x2x2x4xi32> {
    %0 = linalg.conv_2d_nhwgc_gfhwc_q ins(%arg0, %arg1, %arg2, %arg3 : tensor<2x4x4x2x2xi8>, tensor<2x4x2x3x2xi8>, i32, i32) outs(%arg4 : tensor<2x3x2x2x4xi32>) -> tensor<2x3x2x2x4xi32>
    return %0 : tensor<2x3x2x2x4xi32>
  }
  func.func @conv_2d_nhwgc_gfhwc_q_strided(%arg0: memref<4x11x12x4x4xi8>, %arg1: memref<4x4x2x2x4xi8>, %arg2: i32, %arg3: i32, %arg4: memref<4x4x4x4x4xi32>) {
    linalg.conv_2d_nhwgc_gfhwc_q {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<3> : tensor<2xi64>} ins(%arg0, %arg1, %arg2, %arg3 : memref<4x11x12x4x4xi8>, memref<4x4x2x2x4xi8>, i32, i32) outs(%arg4 : memref<4x4x4x4x4xi32>)
    return
  }
  func.func @conv_2d_ngchw_gfchw_q(%arg0: tensor<4x3x4x6x3xi8>, %arg1: tensor<3x2x4x3x2xi8>, %arg2: i32, %arg3: i32, %arg4: tensor<4x3x2x4x2xi32>) -> tensor<4x3x2x4x2xi32> {
    %0 = linalg.conv_2d_ngchw_gfchw_q ins(%arg0, %arg1, %arg2, %arg3 : tensor<4x3x4x6x3xi8>, tensor<3x2x4x3x2xi8>, i32, i32) outs(%arg4 : tensor<4x3x2x4x2xi32>) -> tensor<4x3x2x4x2xi32>
    return %0 : tensor<4x3x2x4x2xi32>
  }
  func.func @conv_2d_ngchw_gfchw_q_strided(%arg0: memref<2x4x3x5x14xi8>, %arg1: memref<4x2x3x2x3xi8>, %arg2: i32, %arg3: i32, %arg4: memref<2x4x2x2x4xi32>) {
    linalg.conv_2d_ngchw_gfchw_q {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<3> : tensor<2xi64>} ins(%arg0, %arg1, %arg2, %arg3 : memref<2x4x3x5x14xi8>, memref<4x2x3x2x3xi8>, i32, i32) outs(%arg4 : memref<2x4x2x2x4xi32>)
    return
  }
  func.func @conv_3d_ndhwc_dhwcf(%arg0: tensor<2x4x3x6x2xf32>, %arg1: tensor<3x2x3x2x3xf32>, %arg2: tensor<2x2x2x4x3xf32>) -> tensor<2x2x2x4x3xf32> {
    %0 = linalg.conv_3d_ndhwc_dhwcf ins(%arg0, %arg1 : tensor<2x4x3x6x2xf32>, tensor<3x2x3x2x3xf32>) outs(%arg2 : tensor<2x2x2x4x3xf32>) -> tensor<2x2x2x4x3xf32>
    return %0 : tensor<2x2x2x4x3xf32>
  }
  func.func @conv_3d_ndhwc_dhwcf_strided(%arg0: memref<4x12x4x9x4xf32>, %arg1: memref<3x2x3x4x4xf32>, %arg2: memref<4x4x2x4x4xf32>) {
    linalg.conv_3d_ndhwc_dhwcf {dilations = dense<1> : tensor<3xi64>, strides = dense<[3, 2, 2]> : tensor<3xi64>} ins(%arg0, %arg1 : memref<4x12x4x9x4xf32>, memref<3x2x3x4x4xf32>) outs(%arg2 : memref<4x4x2x4x4xf32>)
    return
  }
  func.func @conv_3d_ndhwc_dhwcf_q(%arg0: tensor<2x4x4x5x4xi8>, %arg1: tensor<2x2x2x4x4xi8>, %arg2: i32, %arg3: i32, %arg4: tensor<2x3x3x4x4xi32>) -> tensor<2x3x3x4x4xi32> {
    %0 = linalg.conv_3d_ndhwc_dhwcf_q ins(%arg0, %arg1, %arg2, %arg3 : tensor<2x4x4x5x4xi8>, tensor<2x2x2x4x4xi8>, i32, i32) outs(%arg4 : tensor<2x3x3x4x4xi32>) -> tensor<2x3x3x4x4xi32>
    return %0 : tensor<2x3x3x4x4xi32>
  }
  func.func @conv_3d_ndhwc_dhwcf_q_strided(%arg0: memref<4x11x6x6x3xi8>, %arg1: memref<3x2x2x3x2xi8>, %arg2: i32, %arg3: i32, %arg4: memref<4x4x3x3x2xi32>) {
    linalg.conv_3d_ndhwc_dhwcf_q {dilations = dense<[2, 1, 1]> : tensor<3xi64>, strides = dense<2> : tensor<3xi64>} ins(%arg0, %arg1, %arg2, %arg3 : memref<4x11x6x6x3xi8>, memref<3x2x2x3x2xi8>, i32, i32) outs(%arg4 : memref<4x4x3x3x2xi32>)
    return
  }
  func.func @conv_3d_ncdhw_fcdhw(%arg0: tensor<4x3x4x3x5xf32>, %arg1: tensor<3x3x2x2x2xf32>, %arg2: tensor<4x3x3x2x4xf32>) -> tensor<4x3x3x2x4xf32> {
    %0 = linalg.conv_3d_ncdhw_fcdhw ins(%arg0, %arg1 : tensor<4x3x4x3x5xf32>, tensor<3x3x2x2x2xf32>) outs(%arg2 : tensor<4x3x3x2x4xf32>) -> tensor<4x3x3x2x4xf32>
    return %0 : tensor<4x3x3x2x4xf32>
  }
  func.func @conv_3d_ncdhw_fcdhw_strided(%arg0: memref<3x3x9x12x7xf32>, %arg1: memref<3x3x3x2x2xf32>, %arg2: memref<3x3x3x4x3xf32>) {
    linalg.conv_3d_ncdhw_fcdhw {dilations = dense<2> : tensor<3xi64>, strides = dense<[2, 3, 2]> : tensor<3xi64>} ins(%arg0, %arg1 : memref<3x3x9x12x7xf32>, memref<3x3x3x2x2xf32>) outs(%arg2 : memref<3x3x3x4x3xf32>)
    return
  }
  func.func @depthwise_conv_1d_nwc_wc(%arg0: tensor<3x3x2xf32>, %arg1: tensor<2x2xf32>, %arg2: tensor<3x2x2xf32>) -> tensor<3x2x2xf32> {
    %0 = linalg.depthwise_conv_1d_nwc_wc ins(%arg0, %arg1 : tensor<3x3x2xf32>, tensor<2x2xf32>) outs(%arg2 : tensor<3x2x2xf32>) -> tensor<3x2x2xf32>
    return %0 : tensor<3x2x2xf32>
  }
  func.func @depthwise_conv_1d_nwc_wc_strided(%arg0: memref<2x9x4xf32>, %arg1: memref<3x4xf32>, %arg2: memref<2x3x4xf32>) {
    linalg.depthwise_conv_1d_nwc_wc {dilations = dense<2> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%arg0, %arg1 : memref<2x9x4xf32>, memref<3x4xf32>) outs(%arg2 : memref<2x3x4xf32>)
    return
  }
  func.func @depthwise_conv_1d_ncw_cw(%arg0: tensor<4x3x3xf32>, %arg1: tensor<3x2xf32>, %arg2: tensor<4x3x2xf32>) -> tensor<4x3x2xf32> {
    %0 = linalg.depthwise_conv_1d_ncw_cw ins(%arg0, %arg1 : tensor<4x3x3xf32>, tensor<3x2xf32>) outs(%arg2 : tensor<4x3x2xf32>) -> tensor<4x3x2xf32>
    return %0 : tensor<4x3x2xf32>
  }
  func.func @depthwise_conv_1d_ncw_cw_strided(%arg0: memref<2x2x12xf32>, %arg1: memref<2x2xf32>, %arg2: memref<2x2x4xf32>) {
    linalg.depthwise_conv_1d_ncw_cw {dilations = dense<2> : tensor<1xi64>, strides = dense<3> : tensor<1xi64>} ins(%arg0, %arg1 : memref<2x2x12xf32>, memref<2x2xf32>) outs(%arg2 : memref<2x2x4xf32>)
    return
  }
  func.func @depthwise_conv_1d_nwc_wcm(%arg0: tensor<3x5x3xf32>, %arg1: tensor<3x3x3xf32>, %arg2: tensor<3x3x3x3xf32>) -> tensor<3x3x3x3xf32> {
    %0 = linalg.depthwise_conv_1d_nwc_wcm ins(%arg0, %arg1 : tensor<3x5x3xf32>, tensor<3x3x3xf32>) outs(%arg2 : tensor<3x3x3x3xf32>) -> tensor<3x3x3x3xf32>
    return %0 : tensor<3x3x3x3xf32>
  }
  func.func @depthwise_conv_1d_nwc_wcm_strided(%arg0: memref<4x9x2xf32>, %arg1: memref<2x2x4xf32>, %arg2: memref<4x4x2x4xf32>) {
    linalg.depthwise_conv_1d_nwc_wcm {dilations = dense<2> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%arg0, %arg1 : memref<4x9x2xf32>, memref<2x2x4xf32>) outs(%arg2 : memref<4x4x2x4xf32>)
    return
  }
  func.func @depthwise_conv_2d_nhwc_hwc(%arg0: tensor<3x5x6x3xf32>, %arg1: tensor<3x3x3xf32>, %arg2: tensor<3x3x4x3xf32>) -> tensor<3x3x4x3xf32> {
    %0 = linalg.depthwise_conv_2d_nhwc_hwc ins(%arg0, %arg1 : tensor<3x5x6x3xf32>, tensor<3x3x3xf32>) outs(%arg2 : tensor<3x3x4x3xf32>) -> tensor<3x3x4x3xf32>
    return %0 : tensor<3x3x4x3xf32>
  }
  func.func @depthwise_conv_2d_nhwc_hwc_strided(%arg0: memref<3x8x7x4xf32>, %arg1: memref<2x3x4xf32>, %arg2: memref<3x4x3x4xf32>) {
    linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1 : memref<3x8x7x4xf32>, memref<2x3x4xf32>) outs(%arg2 : memref<3x4x3x4xf32>)
    return
  }
  func.func @depthwise_conv_2d_nchw_chw(%arg0: tensor<4x2x5x4xf32>, %arg1: tensor<2x3x2xf32>, %arg2: tensor<4x2x3x3xf32>) -> tensor<4x2x3x3xf32> {
    %0 = linalg.depthwise_conv_2d_nchw_chw ins(%arg0, %arg1 : tensor<4x2x5x4xf32>, tensor<2x3x2xf32>) outs(%arg2 : tensor<4x2x3x3xf32>) -> tensor<4x2x3x3xf32>
    return %0 : tensor<4x2x3x3xf32>
  }
  func.func @depthwise_conv_2d_nchw_chw_strided(%arg0: memref<2x4x5x11xf32>, %arg1: memref<4x3x3xf32>, %arg2: memref<2x4x2x4xf32>) {
    linalg.depthwise_conv_2d_nchw_chw {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1 : memref<2x4x5x11xf32>, memref<4x3x3xf32>) outs(%arg2 : memref<2x4x2x4xf32>)
    return
  }
  func.func @depthwise_conv_2d_nhwc_hwc_q(%arg0: tensor<3x6x4x2xi8>, %arg1: tensor<3x3x2xi8>, %arg2: i32, %arg3: i32, %arg4: tensor<3x4x2x2xi32>) -> tensor<3x4x2x2xi32> {
    %0 = linalg.depthwise_conv_2d_nhwc_hwc_q ins(%arg0, %arg1, %arg2, %arg3 : tensor<3x6x4x2xi8>, tensor<3x3x2xi8>, i32, i32) outs(%arg4 : tensor<3x4x2x2xi32>) -> tensor<3x4x2x2xi32>
    return %0 : tensor<3x4x2x2xi32>
  }
  func.func @depthwise_conv_2d_nhwc_hwc_q_strided(%arg0: memref<3x7x8x4xi8>, %arg1: memref<3x2x4xi8>, %arg2: i32, %arg3: i32, %arg4: memref<3x3x4x4xi32>) {
    linalg.depthwise_conv_2d_nhwc_hwc_q {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1, %arg2, %arg3 : memref<3x7x8x4xi8>, memref<3x2x4xi8>, i32, i32) outs(%arg4 : memref<3x3x4x4xi32>)
    return
  }
  func.func @depthwise_conv_2d_nhwc_hwcm(%arg0: tensor<4x5x3x2xf32>, %arg1: tensor<3x2x2x4xf32>, %arg2: tensor<4x3x2x2x4xf32>) -> tensor<4x3x2x2x4xf32> {
    %0 = linalg.depthwise_conv_2d_nhwc_hwcm ins(%arg0, %arg1 : tensor<4x5x3x2xf32>, tensor<3x2x2x4xf32>) outs(%arg2 : tensor<4x3x2x2x4xf32>) -> tensor<4x3x2x2x4xf32>
    return %0 : tensor<4x3x2x2x4xf32>
  }
  func.func @depthwise_conv_2d_nhwc_hwcm_strided(%arg0: memref<3x6x9x2xf32>, %arg1: memref<2x2x2x3xf32>, %arg2: memref<3x3x3x2x3xf32>) {
    linalg.depthwise_conv_2d_nhwc_hwcm {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>} ins(%arg0, %arg1 : memref<3x6x9x2xf32>, memref<2x2x2x3xf32>) outs(%arg2 : memref<3x3x3x2x3xf32>)
    return
  }
  func.func @depthwise_conv_2d_nhwc_hwcm_q(%arg0: tensor<3x5x4x4xi8>, %arg1: tensor<3x3x4x2xi8>, %arg2: i32, %arg3: i32, %arg4: tensor<3x3x2x4x2xi32>) -> tensor<3x3x2x4x2xi32> {
    %0 = linalg.depthwise_conv_2d_nhwc_hwcm_q ins(%arg0, %arg1, %arg2, %arg3 : tensor<3x5x4x4xi8>, tensor<3x3x4x2xi8>, i32, i32) outs(%arg4 : tensor<3x3x2x4x2xi32>) -> tensor<3x3x2x4x2xi32>
    return %0 : tensor<3x3x2x4x2xi32>
  }
  func.func @depthwise_conv_2d_nhwc_hwcm_q_strided(%arg0: memref<3x8x5x3xi8>, %arg1: memref<3x2x3x2xi8>, %arg2: i32, %arg3: i32, %arg4: memref<3x2x2x3x2xi32>) {
    linalg.depthwise_conv_2d_nhwc_hwcm_q {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<3> : tensor<2xi64>} ins(%arg0, %arg1, %arg2, %arg3 : memref<3x8x5x3xi8>, memref<3x2x3x2xi8>, i32, i32) outs(%arg4 : memref<3x2x2x3x2xi32>)
    return
  }
  func.func @depthwise_conv_3d_ndhwc_dhwc(%arg0: tensor<3x4x4x6x3xf32>, %arg1: tensor<3x2x3x3xf32>, %arg2: tensor<3x2x3x4x3xf32>) -> tensor<3x2x3x4x3xf32> {
    %0 = linalg.depthwise_conv_3d_ndhwc_dhwc ins(%arg0, %arg1 : tensor<3x4x4x6x3xf32>, tensor<3x2x3x3xf32>) outs(%arg2 : tensor<3x2x3x4x3xf32>) -> tensor<3x2x3x4x3xf32>
    return %0 : tensor<3x2x3x4x3xf32>
  }
  func.func @depthwise_conv_3d_ndhwc_dhwc_strided(%arg0: memref<4x7x8x9x3xf32>, %arg1: memref<2x2x3x3xf32>, %arg2: memref<4x3x4x3x3xf32>) {
    linalg.depthwise_conv_3d_ndhwc_dhwc {dilations = dense<[2, 1, 1]> : tensor<3xi64>, strides = dense<[2, 2, 3]> : tensor<3xi64>} ins(%arg0, %arg1 : memref<4x7x8x9x3xf32>, memref<2x2x3x3xf32>) outs(%arg2 : memref<4x3x4x3x3xf32>)
    return
  }
  func.func @depthwise_conv_3d_ncdhw_cdhw(%arg0: tensor<2x4x3x5x6xf32>, %arg1: tensor<4x2x2x3xf32>, %arg2: tensor<2x4x2x4x4xf32>) -> tensor<2x4x2x4x4xf32> {
    %0 = linalg.depthwise_conv_3d_ncdhw_cdhw ins(%arg0, %arg1 : tensor<2x4x3x5x6xf32>, tensor<4x2x2x3xf32>) outs(%arg2 : tensor<2x4x2x4x4xf32>) -> tensor<2x4x2x4x4xf32>
    return %0 : tensor<2x4x2x4x4xf32>
  }
  func.func @depthwise_conv_3d_ncdhw_cdhw_strided(%arg0: memref<3x3x11x7x9xf32>, %arg1: memref<3x3x3x2xf32>, %arg2: memref<3x3x4x3x3xf32>) {
    linalg.depthwise_conv_3d_ncdhw_cdhw {dilations = dense<[2, 1, 2]> : tensor<3xi64>, strides = dense<[2, 2, 3]> : tensor<3xi64>} ins(%arg0, %arg1 : memref<3x3x11x7x9xf32>, memref<3x3x3x2xf32>) outs(%arg2 : memref<3x3x4x3x3xf32>)
    return
  }
  func.func @depthwise_conv_3d_ndhwc_dhwcm(%arg0: tensor<3x4x4x5x3xf32>, %arg1: tensor<3x2x3x3x4xf32>, %arg2: tensor<3x2x3x3x3x4xf32>) -> tensor<3x2x3x3x3x4xf32> {
    %0 = linalg.depthwise_conv_3d_ndhwc_dhwcm ins(%arg0, %arg1 : tensor<3x4x4x5x3xf32>, tensor<3x2x3x3x4xf32>) outs(%arg2 : tensor<3x2x3x3x3x4xf32>) -> tensor<3x2x3x3x3x4xf32>
    return %0 : tensor<3x2x3x3x3x4xf32>
  }
  func.func @depthwise_conv_3d_ndhwc_dhwcm_strided(%arg0: memref<4x4x6x5x2xf32>, %arg1: memref<2x2x3x2x3xf32>, %arg2: memref<4x2x2x2x2x3xf32>) {
    linalg.depthwise_conv_3d_ndhwc_dhwcm {dilations = dense<[1, 2, 1]> : tensor<3xi64>, strides = dense<[2, 3, 2]> : tensor<3xi64>} ins(%arg0, %arg1 : memref<4x4x6x5x2xf32>, memref<2x2x3x2x3xf32>) outs(%arg2 : memref<4x2x2x2x2x3xf32>)
    return
  }
}

