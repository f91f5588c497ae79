// RUN: lathe-opt %s --canonicalize | FileCheck %s

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

// CHECK-LABEL: func.func @unit_index(
// CHECK-NEXT: %c0 = arith.constant 0 : index{{$}}
// CHECK-NEXT: %0 = linalg.generic {indexing_maps = [{{#map[0-9]*}}], iterator_types = ["parallel"]} outs(%arg0 : tensor<1xindex>) {{{$}}
// CHECK-NEXT: ^bb0(%out: index):{{$}}
// CHECK-NEXT: linalg.yield %c0 : index{{$}}
// CHECK-NEXT: } -> tensor<1xindex>{{$}}
// CHECK-NEXT: return %0 : tensor<1xindex>{{$}}
func.func @unit_index(%a: tensor<1xindex>) -> tensor<1xindex> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%a : tensor<1xindex>) {
  ^bb0(%x: index):
    %i = linalg.index 0 : index
    linalg.yield %i : index
  } -> tensor<1xindex>
  return %0 : tensor<1xindex>
}

// CHECK-LABEL: func.func @pack_fill(
// CHECK-NEXT: %c0 = arith.constant 0 : index{{$}}
// CHECK-NEXT: %dim = tensor.dim %arg1, %c0 : tensor<?x4xf32>{{$}}
// CHECK-NEXT: %0 = tensor.empty(%dim) : tensor<?x4x8xf32>{{$}}
// CHECK-NEXT: %1 = linalg.fill ins(%arg0 : f32) outs(%0 : tensor<?x4x8xf32>) -> tensor<?x4x8xf32>{{$}}
// CHECK-NEXT: return %1 : tensor<?x4x8xf32>{{$}}
func.func @pack_fill(%x: f32, %a: tensor<?x4xf32>) -> tensor<?x4x8xf32> {
  %c0 = arith.constant 0 : index
  %0 = linalg.fill ins(%x : f32) outs(%a : tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = tensor.dim %a, %c0 : tensor<?x4xf32>
  %2 = tensor.empty(%1) : tensor<?x4x8xf32>
  %3 = linalg.pack %0 padding_value(%x : f32) inner_dims_pos = [0] inner_tiles = [8] into %2 : tensor<?x4xf32> -> tensor<?x4x8xf32>
  return %3 : tensor<?x4x8xf32>
}

// CHECK-LABEL: func.func @pack_unpack(
// CHECK-NEXT: return %arg0 : tensor<2x3x8xf32>{{$}}
func.func @pack_unpack(%a: tensor<2x3x8xf32>, %b: tensor<16x3xf32>, %c: tensor<2x3x8xf32>) -> tensor<2x3x8xf32> {
  %0 = linalg.unpack %a inner_dims_pos = [0] inner_tiles = [8] into %b : tensor<2x3x8xf32> -> tensor<16x3xf32>
  %1 = linalg.pack %0 inner_dims_pos = [0] inner_tiles = [8] into %c : tensor<16x3xf32> -> tensor<2x3x8xf32>
  return %1 : tensor<2x3x8xf32>
}

// CHECK-LABEL: func.func @unpack_pack(
// CHECK-NEXT: return %arg0 : tensor<16x3xf32>{{$}}
func.func @unpack_pack(%a: tensor<16x3xf32>, %b: tensor<2x3x8xf32>, %c: tensor<16x3xf32>) -> tensor<16x3xf32> {
  %0 = linalg.pack %a inner_dims_pos = [0] inner_tiles = [8] into %b : tensor<16x3xf32> -> tensor<2x3x8xf32>
  %1 = linalg.unpack %0 inner_dims_pos = [0] inner_tiles = [8] into %c : tensor<2x3x8xf32> -> tensor<16x3xf32>
  return %1 : tensor<16x3xf32>
}

// CHECK-LABEL: func.func @needless_padding(
// CHECK-NEXT: %pack = linalg.pack %arg0 inner_dims_pos = [0] inner_tiles = [8] into %arg1 : tensor<16xf32> -> tensor<2x8xf32>{{$}}
// CHECK-NEXT: return %pack : tensor<2x8xf32>{{$}}
func.func @needless_padding(%a: tensor<16xf32>, %b: tensor<2x8xf32>, %x: f32) -> tensor<2x8xf32> {
  %0 = linalg.pack %a padding_value(%x : f32) inner_dims_pos = [0] inner_tiles = [8] into %b : tensor<16xf32> -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// CHECK-LABEL: func.func @unpack_dest(
// CHECK-NEXT: %unpack = linalg.unpack %arg0 inner_dims_pos = [0] inner_tiles = [8] into %arg1 : tensor<2x8xf32> -> tensor<16xf32>{{$}}
// CHECK-NEXT: return %unpack : tensor<16xf32>{{$}}
func.func @unpack_dest(%a: tensor<2x8xf32>, %b: tensor<16xf32>, %x: f32) -> tensor<16xf32> {
  %0 = linalg.fill ins(%x : f32) outs(%b : tensor<16xf32>) -> tensor<16xf32>
  %1 = linalg.unpack %a inner_dims_pos = [0] inner_tiles = [8] into %0 : tensor<2x8xf32> -> tensor<16xf32>
  return %1 : tensor<16xf32>
}

// CHECK-LABEL: func.func @pack_cast(
// CHECK-NEXT: %pack = linalg.pack %arg0 inner_dims_pos = [0] inner_tiles = [8] into %arg1 : tensor<16xf32> -> tensor<2x8xf32>{{$}}
// CHECK-NEXT: %cast = tensor.cast %pack : tensor<2x8xf32> to tensor<?x?xf32>{{$}}
// CHECK-NEXT: return %cast : tensor<?x?xf32>{{$}}
func.func @pack_cast(%a: tensor<16xf32>, %b: tensor<2x8xf32>) -> tensor<?x?xf32> {
  %c8 = arith.constant 8 : index
  %0 = tensor.cast %b : tensor<2x8xf32> to tensor<?x?xf32>
  %1 = linalg.pack %a inner_dims_pos = [0] inner_tiles = [%c8] into %0 : tensor<16xf32> -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @unpack_cast(
// CHECK-NEXT: %unpack = linalg.unpack %arg0 inner_dims_pos = [0] inner_tiles = [8] into %arg1 : tensor<2x8xf32> -> tensor<?xf32>{{$}}
// CHECK-NEXT: return %unpack : tensor<?xf32>{{$}}
func.func @unpack_cast(%a: tensor<2x8xf32>, %b: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %0 = tensor.cast %a : tensor<2x8xf32> to tensor<?x?xf32>
  %1 = linalg.unpack %0 inner_dims_pos = [0] inner_tiles = [%n] into %b : tensor<?x?xf32> -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// CHECK-LABEL: func.func @pack_static(
// CHECK-NEXT: %cast = tensor.cast %arg0 : tensor<16x?xf32> to tensor<16x4xf32>{{$}}
// CHECK-NEXT: %pack = linalg.pack %cast outer_dims_perm = [1, 0] inner_dims_pos = [0] inner_tiles = [8] into %arg1 : tensor<16x4xf32> -> tensor<4x2x8xf32>{{$}}
// CHECK-NEXT: return %pack : tensor<4x2x8xf32>{{$}}
func.func @pack_static(%a: tensor<16x?xf32>, %b: tensor<4x2x8xf32>) -> tensor<4x2x8xf32> {
  %0 = linalg.pack %a outer_dims_perm = [1, 0] inner_dims_pos = [0] inner_tiles = [8] into %b : tensor<16x?xf32> -> tensor<4x2x8xf32>
  return %0 : tensor<4x2x8xf32>
}

// CHECK-LABEL: func.func @unpack_static(
// CHECK-NEXT: %cast = tensor.cast %arg1 : tensor<16x?xf32> to tensor<16x4xf32>{{$}}
// CHECK-NEXT: %unpack = linalg.unpack %arg0 outer_dims_perm = [1, 0] inner_dims_pos = [0] inner_tiles = [8] into %cast : tensor<4x2x8xf32> -> tensor<16x4xf32>{{$}}
// CHECK-NEXT: %cast_0 = tensor.cast %unpack : tensor<16x4xf32> to tensor<16x?xf32>{{$}}
// CHECK-NEXT: return %cast_0 : tensor<16x?xf32>{{$}}
func.func @unpack_static(%a: tensor<4x2x8xf32>, %b: tensor<16x?xf32>) -> tensor<16x?xf32> {
  %0 = linalg.unpack %a outer_dims_perm = [1, 0] inner_dims_pos = [0] inner_tiles = [8] into %b : tensor<4x2x8xf32> -> tensor<16x?xf32>
  return %0 : tensor<16x?xf32>
}
