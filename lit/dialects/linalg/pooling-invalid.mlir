// RUN: lathe-opt %s --split-input-file --verify-diagnostics

func.func @pooling_nhwc_sum(%a0: memref<2x5x9x2xf32>, %a1: memref<2x3xf32>, %a2: memref<2x3x4x2xf32>) {
  // expected-error@+1 {{'linalg.pooling_nhwc_sum' op inferred input/output operand #0 has shape's dimension #1 to be greater than or equal to 6, but found 5}}
  linalg.pooling_nhwc_sum {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%a0, %a1 : memref<2x5x9x2xf32>, memref<2x3xf32>) outs(%a2 : memref<2x3x4x2xf32>)
  return
}

// -----

func.func @pooling_nchw_sum(%a0: memref<3x2x5x14xf32>, %a1: memref<2x3xf32>, %a2: memref<3x2x2x4xf32>) {
  // expected-error@+1 {{'linalg.pooling_nchw_sum' op inferred input/output operand #0 has shape's dimension #2 to be greater than or equal to 6, but found 5}}
  linalg.pooling_nchw_sum {dilations = dense<2> : tensor<2xi64>, strides = dense<3> : tensor<2xi64>} ins(%a0, %a1 : memref<3x2x5x14xf32>, memref<2x3xf32>) outs(%a2 : memref<3x2x2x4xf32>)
  return
}

// -----

func.func @pooling_nhwc_max(%a0: memref<2x8x12x2xf32>, %a1: memref<2x2xf32>, %a2: memref<2x3x4x2xf32>) {
  // expected-error@+1 {{'linalg.pooling_nhwc_max' op inferred input/output operand #0 has shape's dimension #1 to be greater than or equal to 9, but found 8}}
  linalg.pooling_nhwc_max {dilations = dense<2> : tensor<2xi64>, strides = dense<3> : tensor<2xi64>} ins(%a0, %a1 : memref<2x8x12x2xf32>, memref<2x2xf32>) outs(%a2 : memref<2x3x4x2xf32>)
  return
}

// -----

func.func @pooling_nhwc_max_unsigned(%a0: memref<2x7x6x2xi8>, %a1: memref<2x2xi8>, %a2: memref<2x4x2x2xi32>) {
  // expected-error@+1 {{'linalg.pooling_nhwc_max_unsigned' op inferred input/output operand #0 has shape's dimension #1 to be greater than or equal to 8, but found 7}}
  linalg.pooling_nhwc_max_unsigned {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>} ins(%a0, %a1 : memref<2x7x6x2xi8>, memref<2x2xi8>) outs(%a2 : memref<2x4x2x2xi32>)
  return
}

// -----

func.func @pooling_nchw_max(%a0: memref<3x4x4x12xf32>, %a1: memref<2x3xf32>, %a2: memref<3x4x2x4xf32>) {
  // expected-error@+1 {{'linalg.pooling_nchw_max' op inferred input/output operand #0 has shape's dimension #2 to be greater than or equal to 5, but found 4}}
  linalg.pooling_nchw_max {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>} ins(%a0, %a1 : memref<3x4x4x12xf32>, memref<2x3xf32>) outs(%a2 : memref<3x4x2x4xf32>)
  return
}

// -----

func.func @pooling_nhwc_min(%a0: memref<4x7x4x4xf32>, %a1: memref<2x2xf32>, %a2: memref<4x4x2x4xf32>) {
  // expected-error@+1 {{'linalg.pooling_nhwc_min' op inferred input/output operand #0 has shape's dimension #1 to be greater than or equal to 8, but found 7}}
  linalg.pooling_nhwc_min {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%a0, %a1 : memref<4x7x4x4xf32>, memref<2x2xf32>) outs(%a2 : memref<4x4x2x4xf32>)
  return
}

// -----

