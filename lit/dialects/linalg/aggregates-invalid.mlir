// RUN: lathe-opt %s --split-input-file --verify-diagnostics

func.func @softmax_shape(%a: tensor<4x8xf32>, %b: tensor<4x7xf32>) {
  // expected-error@+1 {{'linalg.softmax' op incompatible output shape}}
  %0 = linalg.softmax dimension(1) ins(%a : tensor<4x8xf32>) outs(%b : tensor<4x7xf32>) -> tensor<4x7xf32>
  return
}

// -----

func.func @softmax_dimension(%a: memref<4x8xf32>) {
  // expected-error@+1 {{'linalg.softmax' op incorrect dimension specified}}
  linalg.softmax dimension(2) ins(%a : memref<4x8xf32>) outs(%a : memref<4x8xf32>)
  return
}

// -----

func.func @filter_height(%a: tensor<2x4x3x5xf32>, %b: tensor<6x6x5x2xf32>) {
  // expected-error@+1 {{'linalg.winograd_filter_transform' op expect filter height either equals to r or 1}}
  %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%a : tensor<2x4x3x5xf32>) outs(%b : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  return
}

// -----

func.func @filter_point(%a: tensor<2x1x1x5xf32>, %b: tensor<1x1x5x2xf32>) {
  // expected-error@+1 {{'linalg.winograd_filter_transform' op expect either filter height or width equals to r}}
  %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%a : tensor<2x1x1x5xf32>) outs(%b : tensor<1x1x5x2xf32>) -> tensor<1x1x5x2xf32>
  return
}

// -----

func.func @input_tiles(%a: tensor<2x14x14x5xf32>, %b: tensor<6x6x3x4x2x5xf32>) {
  // expected-error@+1 {{'linalg.winograd_input_transform' op the output shape is not expected}}
  %0 = linalg.winograd_input_transform fmr(F_4_3) ins(%a : tensor<2x14x14x5xf32>) outs(%b : tensor<6x6x3x4x2x5xf32>) -> tensor<6x6x3x4x2x5xf32>
  return
}

// -----

func.func @output_height(%a: tensor<5x6x3x3x2x2xf32>, %b: tensor<2x12x12x2xf32>) {
  // expected-error@+1 {{'linalg.winograd_output_transform' op expect input height equals to input tile size}}
  %0 = linalg.winograd_output_transform fmr(F_4_3) ins(%a : tensor<5x6x3x3x2x2xf32>) outs(%b : tensor<2x12x12x2xf32>) -> tensor<2x12x12x2xf32>
  return
}

// -----

func.func @output_elements(%a: tensor<6x6x3x3x2x2xf32>, %b: tensor<2x12x12x2xf16>) {
  // expected-error@+1 {{'linalg.winograd_output_transform' op failed to verify that all of {value, output} have same element type}}
  %0 = linalg.winograd_output_transform fmr(F_4_3) ins(%a : tensor<6x6x3x3x2x2xf32>) outs(%b : tensor<2x12x12x2xf16>) -> tensor<2x12x12x2xf16>
  return
}

// -----

func.func @pack_zero(%a: tensor<8xf32>, %b: tensor<1x8xf32>) {
  // expected-error@+1 {{invalid zero tile factor}}
  %0 = linalg.pack %a inner_dims_pos = [0] inner_tiles = [0] into %b : tensor<8xf32> -> tensor<1x8xf32>
  return
}

// -----

func.func @pack_position(%a: tensor<8xf32>, %b: tensor<1x8xf32>) {
  // expected-error@+1 {{invalid inner_dims_pos vector}}
  %0 = linalg.pack %a inner_dims_pos = [1] inner_tiles = [8] into %b : tensor<8xf32> -> tensor<1x8xf32>
  return
}

// -----

func.func @pack_tile(%a: tensor<16xf32>, %b: tensor<2x4xf32>) {
  // expected-error@+1 {{mismatch in inner tile sizes specified and shaped of tiled dimension in the packed type}}
  %0 = linalg.pack %a inner_dims_pos = [0] inner_tiles = [8] into %b : tensor<16xf32> -> tensor<2x4xf32>
  return
}

// -----

func.func @pack_partial(%a: tensor<9xf32>, %b: tensor<2x8xf32>) {
  // expected-error@+1 {{'linalg.pack' op invalid tile factor or output size provided. Only full tiles are supported when padding_value is not set}}
  %0 = linalg.pack %a inner_dims_pos = [0] inner_tiles = [8] into %b : tensor<9xf32> -> tensor<2x8xf32>
  return
}

// -----

func.func @pack_padding(%a: tensor<9xf32>, %b: tensor<2x8xf32>, %x: f64) {
  // expected-error@+1 {{'linalg.pack' op expected padding_value has 'f32' but got: 'f64'}}
  %0 = linalg.pack %a padding_value(%x : f64) inner_dims_pos = [0] inner_tiles = [8] into %b : tensor<9xf32> -> tensor<2x8xf32>
  return
}

// -----

func.func @unpack_shape(%a: tensor<2x8xf32>, %b: tensor<17xf32>) {
  // expected-error@+1 {{expected 'tensor<3x8xf32>' for the packed domain value, got 'tensor<2x8xf32>'}}
  %0 = linalg.unpack %a inner_dims_pos = [0] inner_tiles = [8] into %b : tensor<2x8xf32> -> tensor<17xf32>
  return
}

// -----

