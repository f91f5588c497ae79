// RUN: lathe-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @empty_buffer(
// CHECK-NEXT: return{{$}}
func.func @empty_buffer(%a: memref<0x4xf32>) {
  linalg.exp ins(%a : memref<0x4xf32>) outs(%a : memref<0x4xf32>)
  return
}

// CHECK-LABEL: func.func @cast_consumer(
// CHECK-NEXT: %cast = tensor.cast %arg1 : tensor<?x?xf32> to tensor<4x8xf32>{{$}}
// CHECK-NEXT: %cast_0 = tensor.cast %arg0 : tensor<?x?xf32> to tensor<4x?xf32>{{$}}
// CHECK-NEXT: %cast_1 = tensor.cast %arg0 : tensor<?x?xf32> to tensor<?x8xf32>{{$}}
// CHECK-NEXT: %0 = linalg.matmul ins(%cast_0, %cast_1 : tensor<4x?xf32>, tensor<?x8xf32>) outs(%cast : tensor<4x8xf32>) -> tensor<4x8xf32>{{$}}
// CHECK-NEXT: %cast_2 = tensor.cast %0 : tensor<4x8xf32> to tensor<?x?xf32>{{$}}
// CHECK-NEXT: return %0, %cast_2 : tensor<4x8xf32>, tensor<?x?xf32>{{$}}
func.func @cast_consumer(%a: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> (tensor<4x8xf32>, tensor<?x?xf32>) {
  %0 = linalg.matmul ins(%a, %a : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = tensor.cast %0 : tensor<?x?xf32> to tensor<4x8xf32>
  return %1, %0 : tensor<4x8xf32>, tensor<?x?xf32>
}

// CHECK-LABEL: func.func @cast_producer(
// CHECK-NEXT: %cast = tensor.cast %arg1 : tensor<?xf32> to tensor<4xf32>{{$}}
// CHECK-NEXT: %0 = linalg.exp ins(%arg0 : tensor<4xf32>) outs(%cast : tensor<4xf32>) -> tensor<4xf32>{{$}}
// CHECK-NEXT: %cast_0 = tensor.cast %0 : tensor<4xf32> to tensor<?xf32>{{$}}
// CHECK-NEXT: return %cast_0 : tensor<?xf32>{{$}}
func.func @cast_producer(%a: tensor<4xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = tensor.cast %a : tensor<4xf32> to tensor<?xf32>
  %1 = linalg.exp ins(%0 : tensor<?xf32>) outs(%b : tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// CHECK-LABEL: func.func @buffer_cast(
// CHECK-NEXT: linalg.exp ins(%arg0 : memref<4xf32>) outs(%arg0 : memref<4xf32>){{$}}
// CHECK-NEXT: return{{$}}
func.func @buffer_cast(%a: memref<4xf32>) {
  %0 = memref.cast %a : memref<4xf32> to memref<?xf32>
  linalg.exp ins(%0 : memref<?xf32>) outs(%0 : memref<?xf32>)
  return
}

// CHECK-LABEL: func.func @softmax_buffer_cast(
// CHECK-NEXT: linalg.softmax dimension(0) ins(%arg0 : memref<4xf32>) outs(%arg0 : memref<4xf32>){{$}}
// CHECK-NEXT: return{{$}}
func.func @softmax_buffer_cast(%a: memref<4xf32>) {
  %0 = memref.cast %a : memref<4xf32> to memref<?xf32>
  linalg.softmax dimension(0) ins(%0 : memref<?xf32>) outs(%0 : memref<?xf32>)
  return
}

// CHECK-LABEL: func.func @static_shapes(
// CHECK-NEXT: %cast = tensor.cast %arg0 : tensor<?x8xf32> to tensor<4x8xf32>{{$}}
// CHECK-NEXT: %cast_0 = tensor.cast %arg1 : tensor<4x?xf32> to tensor<4x8xf32>{{$}}
// CHECK-NEXT: %cast_1 = tensor.cast %arg2 : tensor<?x?xf32> to tensor<4x8xf32>{{$}}
// CHECK-NEXT: %0 = linalg.add ins(%cast, %cast_0 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%cast_1 : tensor<4x8xf32>) -> tensor<4x8xf32>{{$}}
// CHECK-NEXT: %cast_2 = tensor.cast %0 : tensor<4x8xf32> to tensor<?x?xf32>{{$}}
// CHECK-NEXT: return %cast_2 : tensor<?x?xf32>{{$}}
func.func @static_shapes(%a: tensor<?x8xf32>, %b: tensor<4x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.add ins(%a, %b : tensor<?x8xf32>, tensor<4x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @windows_keep_shapes(
// CHECK-NEXT: %0 = linalg.conv_2d_nhwc_hwcf ins(%arg0, %arg1 : tensor<1x8x8x2xf32>, tensor<?x?x2x3xf32>) outs(%arg2 : tensor<1x6x6x3xf32>) -> tensor<1x6x6x3xf32>{{$}}
// CHECK-NEXT: return %0 : tensor<1x6x6x3xf32>{{$}}
func.func @windows_keep_shapes(%a: tensor<1x8x8x2xf32>, %k: tensor<?x?x2x3xf32>, %c: tensor<1x6x6x3xf32>) -> tensor<1x6x6x3xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf ins(%a, %k : tensor<1x8x8x2xf32>, tensor<?x?x2x3xf32>) outs(%c : tensor<1x6x6x3xf32>) -> tensor<1x6x6x3xf32>
  return %0 : tensor<1x6x6x3xf32>
}

// CHECK-LABEL: func.func @dim_of_result(
// CHECK-NEXT: %c0 = arith.constant 0 : index{{$}}
// CHECK-NEXT: %dim = tensor.dim %arg1, %c0 : tensor<?xf32>{{$}}
// CHECK-NEXT: return %dim : index{{$}}
func.func @dim_of_result(%a: tensor<?xf32>, %b: tensor<?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %0 = linalg.exp ins(%a : tensor<?xf32>) outs(%b : tensor<?xf32>) -> tensor<?xf32>
  %1 = tensor.dim %0, %c0 : tensor<?xf32>
  return %1 : index
}

// CHECK-LABEL: func.func @identity(
// CHECK-NEXT: %cast = tensor.cast %arg0 : tensor<?x4xf32> to tensor<2x?xf32>{{$}}
// CHECK-NEXT: return %cast : tensor<2x?xf32>{{$}}
func.func @identity(%a: tensor<?x4xf32>, %b: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<?x4xf32>) outs(%b : tensor<2x?xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// The maps reach only the diagonal, so the other elements of the result are those of %arg1.
// CHECK-LABEL: func.func @diagonal(
// CHECK: return %0 : tensor<2x2xf32>{{$}}
func.func @diagonal(%a: tensor<2x2xf32>, %b: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i, i)>, affine_map<(i) -> (i, i)>], iterator_types = ["parallel"]} ins(%a : tensor<2x2xf32>) outs(%b : tensor<2x2xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// CHECK-LABEL: func.func @identities(
// CHECK-NEXT: return %arg0, %arg1, %arg0 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>{{$}}
func.func @identities(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>, %m: memref<4xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %0 = linalg.transpose ins(%a : tensor<2x3xf32>) outs(%b : tensor<2x3xf32>) permutation = [0, 1]
  %1 = linalg.broadcast ins(%b : tensor<2x3xf32>) outs(%a : tensor<2x3xf32>) dimensions = []
  %2 = linalg.copy ins(%a : tensor<2x3xf32>) outs(%a : tensor<2x3xf32>) -> tensor<2x3xf32>
  linalg.copy ins(%m : memref<4xf32>) outs(%m : memref<4xf32>)
  return %0, %1, %2 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}

// CHECK-LABEL: func.func @fill_extract(
// CHECK-NEXT: return %arg0 : f32{{$}}
func.func @fill_extract(%x: f32, %a: tensor<4xf32>, %i: index) -> f32 {
  %0 = linalg.fill ins(%x : f32) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %1 = tensor.extract %0[%i] : tensor<4xf32>
  return %1 : f32
}

// CHECK-LABEL: func.func @fill_reshape(
// CHECK-NEXT: %collapsed = tensor.collapse_shape %arg1 {{\[\[}}0, 1{{\]\]}} : tensor<4x3xf32> into tensor<12xf32>{{$}}
// CHECK-NEXT: %0 = linalg.fill ins(%arg0 : f32) outs(%collapsed : tensor<12xf32>) -> tensor<12xf32>{{$}}
// CHECK-NEXT: %expanded = tensor.expand_shape %arg1 {{\[\[}}0, 1], [2{{\]\]}} output_shape [2, 2, 3] : tensor<4x3xf32> into tensor<2x2x3xf32>{{$}}
// CHECK-NEXT: %1 = linalg.fill ins(%arg0 : f32) outs(%expanded : tensor<2x2x3xf32>) -> tensor<2x2x3xf32>{{$}}
// CHECK-NEXT: return %0, %1 : tensor<12xf32>, tensor<2x2x3xf32>{{$}}
func.func @fill_reshape(%x: f32, %a: tensor<4x3xf32>) -> (tensor<12xf32>, tensor<2x2x3xf32>) {
  %0 = linalg.fill ins(%x : f32) outs(%a : tensor<4x3xf32>) -> tensor<4x3xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<4x3xf32> into tensor<12xf32>
  %2 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [2, 2, 3] : tensor<4x3xf32> into tensor<2x2x3xf32>
  return %1, %2 : tensor<12xf32>, tensor<2x2x3xf32>
}

// CHECK-LABEL: func.func @fill_pad(
// CHECK-NEXT: %c1 = arith.constant 1 : index{{$}}
// CHECK-NEXT: %0 = affine.apply {{#map[0-9]*}}()[%arg2]{{$}}
// CHECK-NEXT: %dim = tensor.dim %arg1, %c1 : tensor<4x?xf32>{{$}}
// CHECK-NEXT: %1 = affine.apply {{#map[0-9]*}}()[%dim, %arg2]{{$}}
// CHECK-NEXT: %2 = tensor.empty(%0, %1) : tensor<?x?xf32>{{$}}
// CHECK-NEXT: %3 = linalg.fill ins(%arg0 : f32) outs(%2 : tensor<?x?xf32>) -> tensor<?x?xf32>{{$}}
// CHECK-NEXT: return %3 : tensor<?x?xf32>{{$}}
func.func @fill_pad(%x: f32, %a: tensor<4x?xf32>, %n: index) -> tensor<?x?xf32> {
  %0 = linalg.fill ins(%x : f32) outs(%a : tensor<4x?xf32>) -> tensor<4x?xf32>
  %1 = tensor.pad %0 low[%n, 1] high[2, %n] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<4x?xf32> to tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @other_pad(
// CHECK-NEXT: %0 = linalg.fill ins(%arg0 : f32) outs(%arg2 : tensor<4xf32>) -> tensor<4xf32>{{$}}
// CHECK-NEXT: %padded = tensor.pad %0 low[1] high[1] {{{$}}
// CHECK-NEXT: ^bb0(%arg3: index):{{$}}
// CHECK-NEXT: tensor.yield %arg1 : f32{{$}}
// CHECK-NEXT: } : tensor<4xf32> to tensor<6xf32>{{$}}
// CHECK-NEXT: return %padded : tensor<6xf32>{{$}}
func.func @other_pad(%x: f32, %y: f32, %a: tensor<4xf32>) -> tensor<6xf32> {
  %0 = linalg.fill ins(%x : f32) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %1 = tensor.pad %0 low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %y : f32
  } : tensor<4xf32> to tensor<6xf32>
  return %1 : tensor<6xf32>
}

// CHECK-LABEL: func.func @insert_pad(
// CHECK-NEXT: %0 = linalg.fill ins(%arg0 : f32) outs(%arg3 : tensor<16xf32>) -> tensor<16xf32>{{$}}
// CHECK-NEXT: %inserted_slice = tensor.insert_slice %arg2 into %0[8] [2] [1] : tensor<2xf32> into tensor<16xf32>{{$}}
// CHECK-NEXT: %inserted_slice_0 = tensor.insert_slice %arg1 into %inserted_slice[3] [3] [1] : tensor<3xf32> into tensor<16xf32>{{$}}
// CHECK-NEXT: return %inserted_slice_0 : tensor<16xf32>{{$}}
func.func @insert_pad(%x: f32, %a: tensor<3xf32>, %b: tensor<2xf32>, %c: tensor<16xf32>) -> tensor<16xf32> {
  %0 = linalg.fill ins(%x : f32) outs(%c : tensor<16xf32>) -> tensor<16xf32>
  %1 = tensor.insert_slice %b into %0[8] [2] [1] : tensor<2xf32> into tensor<16xf32>
  %2 = tensor.pad %a low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %x : f32
  } : tensor<3xf32> to tensor<5xf32>
  %3 = tensor.insert_slice %2 into %1[2] [5] [1] : tensor<5xf32> into tensor<16xf32>
  return %3 : tensor<16xf32>
}

// The padding stays, because the slice has a stride.
// CHECK-LABEL: func.func @insert_pad_stride(
// CHECK: tensor.insert_slice %padded into %0[0] [4] [2] : tensor<4xf32> into tensor<16xf32>{{$}}
func.func @insert_pad_stride(%x: f32, %a: tensor<2xf32>, %c: tensor<16xf32>) -> tensor<16xf32> {
  %0 = linalg.fill ins(%x : f32) outs(%c : tensor<16xf32>) -> tensor<16xf32>
  %1 = tensor.pad %a low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %x : f32
  } : tensor<2xf32> to tensor<4xf32>
  %2 = tensor.insert_slice %1 into %0[0] [4] [2] : tensor<4xf32> into tensor<16xf32>
  return %2 : tensor<16xf32>
}

// The first slice goes back to element 3, so the padding stays.
// CHECK-LABEL: func.func @insert_pad_overlap(
// CHECK: tensor.insert_slice %padded into %inserted_slice[0] [5] [1] : tensor<5xf32> into tensor<16xf32>{{$}}
func.func @insert_pad_overlap(%x: f32, %a: tensor<3xf32>, %b: tensor<3xf32>, %c: tensor<16xf32>) -> tensor<16xf32> {
  %0 = linalg.fill ins(%x : f32) outs(%c : tensor<16xf32>) -> tensor<16xf32>
  %1 = tensor.insert_slice %b into %0[5] [3] [-1] : tensor<3xf32> into tensor<16xf32>
  %2 = tensor.pad %a low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %x : f32
  } : tensor<3xf32> to tensor<5xf32>
  %3 = tensor.insert_slice %2 into %1[0] [5] [1] : tensor<5xf32> into tensor<16xf32>
  return %3 : tensor<16xf32>
}

// CHECK-LABEL: func.func @fill_copy(
// CHECK-NEXT: %0 = linalg.fill ins(%arg0 : f32) outs(%arg2 : tensor<4xf32>) -> tensor<4xf32>{{$}}
// CHECK-NEXT: %1 = linalg.copy ins(%arg2 : tensor<4xf32>) outs(%arg1 : tensor<4xf32>) -> tensor<4xf32>{{$}}
// CHECK-NEXT: return %0, %1 : tensor<4xf32>, tensor<4xf32>{{$}}
func.func @fill_copy(%x: f32, %a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = linalg.fill ins(%x : f32) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.copy ins(%0 : tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  %2 = linalg.copy ins(%b : tensor<4xf32>) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
  return %1, %2 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @fill_transpose(
// CHECK-NEXT: %0 = linalg.fill ins(%arg0 : f32) outs(%arg2 : tensor<3x4xf32>) -> tensor<3x4xf32>{{$}}
// CHECK-NEXT: return %0 : tensor<3x4xf32>{{$}}
func.func @fill_transpose(%x: f32, %a: tensor<4x3xf32>, %b: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %0 = linalg.fill ins(%x : f32) outs(%a : tensor<4x3xf32>) -> tensor<4x3xf32>
  %1 = linalg.transpose ins(%0 : tensor<4x3xf32>) outs(%b : tensor<3x4xf32>) permutation = [1, 0]
  return %1 : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @transpose_transpose(
// CHECK-NEXT: %transposed = linalg.transpose ins(%arg0 : tensor<5x4x3xf32>) outs(%arg2 : tensor<3x4x5xf32>) permutation = [2, 1, 0]{{ $}}
// CHECK-NEXT: return %transposed : tensor<3x4x5xf32>{{$}}
func.func @transpose_transpose(%a: tensor<5x4x3xf32>, %b: tensor<4x3x5xf32>, %c: tensor<3x4x5xf32>) -> tensor<3x4x5xf32> {
  %0 = linalg.transpose ins(%a : tensor<5x4x3xf32>) outs(%b : tensor<4x3x5xf32>) permutation = [1, 2, 0]
  %1 = linalg.transpose ins(%0 : tensor<4x3x5xf32>) outs(%c : tensor<3x4x5xf32>) permutation = [1, 0, 2]
  return %1 : tensor<3x4x5xf32>
}

// CHECK-LABEL: func.func @transpose_broadcast(
// CHECK-NEXT: %c0 = arith.constant 0 : index{{$}}
// CHECK-NEXT: %dim = tensor.dim %arg0, %c0 : tensor<?x5xf32>{{$}}
// CHECK-NEXT: %0 = tensor.empty(%dim) : tensor<5x?xf32>{{$}}
// CHECK-NEXT: %transposed = linalg.transpose ins(%arg0 : tensor<?x5xf32>) outs(%0 : tensor<5x?xf32>) permutation = [1, 0]{{ $}}
// CHECK-NEXT: %broadcasted = linalg.broadcast ins(%transposed : tensor<5x?xf32>) outs(%arg2 : tensor<5x?x3xf32>) dimensions = [2]{{ $}}
// CHECK-NEXT: return %broadcasted : tensor<5x?x3xf32>{{$}}
func.func @transpose_broadcast(%a: tensor<?x5xf32>, %b: tensor<?x3x5xf32>, %c: tensor<5x?x3xf32>) -> tensor<5x?x3xf32> {
  %0 = linalg.broadcast ins(%a : tensor<?x5xf32>) outs(%b : tensor<?x3x5xf32>) dimensions = [1]
  %1 = linalg.transpose ins(%0 : tensor<?x3x5xf32>) outs(%c : tensor<5x?x3xf32>) permutation = [2, 0, 1]
  return %1 : tensor<5x?x3xf32>
}

// CHECK-LABEL: func.func @broadcast_broadcast(
// CHECK-NEXT: %broadcasted = linalg.broadcast ins(%arg0 : tensor<4xf32>) outs(%arg2 : tensor<2x4x3xf32>) dimensions = [0, 2]{{ $}}
// CHECK-NEXT: return %broadcasted : tensor<2x4x3xf32>{{$}}
func.func @broadcast_broadcast(%a: tensor<4xf32>, %b: tensor<2x4xf32>, %c: tensor<2x4x3xf32>) -> tensor<2x4x3xf32> {
  %0 = linalg.broadcast ins(%a : tensor<4xf32>) outs(%b : tensor<2x4xf32>) dimensions = [0]
  %1 = linalg.broadcast ins(%0 : tensor<2x4xf32>) outs(%c : tensor<2x4x3xf32>) dimensions = [2]
  return %1 : tensor<2x4x3xf32>
}
