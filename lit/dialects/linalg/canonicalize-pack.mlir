// RUN: lathe-opt %s --canonicalize | FileCheck %s

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

// CHECK-LABEL: func.func @pack_constant(
// CHECK-NEXT: %cst = arith.constant dense<1.500000e+00> : tensor<2x4x8xf32>{{$}}
// CHECK-NEXT: return %cst : tensor<2x4x8xf32>{{$}}
func.func @pack_constant() -> tensor<2x4x8xf32> {
  %c = arith.constant dense<1.5> : tensor<16x4xf32>
  %e = tensor.empty() : tensor<2x4x8xf32>
  %3 = linalg.pack %c inner_dims_pos = [0] inner_tiles = [8] into %e : tensor<16x4xf32> -> tensor<2x4x8xf32>
  return %3 : tensor<2x4x8xf32>
}

// CHECK-LABEL: func.func @pack_constant_padding(
// CHECK-NEXT: %cst = arith.constant dense<1.500000e+00> : tensor<3x4x8xf32>{{$}}
// CHECK-NEXT: return %cst : tensor<3x4x8xf32>{{$}}
func.func @pack_constant_padding() -> tensor<3x4x8xf32> {
  %c = arith.constant dense<1.5> : tensor<17x4xf32>
  %x = arith.constant 1.5 : f32
  %e = tensor.empty() : tensor<3x4x8xf32>
  %3 = linalg.pack %c padding_value(%x : f32) inner_dims_pos = [0] inner_tiles = [8] into %e : tensor<17x4xf32> -> tensor<3x4x8xf32>
  return %3 : tensor<3x4x8xf32>
}

// CHECK-LABEL: func.func @pack_other_padding(
// CHECK-NEXT: %cst = arith.constant dense<1.500000e+00> : tensor<17x4xf32>{{$}}
// CHECK-NEXT: %cst_0 = arith.constant 2.500000e+00 : f32{{$}}
// CHECK-NEXT: %0 = tensor.empty() : tensor<3x4x8xf32>{{$}}
// CHECK-NEXT: %pack = linalg.pack %cst padding_value(%cst_0 : f32) inner_dims_pos = [0] inner_tiles = [8] into %0 : tensor<17x4xf32> -> tensor<3x4x8xf32>{{$}}
// CHECK-NEXT: return %pack : tensor<3x4x8xf32>{{$}}
func.func @pack_other_padding() -> tensor<3x4x8xf32> {
  %c = arith.constant dense<1.5> : tensor<17x4xf32>
  %x = arith.constant 2.5 : f32
  %e = tensor.empty() : tensor<3x4x8xf32>
  %3 = linalg.pack %c padding_value(%x : f32) inner_dims_pos = [0] inner_tiles = [8] into %e : tensor<17x4xf32> -> tensor<3x4x8xf32>
  return %3 : tensor<3x4x8xf32>
}

// CHECK-LABEL: func.func @unpack_constant(
// CHECK-NEXT: %cst = arith.constant dense<3> : tensor<17x4xi32>{{$}}
// CHECK-NEXT: return %cst : tensor<17x4xi32>{{$}}
func.func @unpack_constant() -> tensor<17x4xi32> {
  %c = arith.constant dense<3> : tensor<3x4x8xi32>
  %e = tensor.empty() : tensor<17x4xi32>
  %3 = linalg.unpack %c inner_dims_pos = [0] inner_tiles = [8] into %e : tensor<3x4x8xi32> -> tensor<17x4xi32>
  return %3 : tensor<17x4xi32>
}

// CHECK-LABEL: func.func @concat_fill(
// CHECK-NEXT: %concat = tensor.concat dim(0) %arg1, %arg2 : (tensor<2x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>{{$}}
// CHECK-NEXT: %0 = linalg.fill ins(%arg0 : f32) outs(%concat : tensor<?x3xf32>) -> tensor<?x3xf32>{{$}}
// CHECK-NEXT: return %0 : tensor<?x3xf32>{{$}}
func.func @concat_fill(%x: f32, %a: tensor<2x3xf32>, %b: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = linalg.fill ins(%x : f32) outs(%a : tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = linalg.fill ins(%x : f32) outs(%b : tensor<?x3xf32>) -> tensor<?x3xf32>
  %2 = tensor.concat dim(0) %0, %1 : (tensor<2x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  return %2 : tensor<?x3xf32>
}

// CHECK-LABEL: func.func @slice_unpack(
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg1[0, 0] [17, 4] [1, 1] : tensor<24x4xf32> to tensor<17x4xf32>{{$}}
// CHECK-NEXT: %unpack = linalg.unpack %arg0 inner_dims_pos = [0] inner_tiles = [8] into %extracted_slice : tensor<3x4x8xf32> -> tensor<17x4xf32>{{$}}
// CHECK-NEXT: return %unpack : tensor<17x4xf32>{{$}}
func.func @slice_unpack(%a: tensor<3x4x8xf32>, %b: tensor<24x4xf32>) -> tensor<17x4xf32> {
  %0 = linalg.unpack %a inner_dims_pos = [0] inner_tiles = [8] into %b : tensor<3x4x8xf32> -> tensor<24x4xf32>
  %1 = tensor.extract_slice %0[0, 0] [17, 4] [1, 1] : tensor<24x4xf32> to tensor<17x4xf32>
  return %1 : tensor<17x4xf32>
}

// CHECK-LABEL: func.func @slice_whole_tile(
// CHECK-NEXT: %unpack = linalg.unpack %arg0 inner_dims_pos = [0] inner_tiles = [8] into %arg1 : tensor<3x4x8xf32> -> tensor<24x4xf32>{{$}}
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %unpack[0, 0] [16, 4] [1, 1] : tensor<24x4xf32> to tensor<16x4xf32>{{$}}
// CHECK-NEXT: return %extracted_slice : tensor<16x4xf32>{{$}}
func.func @slice_whole_tile(%a: tensor<3x4x8xf32>, %b: tensor<24x4xf32>) -> tensor<16x4xf32> {
  %0 = linalg.unpack %a inner_dims_pos = [0] inner_tiles = [8] into %b : tensor<3x4x8xf32> -> tensor<24x4xf32>
  %1 = tensor.extract_slice %0[0, 0] [16, 4] [1, 1] : tensor<24x4xf32> to tensor<16x4xf32>
  return %1 : tensor<16x4xf32>
}

// CHECK-LABEL: func.func @slice_unpack_order(
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg1[0, 0] [17, 4] [1, 1] : tensor<24x4xf32> to tensor<17x4xf32>{{$}}
// CHECK-NEXT: %unpack = linalg.unpack %arg0 outer_dims_perm = [1, 0] inner_dims_pos = [0] inner_tiles = [8] into %extracted_slice : tensor<4x3x8xf32> -> tensor<17x4xf32>{{$}}
// CHECK-NEXT: return %unpack : tensor<17x4xf32>{{$}}
func.func @slice_unpack_order(%a: tensor<4x3x8xf32>, %b: tensor<24x4xf32>) -> tensor<17x4xf32> {
  %0 = linalg.unpack %a outer_dims_perm = [1, 0] inner_dims_pos = [0] inner_tiles = [8] into %b : tensor<4x3x8xf32> -> tensor<24x4xf32>
  %1 = tensor.extract_slice %0[0, 0] [17, 4] [1, 1] : tensor<24x4xf32> to tensor<17x4xf32>
  return %1 : tensor<17x4xf32>
}