func.func @unpack_order(%a: tensor<2x8xf32>, %b: tensor<14x2xf32>) {
  // expected-error@+1 {{outer_dims_perm must be a permutation or empty}}
  %0 = linalg.unpack %a outer_dims_perm = [0] inner_dims_pos = [0] inner_tiles = [8] into %b : tensor<2x8xf32> -> tensor<14x2xf32>
  return
}

// -----

func.func @contract_no_sum(%a: tensor<4x6xf32>) {
  // expected-error@+1 {{'indexing_maps' do not specify a contracting dimension}}
  %0 = linalg.contract indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>] ins(%a, %a : tensor<4x6xf32>, tensor<4x6xf32>) outs(%a : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @contract_unused(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>) {
  // expected-error@+1 {{iteration space dim at index 3 not used to access any operand}}
  %0 = linalg.contract indexing_maps = [affine_map<(m, n, k, l) -> (m, k)>, affine_map<(m, n, k, l) -> (k, n)>, affine_map<(m, n, k, l) -> (m, n)>] ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @contract_without_maps(%a: tensor<4xf32>, %c: tensor<f32>) {
  // expected-error@+1 {{custom op 'linalg.contract' expected 'indexing_maps' attribute}}
  %0 = linalg.contract ins(%a, %a : tensor<4xf32>, tensor<4xf32>) outs(%c : tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @matmul_broadcast(%a: memref<?xf32>, %b: memref<?x?xf32>) {
  // expected-error@+1 {{'linalg.matmul' op Invalid broadcast requested, should be (d2).}}
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : memref<?xf32>, memref<?x?xf32>) outs(%b : memref<?x?xf32>)
  return
}

// -----

func.func @batch_matmul_output(%a: memref<?x?x?xf32>) {
  // expected-error@+1 {{'linalg.batch_matmul' op Invalid output map result dimension.}}
  linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (b, n, m)>] ins(%a, %a : memref<?x?x?xf32>, memref<?x?x?xf32>) outs(%a : memref<?x?x?xf32>)
  return
}

// -----

func.func @quantized_matmul(%a: memref<3x4xi8>, %b: memref<5x5xi8>, %c: memref<3x5xi32>, %z: i32) {
  // expected-error@+1 {{'linalg.quantized_matmul' op inferred input/output operand #1 has shape's dimension #0 to be 4, but found 5}}
  linalg.quantized_matmul ins(%a, %b, %z, %z : memref<3x4xi8>, memref<5x5xi8>, i32, i32) outs(%c : memref<3x5xi32>)
  return
}

// -----

func.func @quantized_batch_matmul(%a: memref<2x3x4xi8>, %c: memref<2x3x5xi32>, %z: i32) {
  // expected-error@+1 {{'linalg.quantized_batch_matmul' op inferred input/output operand #1 has shape's dimension #1 to be 4, but found 3}}
  linalg.quantized_batch_matmul ins(%a, %a, %z, %z : memref<2x3x4xi8>, memref<2x3x4xi8>, i32, i32) outs(%c : memref<2x3x5xi32>)
  return
}

// -----

func.func @random(%x: f64, %seed: i32, %o: memref<5xf32>) {
  // expected-error@+1 {{'linalg.fill_rng_2d' op expected operand #3 rank (1) to match the result rank of indexing_map (2)}}
  linalg.fill_rng_2d ins(%x, %x, %seed : f64, f64, i32) outs(%o : memref<5xf32>)
  return
}

// -----

func.func @mixed(%a: tensor<4xf32>, %b: memref<4xf32>) {
  // expected-error@+1 {{'linalg.exp' op expected to have pure tensor or buffer semantics}}
  linalg.exp ins(%a : tensor<4xf32>) outs(%b : memref<4xf32>)
  return
}

// -----

func.func @bool(%a: memref<4xi1>) {
  // expected-error@+1 {{custom op 'linalg.sub' unsupported operation: sub with bools}}
  linalg.sub ins(%a, %a : memref<4xi1>, memref<4xi1>) outs(%a : memref<4xi1>)
  return
}

// -----

func.func @softmax_result(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{'linalg.softmax' op expected type of operand #1 ('tensor<4x8xf32>') to match type of corresponding result ('tensor<4x?xf32>')}}
  %0 = linalg.softmax dimension(1) ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x?xf32>
  return
}

// -----

func.func @fill_value(%x: f64, %b: memref<4xf32>) {
  // expected-error@+1 {{'linalg.fill' op expected fill value type ('f64') to match output element type ('f32')}}
  linalg.fill ins(%x : f64) outs(%b : memref<4xf32>)
  return
}

// -----

func.func @fill_tensor(%x: tensor<f32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{expected op with scalar input}}
  %0 = linalg.fill ins(%x : tensor<f32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @conversion(%a: memref<4xf32>, %b: memref<4xindex>) {
  // The text of the operation does not contain the body.
  // expected-error@unknown {{'linalg.yield' op type of yield operand 1 ('f32') doesn't match the element type of the enclosing linalg.generic op ('index')}}
  linalg.copy ins(%a : memref<4xf32>) outs(%b : memref<4xindex>)
  return
}

// -----

// expected-error@+2 {{expected ::mlir::utils::IteratorType to be one of: parallel, reduction}}
// expected-error@+1 {{failed to parse IteratorTypeEnum parameter 'value' which is to be a `::mlir::utils::IteratorType`}}
func.func private @iterator() attributes {mark = #linalg.iterator_type<window>}

// -----

// expected-error@+1 {{unknown attribute `function` in dialect `linalg`}}
func.func private @attribute() attributes {mark = #linalg.function<exp>}