func.func @pooling_nhwc_min_unsigned(%a0: memref<2x4x7x4xi8>, %a1: memref<2x3xi8>, %a2: memref<2x2x3x4xi32>) {
  // expected-error@+1 {{'linalg.pooling_nhwc_min_unsigned' op inferred input/output operand #0 has shape's dimension #1 to be greater than or equal to 5, but found 4}}
  linalg.pooling_nhwc_min_unsigned {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%a0, %a1 : memref<2x4x7x4xi8>, memref<2x3xi8>) outs(%a2 : memref<2x2x3x4xi32>)
  return
}

// -----

func.func @pooling_nwc_sum(%a0: memref<3x8x2xf32>, %a1: memref<3xf32>, %a2: memref<3x3x2xf32>) {
  // expected-error@+1 {{'linalg.pooling_nwc_sum' op inferred input/output operand #0 has shape's dimension #1 to be greater than or equal to 9, but found 8}}
  linalg.pooling_nwc_sum {dilations = dense<2> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%a0, %a1 : memref<3x8x2xf32>, memref<3xf32>) outs(%a2 : memref<3x3x2xf32>)
  return
}

// -----

func.func @pooling_ncw_sum(%a0: memref<3x4x7xf32>, %a1: memref<3xf32>, %a2: memref<3x4x2xf32>) {
  // expected-error@+1 {{'linalg.pooling_ncw_sum' op inferred input/output operand #0 has shape's dimension #2 to be greater than or equal to 8, but found 7}}
  linalg.pooling_ncw_sum {dilations = dense<2> : tensor<1xi64>, strides = dense<3> : tensor<1xi64>} ins(%a0, %a1 : memref<3x4x7xf32>, memref<3xf32>) outs(%a2 : memref<3x4x2xf32>)
  return
}

// -----

func.func @pooling_nwc_max(%a0: memref<2x10x2xf32>, %a1: memref<3xf32>, %a2: memref<2x3x2xf32>) {
  // expected-error@+1 {{'linalg.pooling_nwc_max' op inferred input/output operand #0 has shape's dimension #1 to be greater than or equal to 11, but found 10}}
  linalg.pooling_nwc_max {dilations = dense<2> : tensor<1xi64>, strides = dense<3> : tensor<1xi64>} ins(%a0, %a1 : memref<2x10x2xf32>, memref<3xf32>) outs(%a2 : memref<2x3x2xf32>)
  return
}

// -----

func.func @pooling_nwc_max_unsigned(%a0: memref<4x4x4xi8>, %a1: memref<3xi8>, %a2: memref<4x2x4xi32>) {
  // expected-error@+1 {{'linalg.pooling_nwc_max_unsigned' op inferred input/output operand #0 has shape's dimension #1 to be greater than or equal to 5, but found 4}}
  linalg.pooling_nwc_max_unsigned {dilations = dense<1> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%a0, %a1 : memref<4x4x4xi8>, memref<3xi8>) outs(%a2 : memref<4x2x4xi32>)
  return
}

// -----

func.func @pooling_ncw_max(%a0: memref<2x4x6xf32>, %a1: memref<3xf32>, %a2: memref<2x4x2xf32>) {
  // expected-error@+1 {{'linalg.pooling_ncw_max' op inferred input/output operand #0 has shape's dimension #2 to be greater than or equal to 7, but found 6}}
  linalg.pooling_ncw_max {dilations = dense<2> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%a0, %a1 : memref<2x4x6xf32>, memref<3xf32>) outs(%a2 : memref<2x4x2xf32>)
  return
}

// -----

func.func @pooling_nwc_min(%a0: memref<4x10x2xf32>, %a1: memref<3xf32>, %a2: memref<4x4x2xf32>) {
  // expected-error@+1 {{'linalg.pooling_nwc_min' op inferred input/output operand #0 has shape's dimension #1 to be greater than or equal to 11, but found 10}}
  linalg.pooling_nwc_min {dilations = dense<2> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%a0, %a1 : memref<4x10x2xf32>, memref<3xf32>) outs(%a2 : memref<4x4x2xf32>)
  return
}

