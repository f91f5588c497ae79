// RUN: lathe-opt %s --split-input-file --verify-diagnostics

func.func @gather(%a: tensor<2x3xf32>, %i: tensor<1xi32>) {
  // expected-error@+2 {{'stablehlo.gather' op failed to infer returned types}}
  // expected-error@+1 {{start_index_map size (2) is not equal to size of index dimension (0) of start_indices (1)}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0, 1]>, slice_sizes = array<i64: 1, 3>}> : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<3xf32>
  return
}

// -----

func.func @gather_slice(%a: tensor<2x3xf32>, %i: tensor<1xi32>) {
  // expected-error@+2 {{'stablehlo.gather' op failed to infer returned types}}
  // expected-error@+1 {{slice size (4) is out of bounds for operand dimension (3) at index 1}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0]>, slice_sizes = array<i64: 1, 4>}> : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<4xf32>
  return
}

// -----

func.func @scatter(%a: tensor<4x3xf32>, %i: tensor<2x1xi32>, %u: tensor<2x4xf32>) {
  // expected-error@+1 {{expects bounds of the window dimensions of updates to not exceed the bounds of the corresponding dimensions of operand. For dimension 1, updates bound is 4, operand bound is 3.}}
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : (tensor<4x3xf32>, tensor<2x1xi32>, tensor<2x4xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @convolution(%x: tensor<1x8x3xf32>, %k: tensor<3x2x4xf32>) {
  // expected-error@+1 {{expects input feature dimension (3) / feature_group_count = kernel input feature dimension (2). Got feature_group_count = 1.}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x3xf32>, tensor<3x2x4xf32>) -> tensor<1x6x4xf32>
  return
}

// -----

func.func @reduce_window(%x: tensor<8xf32>, %c: tensor<f32>) {
  // expected-error@+1 {{expects window to have positive stride for 0-th window dimension, but got 0.}}
  %0 = "stablehlo.reduce_window"(%x, %c) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<8xf32>, tensor<f32>) -> tensor<7xf32>
  return
}

// -----

func.func @sort(%x: tensor<8xf32>) {
  // expected-error@+1 {{comparator must return tensor<i1> but got 'tensor<f32>'}}
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @batch_norm(%x: tensor<4x2xf32>, %s: tensor<3xf32>) {
  // expected-error@+2 {{'stablehlo.batch_norm_training' op failed to infer returned types}}
  // expected-error@+1 {{the size of single-dimensional operands is 3 and the feature count is 2.}}
  %0:3 = "stablehlo.batch_norm_training"(%x, %s, %s) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<4x2xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<4x2xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @fft(%x: tensor<8xf32>) {
  // expected-error@+2 {{'stablehlo.fft' op failed to infer returned types}}
  // expected-error@+1 {{FFT/IFFT/IRFFT take a complex tensor as input, but is given 'tensor<8xf32>'.}}
  %0 = stablehlo.fft %x, type = FFT, length = [8] : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @irfft_negative(%x: tensor<1xcomplex<f32>>) {
  // expected-error@+2 {{'stablehlo.fft' op failed to infer returned types}}
  // expected-error@+1 {{IRFFT requires lengths that are not negative, but got -1}}
  %0 = stablehlo.fft %x, type = IRFFT, length = [-1] : (tensor<1xcomplex<f32>>) -> tensor<?xf32>
  return
}

// -----

func.func @all_reduce(%x: tensor<8xf32>) {
  // expected-error@+1 {{replica id #1 seen more than once}}
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @quantized(%x: tensor<2x!quant.uniform<i8:f32, 1.0>>, %y: tensor<2x!quant.uniform<i4:f32, 1.0>>) {
  // expected-error@+1 {{mismatched operands and result quantization storage types}}
  %0 = "stablehlo.add"(%x, %y) : (tensor<2x!quant.uniform<i8:f32, 1.0>>, tensor<2x!quant.uniform<i4:f32, 1.0>>) -> tensor<2x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @dynamic_reshape(%x: tensor<6xf32>) {
  %s = stablehlo.constant dense<[2, 2]> : tensor<2xi64>
  // expected-error@+1 {{output_shape is incompatible with input type of operation: input has 6 elements, but output_shape has 4}}
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<6xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

// expected-error@+1 {{Bounds length is 1, expected to be equal to rank(2) of the tensor 'tensor<?x?xf32>'}}
func.func private @bounds(tensor<?x?xf32, #stablehlo.bounds<3>>)

// -----

func.func @custom_call(%x: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op Number of operands must match the number of operand layouts, 1 != 0}}
  %0 = stablehlo.custom_call @f(%x) {operand_layouts = [], result_layouts = [dense<0> : tensor<1xindex>]} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// The result has no element for any element of the operand.
func.func @gather(%x: tensor<4x4xi64>, %i: tensor<1xi32>) -> tensor<4xi64> {
  // expected-error@+2 {{failed to infer returned types}}
  // expected-error@+1 {{Expects slices with elements for a result with elements, but slice_sizes[0] is 0}}
  %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 0, 4>} : (tensor<4x4xi64>, tensor<1xi32>) -> tensor<4xi64>
  return %0 : tensor<4xi64>
}

// -----

// A result without elements is valid.
func.func @gather(%x: tensor<0x4xi64>, %i: tensor<0x1xi32>) -> tensor<0x4xi64> {
  %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 0, 4>} : (tensor<0x4xi64>, tensor<0x1xi32>) -> tensor<0x4xi64>
  return %0 : tensor<0x4xi64>
}

// -----

// The dilated window has more than 2^63 elements.
func.func @window(%x: tensor<3xf32>, %z: tensor<f32>) -> tensor<1xf32> {
  // expected-error@+1 {{expects the dilated window to have fewer than 2^60 elements in dimension 0}}
  %0 = "stablehlo.reduce_window"(%x, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64: 3>, window_dilations = array<i64: 9223372036854775807>} : (tensor<3xf32>, tensor<f32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

// -----

func.func @large_hole(%x: tensor<2xf32>, %z: tensor<f32>) -> tensor<2xf32> {
  %0 = "stablehlo.reduce_window"(%x, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64: 1>, window_strides = array<i64: 576460752303423489>, base_dilations = array<i64: 576460752303423489>} : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @holes(%x: tensor<4xf32>, %z: tensor<f32>) -> tensor<4xf32> {
  // expected-error@+1 {{has dimension 0 that has 2^60 elements or more after padding}}
  %0 = "stablehlo.reduce_window"(%x, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64: 1>, window_strides = array<i64: 2305843009213693952>, base_dilations = array<i64: 2305843009213693952>} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @padding(%x: tensor<4xf32>, %z: tensor<f32>) -> tensor<4xf32> {
  // expected-error@+2 {{failed to infer returned types}}
  // expected-error@+1 {{has dimension 0 that is padded by more than 2^60 elements}}
  %0 = stablehlo.pad %x, %z, low = [-9223372036854775807], high = [9223372036854775807], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @joined(%x: tensor<0x9000000000000000000xi32>) -> tensor<0x?xi32> {
  // expected-error@+2 {{failed to infer returned types}}
  // expected-error@+1 {{extents along dimension 1 add up to more than 9223372036854775807}}
  %0 = stablehlo.concatenate %x, %x, dim = 1 : (tensor<0x9000000000000000000xi32>, tensor<0x9000000000000000000xi32>) -> tensor<0x?xi32>
  return %0 : tensor<0x?xi32>
}

// -----

func.func @bitcast_rank(%x: tensor<2xf32>) -> tensor<2x3xi32> {
  // expected-error@+1 {{operand and result shapes must match except for the innermost dimension of the shape with the smaller element type. Got: 'tensor<2xf32>' and 'tensor<2x3xi32>'.}}
  %0 = stablehlo.bitcast_convert %x : (tensor<2xf32>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}
