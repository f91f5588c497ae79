// The output must equal the text below.
// RUN: grep -v '^// ' %s > %t
// RUN: lathe-opt %s | diff %t -
// RUN: lathe-opt %s --mlir-print-op-generic | lathe-opt | diff %t -
#map = affine_map<(d0, d1, d2) -> (d0, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d1, d0)>
#map3 = affine_map<(d0) -> (d0)>
#map4 = affine_map<(d0) -> ()>
module {
  func.func @softmax(%arg0: tensor<4x?xf32>, %arg1: tensor<4x8xf32>, %arg2: memref<4x8xf32>) -> tensor<4x8xf32> {
    %0 = linalg.softmax dimension(1) ins(%arg0 : tensor<4x?xf32>) outs(%arg1 : tensor<4x8xf32>) -> tensor<4x8xf32>
    linalg.softmax {mark} dimension(0) ins(%arg2 : memref<4x8xf32>) outs(%arg2 : memref<4x8xf32>)
    return %0 : tensor<4x8xf32>
  }
  func.func @winograd(%arg0: tensor<2x3x3x5xf32>, %arg1: tensor<2x1x3x5xf32>, %arg2: tensor<6x6x5x2xf32>, %arg3: tensor<1x6x5x2xf32>, %arg4: tensor<2x14x14x5xf32>, %arg5: tensor<6x6x3x3x2x5xf32>, %arg6: tensor<6x6x3x3x2x2xf32>, %arg7: tensor<2x12x12x2xf32>) {
    %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%arg0 : tensor<2x3x3x5xf32>) outs(%arg2 : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
    %1 = linalg.winograd_filter_transform {mark} fmr(F_4_3) ins(%arg1 : tensor<2x1x3x5xf32>) outs(%arg3 : tensor<1x6x5x2xf32>) -> tensor<1x6x5x2xf32>
    %2 = linalg.winograd_input_transform fmr(F_4_3) ins(%arg4 : tensor<2x14x14x5xf32>) outs(%arg5 : tensor<6x6x3x3x2x5xf32>) -> tensor<6x6x3x3x2x5xf32>
    %3 = linalg.winograd_output_transform fmr(F_4_3) ins(%arg6 : tensor<6x6x3x3x2x2xf32>) outs(%arg7 : tensor<2x12x12x2xf32>) -> tensor<2x12x12x2xf32>
    return
  }
  func.func @pack(%arg0: tensor<18x?xf32>, %arg1: tensor<?x3x8x?xf32>, %arg2: tensor<?x18xf32>, %arg3: index, %arg4: f32) -> tensor<18x?xf32> {
    %pack = linalg.pack %arg0 padding_value(%arg4 : f32) outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [8, %arg3] into %arg1 {mark} : tensor<18x?xf32> -> tensor<?x3x8x?xf32>
    %unpack = linalg.unpack %pack outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [8, %arg3] into %arg0 : tensor<?x3x8x?xf32> -> tensor<18x?xf32>
    %0 = tensor.empty() : tensor<2x18x9xf32>
    %1 = tensor.empty() : tensor<18x18xf32>
    %pack_0 = linalg.pack %1 inner_dims_pos = [0] inner_tiles = [9] into %0 : tensor<18x18xf32> -> tensor<2x18x9xf32>
    return %unpack : tensor<18x?xf32>
  }
  func.func @contract(%arg0: tensor<3x4xf16>, %arg1: tensor<4x5xf16>, %arg2: tensor<5x3xf32>, %arg3: i8, %arg4: memref<4xi8>, %arg5: memref<i32>) -> tensor<5x3xf32> {
    %0 = linalg.contract indexing_maps = [#map, #map1, #map2] ins(%arg0, %arg1 : tensor<3x4xf16>, tensor<4x5xf16>) outs(%arg2 : tensor<5x3xf32>) -> tensor<5x3xf32>
    linalg.contract indexing_maps = [#map3, #map3, #map4] {cast = #linalg.type_fn<cast_unsigned>, mark} ins(%arg4, %arg4 : memref<4xi8>, memref<4xi8>) outs(%arg5 : memref<i32>)
    return %0 : tensor<5x3xf32>
  }
  func.func @products(%arg0: memref<3x4xi8>, %arg1: memref<4x5xi8>, %arg2: memref<3x5xi32>, %arg3: memref<2x3x4xi8>, %arg4: memref<2x4x5xi8>, %arg5: memref<2x3x5xi32>, %arg6: i32) {
    linalg.quantized_matmul ins(%arg0, %arg1, %arg6, %arg6 : memref<3x4xi8>, memref<4x5xi8>, i32, i32) outs(%arg2 : memref<3x5xi32>)
    linalg.quantized_batch_matmul ins(%arg3, %arg4, %arg6, %arg6 : memref<2x3x4xi8>, memref<2x4x5xi8>, i32, i32) outs(%arg5 : memref<2x3x5xi32>)
    return
  }
  func.func @random(%arg0: f64, %arg1: f64, %arg2: i32, %arg3: tensor<3x5xf32>) -> tensor<3x5xf32> {
    %0 = linalg.fill_rng_2d ins(%arg0, %arg1, %arg2 : f64, f64, i32) outs(%arg3 : tensor<3x5xf32>) -> tensor<3x5xf32>
    return %0 : tensor<3x5xf32>
  }
}