// -----

func.func @pooling_nwc_min_unsigned(%a0: memref<3x5x2xi8>, %a1: memref<2xi8>, %a2: memref<3x3x2xi32>) {
  // expected-error@+1 {{'linalg.pooling_nwc_min_unsigned' op inferred input/output operand #0 has shape's dimension #1 to be greater than or equal to 6, but found 5}}
  linalg.pooling_nwc_min_unsigned {dilations = dense<1> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%a0, %a1 : memref<3x5x2xi8>, memref<2xi8>) outs(%a2 : memref<3x3x2xi32>)
  return
}

// -----

func.func @pooling_ndhwc_sum(%a0: memref<3x4x11x5x3xf32>, %a1: memref<2x3x2xf32>, %a2: memref<3x2x4x2x3xf32>) {
  // expected-error@+1 {{'linalg.pooling_ndhwc_sum' op inferred input/output operand #0 has shape's dimension #1 to be greater than or equal to 5, but found 4}}
  linalg.pooling_ndhwc_sum {dilations = dense<[1, 2, 2]> : tensor<3xi64>, strides = dense<[3, 2, 2]> : tensor<3xi64>} ins(%a0, %a1 : memref<3x4x11x5x3xf32>, memref<2x3x2xf32>) outs(%a2 : memref<3x2x4x2x3xf32>)
  return
}

// -----

func.func @pooling_ndhwc_max(%a0: memref<4x7x4x12x3xf32>, %a1: memref<3x2x3xf32>, %a2: memref<4x2x2x4x3xf32>) {
  // expected-error@+1 {{'linalg.pooling_ndhwc_max' op inferred input/output operand #0 has shape's dimension #1 to be greater than or equal to 8, but found 7}}
  linalg.pooling_ndhwc_max {dilations = dense<[2, 1, 1]> : tensor<3xi64>, strides = dense<[3, 2, 3]> : tensor<3xi64>} ins(%a0, %a1 : memref<4x7x4x12x3xf32>, memref<3x2x3xf32>) outs(%a2 : memref<4x2x2x4x3xf32>)
  return
}

// -----

func.func @pooling_ndhwc_min(%a0: memref<2x11x12x6x3xf32>, %a1: memref<2x3x3xf32>, %a2: memref<2x4x4x2x3xf32>) {
  // expected-error@+1 {{'linalg.pooling_ndhwc_min' op inferred input/output operand #0 has shape's dimension #1 to be greater than or equal to 12, but found 11}}
  linalg.pooling_ndhwc_min {dilations = dense<[2, 1, 1]> : tensor<3xi64>, strides = dense<3> : tensor<3xi64>} ins(%a0, %a1 : memref<2x11x12x6x3xf32>, memref<2x3x3xf32>) outs(%a2 : memref<2x4x4x2x3xf32>)
  return
}

// -----

// The maps are computed instead of read from the attribute in which MLIR keeps them.
func.func @memoized(%x: memref<3x5x4xi8>, %w: memref<2xi8>, %y: memref<3x2x4xi32>) {
  // expected-error@+1 {{unexpected result less than 0 at expression #1}}
  "linalg.pooling_nwc_max_unsigned"(%x, %w, %y) <{dilations = dense<1> : tensor<1xi64>, operandSegmentSizes = array<i32: 2, 1>, strides = dense<9223372036854775807> : tensor<1xi64>}> ({
  ^bb0(%a: i8, %b: i8, %c: i32):
    %0 = arith.extui %a : i8 to i32
    %1 = arith.maxui %c, %0 : i32
    linalg.yield %1 : i32
  }) {linalg.memoized_indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1 * 3 + d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>]} : (memref<3x5x4xi8>, memref<2xi8>, memref<3x2x4xi32>) -> ()
  return
}
