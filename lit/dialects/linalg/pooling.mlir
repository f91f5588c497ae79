// The output must equal the text below.
// RUN: grep -v '^// ' %s > %t
// RUN: lathe-opt %s | diff %t -
// RUN: lathe-opt %s --mlir-print-op-generic | lathe-opt | diff %t -
module {
  func.func @pooling_nhwc_sum(%arg0: tensor<2x3x4x3xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<2x2x2x3xf32>) -> tensor<2x2x2x3xf32> {
    %0 = linalg.pooling_nhwc_sum ins(%arg0, %arg1 : tensor<2x3x4x3xf32>, tensor<2x3xf32>) outs(%arg2 : tensor<2x2x2x3xf32>) -> tensor<2x2x2x3xf32>
    return %0 : tensor<2x2x2x3xf32>
  }
  func.func @pooling_nhwc_sum_strided(%arg0: memref<4x5x6x3xf32>, %arg1: memref<3x2xf32>, %arg2: memref<4x2x2x3xf32>) {
    linalg.pooling_nhwc_sum {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>} ins(%arg0, %arg1 : memref<4x5x6x3xf32>, memref<3x2xf32>) outs(%arg2 : memref<4x2x2x3xf32>)
    return
  }
  func.func @pooling_nchw_sum(%arg0: tensor<2x2x4x4xf32>, %arg1: tensor<3x2xf32>, %arg2: tensor<2x2x2x3xf32>) -> tensor<2x2x2x3xf32> {
    %0 = linalg.pooling_nchw_sum ins(%arg0, %arg1 : tensor<2x2x4x4xf32>, tensor<3x2xf32>) outs(%arg2 : tensor<2x2x2x3xf32>) -> tensor<2x2x2x3xf32>
    return %0 : tensor<2x2x2x3xf32>
  }
  func.func @pooling_nchw_sum_strided(%arg0: memref<4x3x4x12xf32>, %arg1: memref<2x3xf32>, %arg2: memref<4x3x2x4xf32>) {
    linalg.pooling_nchw_sum {dilations = dense<1> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>} ins(%arg0, %arg1 : memref<4x3x4x12xf32>, memref<2x3xf32>) outs(%arg2 : memref<4x3x2x4xf32>)
    return
  }
  func.func @pooling_nhwc_max(%arg0: tensor<2x6x4x3xf32>, %arg1: tensor<3x2xf32>, %arg2: tensor<2x4x3x3xf32>) -> tensor<2x4x3x3xf32> {
    %0 = linalg.pooling_nhwc_max ins(%arg0, %arg1 : tensor<2x6x4x3xf32>, tensor<3x2xf32>) outs(%arg2 : tensor<2x4x3x3xf32>) -> tensor<2x4x3x3xf32>
    return %0 : tensor<2x4x3x3xf32>
  }
  func.func @pooling_nhwc_max_strided(%arg0: memref<2x12x7x2xf32>, %arg1: memref<2x3xf32>, %arg2: memref<2x4x2x2xf32>) {
    linalg.pooling_nhwc_max {dilations = dense<2> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%arg0, %arg1 : memref<2x12x7x2xf32>, memref<2x3xf32>) outs(%arg2 : memref<2x4x2x2xf32>)
    return
  }
  func.func @pooling_nhwc_max_unsigned(%arg0: tensor<3x6x5x2xi8>, %arg1: tensor<3x2xi8>, %arg2: tensor<3x4x4x2xi32>) -> tensor<3x4x4x2xi32> {
    %0 = linalg.pooling_nhwc_max_unsigned ins(%arg0, %arg1 : tensor<3x6x5x2xi8>, tensor<3x2xi8>) outs(%arg2 : tensor<3x4x4x2xi32>) -> tensor<3x4x4x2xi32>
    return %0 : tensor<3x4x4x2xi32>
  }
  func.func @pooling_nhwc_max_unsigned_strided(%arg0: memref<4x6x9x3xi8>, %arg1: memref<3x3xi8>, %arg2: memref<4x2x3x3xi32>) {
    linalg.pooling_nhwc_max_unsigned {dilations = dense<1> : tensor<2xi64>, strides = dense<3> : tensor<2xi64>} ins(%arg0, %arg1 : memref<4x6x9x3xi8>, memref<3x3xi8>) outs(%arg2 : memref<4x2x3x3xi32>)
    return
  }
  func.func @pooling_nchw_max(%arg0: tensor<4x4x3x3xf32>, %arg1: tensor<2x2xf32>, %arg2: tensor<4x4x2x2xf32>) -> tensor<4x4x2x2xf32> {
    %0 = linalg.pooling_nchw_max ins(%arg0, %arg1 : tensor<4x4x3x3xf32>, tensor<2x2xf32>) outs(%arg2 : tensor<4x4x2x2xf32>) -> tensor<4x4x2x2xf32>
    return %0 : tensor<4x4x2x2xf32>
  }
  func.func @pooling_nchw_max_strided(%arg0: memref<3x3x5x9xf32>, %arg1: memref<2x2xf32>, %arg2: memref<3x3x2x3xf32>) {
    linalg.pooling_nchw_max {dilations = dense<2> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>} ins(%arg0, %arg1 : memref<3x3x5x9xf32>, memref<2x2xf32>) outs(%arg2 : memref<3x3x2x3xf32>)
    return
  }
  func.func @pooling_nhwc_min(%arg0: tensor<3x4x6x3xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<3x3x4x3xf32>) -> tensor<3x3x4x3xf32> {
    %0 = linalg.pooling_nhwc_min ins(%arg0, %arg1 : tensor<3x4x6x3xf32>, tensor<2x3xf32>) outs(%arg2 : tensor<3x3x4x3xf32>) -> tensor<3x3x4x3xf32>
    return %0 : tensor<3x3x4x3xf32>
  }
  func.func @pooling_nhwc_min_strided(%arg0: memref<4x11x6x2xf32>, %arg1: memref<3x2xf32>, %arg2: memref<4x3x3x2xf32>) {
    linalg.pooling_nhwc_min {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%arg0, %arg1 : memref<4x11x6x2xf32>, memref<3x2xf32>) outs(%arg2 : memref<4x3x3x2xf32>)
    return
  }
  func.func @pooling_nhwc_min_unsigned(%arg0: tensor<3x6x4x4xi8>, %arg1: tensor<3x2xi8>, %arg2: tensor<3x4x3x4xi32>) -> tensor<3x4x3x4xi32> {
    %0 = linalg.pooling_nhwc_min_unsigned ins(%arg0, %arg1 : tensor<3x6x4x4xi8>, tensor<3x2xi8>) outs(%arg2 : tensor<3x4x3x4xi32>) -> tensor<3x4x3x4xi32>
    return %0 : tensor<3x4x3x4xi32>
  }
  func.func @pooling_nhwc_min_unsigned_strided(%arg0: memref<3x9x4x3xi8>, %arg1: memref<2x2xi8>, %arg2: memref<3x3x2x3xi32>) {
    linalg.pooling_nhwc_min_unsigned {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%arg0, %arg1 : memref<3x9x4x3xi8>, memref<2x2xi8>) outs(%arg2 : memref<3x3x2x3xi32>)
    return
  }
  func.func @pooling_nwc_sum(%arg0: tensor<3x4x4xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3x2x4xf32>) -> tensor<3x2x4xf32> {
    %0 = linalg.pooling_nwc_sum ins(%arg0, %arg1 : tensor<3x4x4xf32>, tensor<3xf32>) outs(%arg2 : tensor<3x2x4xf32>) -> tensor<3x2x4xf32>
    return %0 : tensor<3x2x4xf32>
  }
  func.func @pooling_nwc_sum_strided(%arg0: memref<4x8x3xf32>, %arg1: memref<2xf32>, %arg2: memref<4x4x3xf32>) {
    linalg.pooling_nwc_sum {dilations = dense<1> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%arg0, %arg1 : memref<4x8x3xf32>, memref<2xf32>) outs(%arg2 : memref<4x4x3xf32>)
    return
  }
  func.func @pooling_ncw_sum(%arg0: tensor<2x3x6xf32>, %arg1: tensor<3xf32>, %arg2: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
    %0 = linalg.pooling_ncw_sum ins(%arg0, %arg1 : tensor<2x3x6xf32>, tensor<3xf32>) outs(%arg2 : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
    return %0 : tensor<2x3x4xf32>
  }
  func.func @pooling_ncw_sum_strided(%arg0: memref<2x4x7xf32>, %arg1: memref<2xf32>, %arg2: memref<2x4x3xf32>) {
    linalg.pooling_ncw_sum {dilations = dense<2> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%arg0, %arg1 : memref<2x4x7xf32>, memref<2xf32>) outs(%arg2 : memref<2x4x3xf32>)
    return
  }
  func.func @pooling_nwc_max(%arg0: tensor<3x5x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3x3x3xf32>) -> tensor<3x3x3xf32> {
    %0 = linalg.pooling_nwc_max ins(%arg0, %arg1 : tensor<3x5x3xf32>, tensor<3xf32>) outs(%arg2 : tensor<3x3x3xf32>) -> tensor<3x3x3xf32>
    return %0 : tensor<3x3x3xf32>
  }
  func.func @pooling_nwc_max_strided(%arg0: memref<3x8x4xf32>, %arg1: memref<3xf32>, %arg2: memref<3x2x4xf32>) {
    linalg.pooling_nwc_max {dilations = dense<2> : tensor<1xi64>, strides = dense<3> : tensor<1xi64>} ins(%arg0, %arg1 : memref<3x8x4xf32>, memref<3xf32>) outs(%arg2 : memref<3x2x4xf32>)
    return
  }
  func.func @pooling_nwc_max_unsigned(%arg0: tensor<3x5x2xi8>, %arg1: tensor<2xi8>, %arg2: tensor<3x4x2xi32>) -> tensor<3x4x2xi32> {
    %0 = linalg.pooling_nwc_max_unsigned ins(%arg0, %arg1 : tensor<3x5x2xi8>, tensor<2xi8>) outs(%arg2 : tensor<3x4x2xi32>) -> tensor<3x4x2xi32>
    return %0 : tensor<3x4x2xi32>
  }
  func.func @pooling_nwc_max_unsigned_strided(%arg0: memref<3x5x4xi8>, %arg1: memref<2xi8>, %arg2: memref<3x2x4xi32>) {
    linalg.pooling_nwc_max_unsigned {dilations = dense<1> : tensor<1xi64>, strides = dense<3> : tensor<1xi64>} ins(%arg0, %arg1 : memref<3x5x4xi8>, memref<2xi8>) outs(%arg2 : memref<3x2x4xi32>)
    return
  }
  func.func @pooling_ncw_max(%arg0: tensor<4x4x5xf32>, %arg1: tensor<3xf32>, %arg2: tensor<4x4x3xf32>) -> tensor<4x4x3xf32> {
    %0 = linalg.pooling_ncw_max ins(%arg0, %arg1 : tensor<4x4x5xf32>, tensor<3xf32>) outs(%arg2 : tensor<4x4x3xf32>) -> tensor<4x4x3xf32>
    return %0 : tensor<4x4x3xf32>
  }
  func.func @pooling_ncw_max_strided(%arg0: memref<4x2x5xf32>, %arg1: memref<3xf32>, %arg2: memref<4x2x2xf32>) {
    linalg.pooling_ncw_max {dilations = dense<1> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%arg0, %arg1 : memref<4x2x5xf32>, memref<3xf32>) outs(%arg2 : memref<4x2x2xf32>)
    return
  }
  func.func @pooling_nwc_min(%arg0: tensor<2x6x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<2x4x3xf32>) -> tensor<2x4x3xf32> {
    %0 = linalg.pooling_nwc_min ins(%arg0, %arg1 : tensor<2x6x3xf32>, tensor<3xf32>) outs(%arg2 : tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
    return %0 : tensor<2x4x3xf32>
  }
  func.func @pooling_nwc_min_strided(%arg0: memref<2x7x3xf32>, %arg1: memref<3xf32>, %arg2: memref<2x2x3xf32>) {
    linalg.pooling_nwc_min {dilations = dense<2> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%arg0, %arg1 : memref<2x7x3xf32>, memref<3xf32>) outs(%arg2 : memref<2x2x3xf32>)
    return
  }
  func.func @pooling_nwc_min_unsigned(%arg0: tensor<3x4x3xi8>, %arg1: tensor<2xi8>, %arg2: tensor<3x3x3xi32>) -> tensor<3x3x3xi32> {
    %0 = linalg.pooling_nwc_min_unsigned ins(%arg0, %arg1 : tensor<3x4x3xi8>, tensor<2xi8>) outs(%arg2 : tensor<3x3x3xi32>) -> tensor<3x3x3xi32>
    return %0 : tensor<3x3x3xi32>
  }
  func.func @pooling_nwc_min_unsigned_strided(%arg0: memref<3x5x2xi8>, %arg1: memref<2xi8>, %arg2: memref<3x2x2xi32>) {
    linalg.pooling_nwc_min_unsigned {dilations = dense<2> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%arg0, %arg1 : memref<3x5x2xi8>, memref<2xi8>) outs(%arg2 : memref<3x2x2xi32>)
    return
  }
  func.func @pooling_ndhwc_sum(%arg0: tensor<2x6x4x4x4xf32>, %arg1: tensor<3x3x2xf32>, %arg2: tensor<2x4x2x3x4xf32>) -> tensor<2x4x2x3x4xf32> {
    %0 = linalg.pooling_ndhwc_sum ins(%arg0, %arg1 : tensor<2x6x4x4x4xf32>, tensor<3x3x2xf32>) outs(%arg2 : tensor<2x4x2x3x4xf32>) -> tensor<2x4x2x3x4xf32>
    return %0 : tensor<2x4x2x3x4xf32>
  }
  func.func @pooling_ndhwc_sum_strided(%arg0: memref<3x5x6x5x3xf32>, %arg1: memref<2x3x2xf32>, %arg2: memref<3x2x2x2x3xf32>) {
    linalg.pooling_ndhwc_sum {dilations = dense<[2, 1, 1]> : tensor<3xi64>, strides = dense<[2, 3, 3]> : tensor<3xi64>} ins(%arg0, %arg1 : memref<3x5x6x5x3xf32>, memref<2x3x2xf32>) outs(%arg2 : memref<3x2x2x2x3xf32>)
    return
  }
  func.func @pooling_ndhwc_max(%arg0: tensor<3x5x3x4x3xf32>, %arg1: tensor<2x2x3xf32>, %arg2: tensor<3x4x2x2x3xf32>) -> tensor<3x4x2x2x3xf32> {
    %0 = linalg.pooling_ndhwc_max ins(%arg0, %arg1 : tensor<3x5x3x4x3xf32>, tensor<2x2x3xf32>) outs(%arg2 : tensor<3x4x2x2x3xf32>) -> tensor<3x4x2x2x3xf32>
    return %0 : tensor<3x4x2x2x3xf32>
  }
  func.func @pooling_ndhwc_max_strided(%arg0: memref<2x5x12x8x4xf32>, %arg1: memref<2x2x2xf32>, %arg2: memref<2x2x4x3x4xf32>) {
    linalg.pooling_ndhwc_max {dilations = dense<[1, 2, 1]> : tensor<3xi64>, strides = dense<3> : tensor<3xi64>} ins(%arg0, %arg1 : memref<2x5x12x8x4xf32>, memref<2x2x2xf32>) outs(%arg2 : memref<2x2x4x3x4xf32>)
    return
  }
  func.func @pooling_ndhwc_min(%arg0: tensor<4x6x4x5x3xf32>, %arg1: tensor<3x3x2xf32>, %arg2: tensor<4x4x2x4x3xf32>) -> tensor<4x4x2x4x3xf32> {
    %0 = linalg.pooling_ndhwc_min ins(%arg0, %arg1 : tensor<4x6x4x5x3xf32>, tensor<3x3x2xf32>) outs(%arg2 : tensor<4x4x2x4x3xf32>) -> tensor<4x4x2x4x3xf32>
    return %0 : tensor<4x4x2x4x3xf32>
  }
  func.func @pooling_ndhwc_min_strided(%arg0: memref<4x9x12x7x2xf32>, %arg1: memref<2x2x2xf32>, %arg2: memref<4x3x4x3x2xf32>) {
    linalg.pooling_ndhwc_min {dilations = dense<2> : tensor<3xi64>, strides = dense<[3, 3, 2]> : tensor<3xi64>} ins(%arg0, %arg1 : memref<4x9x12x7x2xf32>, memref<2x2x2xf32>) outs(%arg2 : memref<4x3x4x3x2xf32>)
    return
  }
}

