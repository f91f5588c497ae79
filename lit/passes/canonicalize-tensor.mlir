// RUN: lathe-opt %s --canonicalize | FileCheck %s

// Patterns of tensor.

// CHECK-LABEL: func.func @c1(
// CHECK-NEXT: %cast = tensor.cast %arg0 : tensor<4x?xf32> to tensor<4x8xf32>
// CHECK-NEXT: return %cast : tensor<4x8xf32>
func.func @c1(%a: tensor<4x?xf32>) -> tensor<4x8xf32> {
  %0 = tensor.cast %a : tensor<4x?xf32> to tensor<?x?xf32>
  %1 = tensor.cast %0 : tensor<?x?xf32> to tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @c2(
// CHECK-NEXT: %cast = tensor.cast %arg0 : tensor<4x8xf32> to tensor<4x?xf32>
// CHECK-NEXT: return %cast : tensor<4x?xf32>
func.func @c2(%a: tensor<4x8xf32>) -> tensor<4x?xf32> {
  %0 = tensor.cast %a : tensor<4x8xf32> to tensor<?x?xf32>
  %1 = tensor.cast %0 : tensor<?x?xf32> to tensor<4x?xf32>
  return %1 : tensor<4x?xf32>
}

// CHECK-LABEL: func.func @s1(
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg0[0, %arg1, 1] [4, %arg1, 1] [1, 1, 1] : tensor<8x16x4xf32> to tensor<4x?x1xf32>
// CHECK-NEXT: %cast = tensor.cast %extracted_slice : tensor<4x?x1xf32> to tensor<?x?x?xf32>
// CHECK-NEXT: return %cast : tensor<?x?x?xf32>
func.func @s1(%a: tensor<8x16x4xf32>, %n: index) -> tensor<?x?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %0 = tensor.extract_slice %a[%c0, %n, %c1] [%c4, %n, %c1] [%c1, %c1, %c1] : tensor<8x16x4xf32> to tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}

// CHECK-LABEL: func.func @s2(
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg0[0, %arg1, 1] [4, 1, %arg1] [1, 1, 1] : tensor<8x16x4xf32> to tensor<4x?xf32>
// CHECK-NEXT: %cast = tensor.cast %extracted_slice : tensor<4x?xf32> to tensor<?x?xf32>
// CHECK-NEXT: return %cast : tensor<?x?xf32>
func.func @s2(%a: tensor<8x16x4xf32>, %n: index) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %0 = tensor.extract_slice %a[%c0, %n, %c1] [%c4, 1, %n] [%c1, %c1, %c1] : tensor<8x16x4xf32> to tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @s3(
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg0[%arg1, 0] [4, %arg1] [1, 1] : tensor<8x16xf32> to tensor<4x?xf32>
// CHECK-NEXT: return %extracted_slice : tensor<4x?xf32>
func.func @s3(%a: tensor<8x16xf32>, %n: index) -> tensor<4x?xf32> {
  %0 = tensor.cast %a : tensor<8x16xf32> to tensor<?x?xf32>
  %1 = tensor.extract_slice %0[%n, 0] [4, %n] [1, 1] : tensor<?x?xf32> to tensor<4x?xf32>
  return %1 : tensor<4x?xf32>
}

// CHECK-LABEL: func.func @s4(
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg0[%arg1, 0] [4, 4] [1, 1] : tensor<8x16xf32> to tensor<4x4xf32>
// CHECK-NEXT: return %extracted_slice : tensor<4x4xf32>
func.func @s4(%a: tensor<8x16xf32>, %n: index) -> tensor<4x4xf32> {
  %1 = tensor.extract_slice %a[%n, 0] [4, %n] [1, 1] : tensor<8x16xf32> to tensor<4x?xf32>
  %2 = tensor.cast %1 : tensor<4x?xf32> to tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @i1(
// CHECK-NEXT: %cast = tensor.cast %arg0 : tensor<?x?xf32> to tensor<4x?xf32>
// CHECK-NEXT: %inserted_slice = tensor.insert_slice %cast into %arg1[%arg2, 0] [4, %arg2] [1, 1] : tensor<4x?xf32> into tensor<8x16xf32>
// CHECK-NEXT: return %inserted_slice : tensor<8x16xf32>
func.func @i1(%s: tensor<?x?xf32>, %a: tensor<8x16xf32>, %n: index) -> tensor<8x16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %1 = tensor.insert_slice %s into %a[%n, %c0] [%c4, %n] [%c1, 1] : tensor<?x?xf32> into tensor<8x16xf32>
  return %1 : tensor<8x16xf32>
}

// CHECK-LABEL: func.func @i2(
// CHECK-NEXT: %inserted_slice = tensor.insert_slice %arg0 into %arg1[%arg2, 0] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<8x16xf32>
// CHECK-NEXT: %cast = tensor.cast %inserted_slice : tensor<8x16xf32> to tensor<?x?xf32>
// CHECK-NEXT: return %cast : tensor<?x?xf32>
func.func @i2(%s: tensor<4x4xf32>, %a: tensor<8x16xf32>, %n: index) -> tensor<?x?xf32> {
  %c4 = arith.constant 4 : index
  %0 = tensor.cast %s : tensor<4x4xf32> to tensor<?x?xf32>
  %b = tensor.cast %a : tensor<8x16xf32> to tensor<?x?xf32>
  %1 = tensor.insert_slice %0 into %b[%n, 0] [%n, %n] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @d1(
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %dim = tensor.dim %arg0, %c1 : tensor<4x?xf32>
// CHECK-NEXT: return %arg1, %c4, %dim : index, index, index
func.func @d1(%a: tensor<4x?xf32>, %n: index) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty(%n) : tensor<4x?xf32>
  %0 = tensor.dim %e, %c1 : tensor<4x?xf32>
  %b = tensor.cast %a : tensor<4x?xf32> to tensor<?x?xf32>
  %1 = tensor.dim %b, %c0 : tensor<?x?xf32>
  %i = tensor.insert_slice %e into %b[0, 0] [4, %n] [1, 1] : tensor<4x?xf32> into tensor<?x?xf32>
  %2 = tensor.dim %i, %c1 : tensor<?x?xf32>
  return %0, %1, %2 : index, index, index
}

// CHECK-LABEL: func.func @e1(
// CHECK-NEXT: %0 = tensor.empty() : tensor<4x4xf32>
// CHECK-NEXT: %cast = tensor.cast %0 : tensor<4x4xf32> to tensor<?x?xf32>
// CHECK-NEXT: return %cast : tensor<?x?xf32>
func.func @e1() -> tensor<?x?xf32> {
  %c4 = arith.constant 4 : index
  %e = tensor.empty(%c4, %c4) : tensor<?x?xf32>
  return %e : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @g1(
// CHECK-NEXT: %generated = tensor.generate %arg0 {
// CHECK-NEXT: ^bb0(%arg1: index, %arg2: index):
// CHECK-NEXT: %0 = arith.addi %arg1, %arg2 : index
// CHECK-NEXT: tensor.yield %0 : index
// CHECK-NEXT: } : tensor<4x?xindex>
// CHECK-NEXT: %cast = tensor.cast %generated : tensor<4x?xindex> to tensor<?x?xindex>
// CHECK-NEXT: return %cast : tensor<?x?xindex>
func.func @g1(%n: index) -> tensor<?x?xindex> {
  %c4 = arith.constant 4 : index
  %e = tensor.generate %c4, %n {
  ^bb0(%i: index, %j: index):
    %s = arith.addi %i, %j : index
    tensor.yield %s : index
  } : tensor<?x?xindex>
  return %e : tensor<?x?xindex>
}

// CHECK-LABEL: func.func @g2(
// CHECK-NEXT: %0 = arith.addi %arg1, %arg0 : index
// CHECK-NEXT: return %0 : index
func.func @g2(%n: index, %k: index) -> index {
  %e = tensor.generate %n, %n {
  ^bb0(%i: index, %j: index):
    %s = arith.addi %i, %j : index
    tensor.yield %s : index
  } : tensor<?x?xindex>
  %x = tensor.extract %e[%k, %n] : tensor<?x?xindex>
  return %x : index
}

// CHECK-LABEL: func.func @p1(
// CHECK-NEXT: %padded = tensor.pad %arg0 low[1, 0] high[0, 1] {
// CHECK-NEXT: ^bb0(%arg2: index, %arg3: index):
// CHECK-NEXT: tensor.yield %arg1 : f32
// CHECK-NEXT: } : tensor<4x4xf32> to tensor<5x5xf32>
// CHECK-NEXT: %cast = tensor.cast %padded : tensor<5x5xf32> to tensor<?x?xf32>
// CHECK-NEXT: return %cast : tensor<?x?xf32>
func.func @p1(%a: tensor<4x4xf32>, %x: f32) -> tensor<?x?xf32> {
  %c1 = arith.constant 1 : index
  %0 = tensor.pad %a low[%c1, 0] high[0, %c1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<4x4xf32> to tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @p2(
// CHECK-NEXT: %padded = tensor.pad %arg0 low[2, 0] high[0, %arg2] {
// CHECK-NEXT: ^bb0(%arg3: index, %arg4: index):
// CHECK-NEXT: tensor.yield %arg1 : f32
// CHECK-NEXT: } : tensor<4x4xf32> to tensor<6x?xf32>
// CHECK-NEXT: %cast = tensor.cast %padded : tensor<6x?xf32> to tensor<?x?xf32>
// CHECK-NEXT: return %cast : tensor<?x?xf32>
func.func @p2(%a: tensor<4x4xf32>, %x: f32, %n : index) -> tensor<?x?xf32> {
  %b = tensor.cast %a : tensor<4x4xf32> to tensor<?x?xf32>
  %0 = tensor.pad %b low[2, 0] high[0, %n] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<?x?xf32> to tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @p3(
// CHECK-NEXT: return %arg0 : tensor<4x4xf32>
func.func @p3(%a: tensor<4x4xf32>, %x: f32, %n : index) -> tensor<4x4xf32> {
  %0 = tensor.pad %a low[0, 0] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<4x4xf32> to tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @r1(
// CHECK-NEXT: %collapsed = tensor.collapse_shape %arg0 {{\[\[}}0, 1, 2]] : tensor<4x4x4xf32> into tensor<64xf32>
// CHECK-NEXT: return %collapsed : tensor<64xf32>
func.func @r1(%a: tensor<4x4x4xf32>) -> tensor<64xf32> {
  %0 = tensor.collapse_shape %a [[0, 1], [2]] : tensor<4x4x4xf32> into tensor<16x4xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<16x4xf32> into tensor<64xf32>
  return %1 : tensor<64xf32>
}

// CHECK-LABEL: func.func @r2(
// CHECK-NEXT: %expanded = tensor.expand_shape %arg0 {{\[\[}}0, 1, 2]] output_shape [4, 4, 4] : tensor<64xf32> into tensor<4x4x4xf32>
// CHECK-NEXT: return %expanded : tensor<4x4x4xf32>
func.func @r2(%a: tensor<64xf32>) -> tensor<4x4x4xf32> {
  %0 = tensor.expand_shape %a [[0, 1]] output_shape [16, 4] : tensor<64xf32> into tensor<16x4xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [4, 4, 4] : tensor<16x4xf32> into tensor<4x4x4xf32>
  return %1 : tensor<4x4x4xf32>
}

// CHECK-LABEL: func.func @r3(
// CHECK-NEXT: %collapsed = tensor.collapse_shape %arg0 {{\[\[}}0, 1]] : tensor<?x?xf32> into tensor<?xf32>
// CHECK-NEXT: return %collapsed : tensor<?xf32>
func.func @r3(%a: tensor<?x?xf32>, %n: index) -> tensor<?xf32> {
  %0 = tensor.expand_shape %a [[0, 1], [2]] output_shape [%n, 4, %n] : tensor<?x?xf32> into tensor<?x4x?xf32>
  %1 = tensor.collapse_shape %0 [[0, 1, 2]] : tensor<?x4x?xf32> into tensor<?xf32>
  return %1 : tensor<?xf32>
}

// CHECK-LABEL: func.func @r4(
// CHECK-NEXT: %collapsed = tensor.collapse_shape %arg0 {{\[\[}}0], [1, 2]] : tensor<?x4x2xf32> into tensor<?x8xf32>
// CHECK-NEXT: return %collapsed : tensor<?x8xf32>
func.func @r4(%a: tensor<?x4x2xf32>, %n: index) -> tensor<?x8xf32> {
  %0 = tensor.collapse_shape %a [[0, 1, 2]] : tensor<?x4x2xf32> into tensor<?xf32>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [%n, 8] : tensor<?xf32> into tensor<?x8xf32>
  return %1 : tensor<?x8xf32>
}

// CHECK-LABEL: func.func @r5(
// CHECK-NEXT: %collapsed = tensor.collapse_shape %arg0 {{\[\[}}0, 1]] : tensor<4x4xf32> into tensor<16xf32>
// CHECK-NEXT: %cast = tensor.cast %collapsed : tensor<16xf32> to tensor<?xf32>
// CHECK-NEXT: return %cast : tensor<?xf32>
func.func @r5(%a: tensor<4x4xf32>) -> tensor<?xf32> {
  %b = tensor.cast %a : tensor<4x4xf32> to tensor<?x4xf32>
  %0 = tensor.collapse_shape %b [[0, 1]] : tensor<?x4xf32> into tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @r6(
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %dim = tensor.dim %arg0, %c0 : tensor<?xf32>
// CHECK-NEXT: %0 = arith.divui %dim, %c4 : index
// CHECK-NEXT: %expanded = tensor.expand_shape %arg0 {{\[\[}}0, 1]] output_shape [%0, 4] : tensor<?xf32> into tensor<?x4xf32>
// CHECK-NEXT: %dim_0 = tensor.dim %expanded, %c0 : tensor<?x4xf32>
// CHECK-NEXT: return %dim_0 : index
func.func @r6(%a: tensor<?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %d = arith.divui %n, %c4 : index
  %0 = tensor.expand_shape %a [[0, 1]] output_shape [%d, 4] : tensor<?xf32> into tensor<?x4xf32>
  %x = tensor.dim %0, %c0 : tensor<?x4xf32>
  return %x : index
}

// CHECK-LABEL: func.func @cc(
// CHECK-NEXT: %cast = tensor.cast %arg0 : tensor<?x4xf32> to tensor<3x4xf32>
// CHECK-NEXT: %concat = tensor.concat dim(1) %cast, %arg1 : (tensor<3x4xf32>, tensor<3x?xf32>) -> tensor<3x?xf32>
// CHECK-NEXT: %cast_0 = tensor.cast %concat : tensor<3x?xf32> to tensor<?x?xf32>
// CHECK-NEXT: return %cast_0 : tensor<?x?xf32>
func.func @cc(%a: tensor<?x4xf32>, %b : tensor<3x?xf32>) -> tensor<?x?xf32> {
  %0 = tensor.concat dim(1) %a, %b : (tensor<?x4xf32>, tensor<3x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @f1(
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %from_elements = tensor.from_elements %arg0, %arg1 : tensor<2x1xf32>
// CHECK-NEXT: %splat = tensor.splat %arg0 : tensor<4xf32>
// CHECK-NEXT: %extracted = tensor.extract %splat[%c1] : tensor<4xf32>
// CHECK-NEXT: return %from_elements, %arg1, %extracted : tensor<2x1xf32>, f32, f32
func.func @f1(%a: f32, %b: f32) -> (tensor<2x1xf32>, f32, f32) {
  %c1 = arith.constant 1 : index
  %0 = tensor.from_elements %a, %b : tensor<2xf32>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [2, 1] : tensor<2xf32> into tensor<2x1xf32>
  %x = tensor.extract %0[%c1] : tensor<2xf32>
  %s = tensor.splat %a : tensor<4xf32>
  %y = tensor.extract %s[%c1] : tensor<4xf32>
  return %1, %x, %y : tensor<2x1xf32>, f32, f32
}

// CHECK-LABEL: func.func @ii(
// CHECK-NEXT: %extracted = tensor.extract %arg0[%arg1] : tensor<?xi32>
// CHECK-NEXT: %0 = arith.index_cast %extracted : i32 to index
// CHECK-NEXT: return %0 : index
func.func @ii(%a: tensor<?xi32>, %i: index) -> index {
  %0 = arith.index_cast %a : tensor<?xi32> to tensor<?xindex>
  %x = tensor.extract %0[%i] : tensor<?xindex>
  return %x : index
}

// CHECK-LABEL: func.func @ins(
// CHECK-NEXT: %inserted = tensor.insert %arg1 into %arg0[%arg2] : tensor<4xf32>
// CHECK-NEXT: %cast = tensor.cast %inserted : tensor<4xf32> to tensor<?xf32>
// CHECK-NEXT: return %cast : tensor<?xf32>
func.func @ins(%a: tensor<4xf32>, %x: f32, %i: index) -> tensor<?xf32> {
  %0 = tensor.cast %a : tensor<4xf32> to tensor<?xf32>
  %1 = tensor.insert %x into %0[%i] : tensor<?xf32>
  return %1 : tensor<?xf32>
}

// CHECK-LABEL: func.func @rs(
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %extracted = tensor.extract %arg1[%c1] : tensor<2xi32>
// CHECK-NEXT: %0 = arith.index_cast %extracted : i32 to index
// CHECK-NEXT: return %0 : index
func.func @rs(%a: tensor<?xf32>, %s: tensor<2xi32>) -> index {
  %c1 = arith.constant 1 : index
  %0 = tensor.reshape %a(%s) : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %d = tensor.dim %0, %c1 : tensor<?x?xf32>
  return %d : index
}

// CHECK-LABEL: func.func @xx(
// CHECK-NEXT: %inserted_slice = tensor.insert_slice %arg1 into %arg0[%arg2] [4] [1] : tensor<4xf32> into tensor<8xf32>
// CHECK-NEXT: return %arg1, %inserted_slice, %arg0 : tensor<4xf32>, tensor<8xf32>, tensor<8xf32>
func.func @xx(%a: tensor<8xf32>, %s: tensor<4xf32>, %i : index) -> (tensor<4xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0 = tensor.insert_slice %s into %a[%i] [4] [1] : tensor<4xf32> into tensor<8xf32>
  %1 = tensor.extract_slice %0[%i] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %2 = tensor.insert_slice %1 into %0[%i] [4] [1] : tensor<4xf32> into tensor<8xf32>
  %e = tensor.extract_slice %a[%i] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %3 = tensor.insert_slice %e into %a[%i] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %1, %2, %3 : tensor<4xf32>, tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @dim_of_scalar(
// CHECK: tensor.dim %cast, %arg1 : tensor<*xf32>
func.func @dim_of_scalar(%a: tensor<f32>, %i: index) -> index {
  %u = tensor.cast %a : tensor<f32> to tensor<*xf32>
  %d = tensor.dim %u, %i : tensor<*xf32>
  return %d : index
}
