// RUN: lathe-opt %s --canonicalize --allow-unregistered-dialect | FileCheck %s

// Patterns of memref.

// CHECK-LABEL: func.func @alloc(
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %alloc = memref.alloc(%arg0) : memref<4x?xf32>
// CHECK-NEXT: %cast = memref.cast %alloc : memref<4x?xf32> to memref<?x?xf32>
// CHECK-NEXT: return %cast, %c4 : memref<?x?xf32>, index
func.func @alloc(%n: index) -> (memref<?x?xf32>, index) {
  %c4 = arith.constant 4 : index
  %c0 = arith.constant 0 : index
  %m = memref.alloc(%c4, %n) : memref<?x?xf32>
  %dead = memref.alloc() : memref<4xf32>
  memref.dealloc %dead : memref<4xf32>
  %d = memref.dim %m, %c0 : memref<?x?xf32>
  return %m, %d : memref<?x?xf32>, index
}

// CHECK-LABEL: func.func @casts(
// CHECK-NEXT: %0 = memref.load %arg0[%arg1] : memref<4xf32>
// CHECK-NEXT: memref.store %arg2, %arg0[%arg1] : memref<4xf32>
// CHECK-NEXT: return %0 : f32
func.func @casts(%m: memref<4xf32>, %i: index, %x: f32) -> f32 {
  %a = memref.cast %m : memref<4xf32> to memref<?xf32>
  %b = memref.cast %a : memref<?xf32> to memref<*xf32>
  %c = memref.cast %b : memref<*xf32> to memref<4xf32>
  %l = memref.load %c[%i] : memref<4xf32>
  memref.store %x, %a[%i] : memref<?xf32>
  return %l : f32
}

// CHECK-LABEL: func.func @subview(
// CHECK-NEXT: %subview = memref.subview %arg0[0, %arg1] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1], offset: ?>>
// CHECK-NEXT: %cast = memref.cast %subview : memref<4x4xf32, strided<[16, 1], offset: ?>> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: return %cast : memref<?x?xf32, strided<[?, ?], offset: ?>>
func.func @subview(%m: memref<8x16xf32>, %i: index) -> memref<?x?xf32, strided<[?, ?], offset: ?>> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %a = memref.cast %m : memref<8x16xf32> to memref<?x?xf32>
  %s = memref.subview %a[%c0, %i] [%c4, %c4] [%c1, %c1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  return %s : memref<?x?xf32, strided<[?, ?], offset: ?>>
}

// CHECK-LABEL: func.func @whole(
// CHECK-NEXT: %cast = memref.cast %arg0 : memref<8x16xf32> to memref<8x16xf32, strided<[16, 1]>>
// CHECK-NEXT: return %cast : memref<8x16xf32, strided<[16, 1]>>
func.func @whole(%m: memref<8x16xf32>) -> memref<8x16xf32, strided<[16, 1]>> {
  %s = memref.subview %m[0, 0] [8, 16] [1, 1] : memref<8x16xf32> to memref<8x16xf32, strided<[16, 1]>>
  return %s : memref<8x16xf32, strided<[16, 1]>>
}

// CHECK-LABEL: func.func @reshapes(
// CHECK-NEXT: %collapse_shape = memref.collapse_shape %arg0 {{\[\[}}0, 1, 2]] : memref<4x4x4xf32> into memref<64xf32>
// CHECK-NEXT: %collapse_shape_0 = memref.collapse_shape %arg0 {{\[\[}}0, 1], [2]] : memref<4x4x4xf32> into memref<16x4xf32>
// CHECK-NEXT: return %collapse_shape, %collapse_shape_0 : memref<64xf32>, memref<16x4xf32>
func.func @reshapes(%m: memref<4x4x4xf32>) -> (memref<64xf32>, memref<16x4xf32>) {
  %0 = memref.collapse_shape %m [[0, 1], [2]] : memref<4x4x4xf32> into memref<16x4xf32>
  %1 = memref.collapse_shape %0 [[0, 1]] : memref<16x4xf32> into memref<64xf32>
  %2 = memref.expand_shape %1 [[0, 1]] output_shape [16, 4] : memref<64xf32> into memref<16x4xf32>
  return %1, %2 : memref<64xf32>, memref<16x4xf32>
}

// CHECK-LABEL: func.func @view(
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %view = memref.view %arg0[%c0][%arg1] : memref<64xi8> to memref<4x?xf32>
// CHECK-NEXT: %cast = memref.cast %view : memref<4x?xf32> to memref<?x?xf32>
// CHECK-NEXT: return %cast : memref<?x?xf32>
func.func @view(%m: memref<64xi8>, %n: index) -> memref<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %v = memref.view %m[%c0][%c4, %n] : memref<64xi8> to memref<?x?xf32>
  return %v : memref<?x?xf32>
}

// CHECK-LABEL: func.func @copies(
// CHECK-NEXT: return
func.func @copies(%m: memref<4xf32>, %e: memref<0xf32>) {
  memref.copy %m, %m : memref<4xf32> to memref<4xf32>
  memref.copy %e, %e : memref<0xf32> to memref<0xf32>
  return
}

// CHECK-LABEL: func.func @metadata(
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: return %c0, %c4, %c1 : index, index, index
func.func @metadata(%m: memref<4x?xf32>) -> (index, index, index) {
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %m : memref<4x?xf32> -> memref<f32>, index, index, index, index, index
  return %o, %s#0, %t#1 : index, index, index
}

// CHECK-LABEL: func.func @reinterpret(
// CHECK-NEXT: %reinterpret_cast = memref.reinterpret_cast %arg0 to offset: [0], sizes: [%arg1], strides: [1] : memref<8xf32> to memref<?xf32, strided<[1]>>
// CHECK-NEXT: %cast = memref.cast %reinterpret_cast : memref<?xf32, strided<[1]>> to memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT: return %cast : memref<?xf32, strided<[?], offset: ?>>
func.func @reinterpret(%m: memref<8xf32>, %n: index) -> memref<?xf32, strided<[?], offset: ?>> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = memref.reinterpret_cast %m to offset: [%c0], sizes: [%n], strides: [%c1] : memref<8xf32> to memref<?xf32, strided<[?], offset: ?>>
  return %r : memref<?xf32, strided<[?], offset: ?>>
}

// CHECK-LABEL: func.func @shape_of_reshape(
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = memref.load %arg1[%c1] : memref<?xindex>
// CHECK-NEXT: return %0 : index
func.func @shape_of_reshape(%m: memref<*xf32>, %s: memref<?xindex>) -> index {
  %c1 = arith.constant 1 : index
  %r = memref.reshape %m(%s) : (memref<*xf32>, memref<?xindex>) -> memref<*xf32>
  %d = memref.dim %r, %c1 : memref<*xf32>
  return %d : index
}

// The index is defined after the reshape, so the load cannot be inserted there.
// CHECK-LABEL: func.func @shape_of_reshape_later_index(
// CHECK: ^bb3(%2: index):
// CHECK-NEXT: %dim = memref.dim %reshape, %2 : memref<*xf32>
func.func @shape_of_reshape_later_index(%m: memref<*xf32>, %s: memref<?xindex>, %c: i1) -> index {
  %r = memref.reshape %m(%s) : (memref<*xf32>, memref<?xindex>) -> memref<*xf32>
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %i = "test.index"() : () -> index
  cf.br ^bb3(%i : index)
^bb2:
  %k = "test.index"() : () -> index
  cf.br ^bb3(%k : index)
^bb3(%j: index):
  %d = memref.dim %r, %j : memref<*xf32>
  return %d : index
}

// Equal types with two dynamic extents do not imply equal shapes.
// CHECK-LABEL: func.func @collapse_expand_differs(
// CHECK-NEXT: memref.expand_shape
// CHECK-NEXT: %[[C:.*]] = memref.collapse_shape
// CHECK-NEXT: return %[[C]] : memref<?x?xf32>
func.func @collapse_expand_differs(%a: memref<?x?xf32>, %m: index, %n: index) -> memref<?x?xf32> {
  %e = memref.expand_shape %a [[0, 1], [2]] output_shape [%m, %n, %n] : memref<?x?xf32> into memref<?x?x?xf32>
  %c = memref.collapse_shape %e [[0], [1, 2]] : memref<?x?x?xf32> into memref<?x?xf32>
  return %c : memref<?x?xf32>
}

// CHECK-LABEL: func.func @collapse_expand_equal(
// CHECK-NEXT: return %arg0, %arg3 : memref<?x?xf32>, memref<?x4xf32>
func.func @collapse_expand_equal(%a: memref<?x?xf32>, %m: index, %n: index, %b: memref<?x4xf32>) -> (memref<?x?xf32>, memref<?x4xf32>) {
  %e = memref.expand_shape %a [[0, 1], [2]] output_shape [%m, %n, %n] : memref<?x?xf32> into memref<?x?x?xf32>
  %c = memref.collapse_shape %e [[0, 1], [2]] : memref<?x?x?xf32> into memref<?x?xf32>
  %f = memref.expand_shape %b [[0], [1, 2]] output_shape [%m, 2, 2] : memref<?x4xf32> into memref<?x2x2xf32>
  %g = memref.collapse_shape %f [[0], [1, 2]] : memref<?x2x2xf32> into memref<?x4xf32>
  return %c, %g : memref<?x?xf32>, memref<?x4xf32>
}

// CHECK-LABEL: func.func @expand_cast(
// CHECK-NEXT: %expand_shape = memref.expand_shape %arg0 {{\[\[}}0, 1]] output_shape [2, 3] : memref<6xf32> into memref<2x3xf32>
// CHECK-NEXT: %cast = memref.cast %expand_shape : memref<2x3xf32> to memref<2x?xf32>
// CHECK-NEXT: return %cast : memref<2x?xf32>
func.func @expand_cast(%a: memref<6xf32>, %n: index) -> memref<2x?xf32> {
  %c = memref.cast %a : memref<6xf32> to memref<?xf32>
  %e = memref.expand_shape %c [[0, 1]] output_shape [2, %n] : memref<?xf32> into memref<2x?xf32>
  return %e : memref<2x?xf32>
}

// The extent of the source does not determine the extents of the result.
// CHECK-LABEL: func.func @expand_cast_unknown(
// CHECK: memref.expand_shape %cast {{\[\[}}0, 1]] output_shape [0, %arg2] : memref<?xf32> into memref<0x?xf32>
// CHECK: memref.expand_shape %cast_0 {{\[\[}}0, 1]] output_shape [%arg2, %arg2] : memref<?xf32> into memref<?x?xf32>
func.func @expand_cast_unknown(%a: memref<0xf32>, %b: memref<9xf32>, %n: index) -> (memref<0x?xf32>, memref<?x?xf32>) {
  %ca = memref.cast %a : memref<0xf32> to memref<?xf32>
  %ea = memref.expand_shape %ca [[0, 1]] output_shape [0, %n] : memref<?xf32> into memref<0x?xf32>
  %cb = memref.cast %b : memref<9xf32> to memref<?xf32>
  %eb = memref.expand_shape %cb [[0, 1]] output_shape [%n, %n] : memref<?xf32> into memref<?x?xf32>
  return %ea, %eb : memref<0x?xf32>, memref<?x?xf32>
}

// The extents of the result are known, but the extent of the source is not.
// CHECK-LABEL: func.func @expand_cast_constant(
// CHECK: memref.expand_shape %cast {{\[\[}}0, 1], [2, 3]] output_shape [%c2, %c3, %c2, %c2] : memref<?x?xf32> into memref<?x?x?x?xf32>
func.func @expand_cast_constant(%a: memref<?x4xf32>) -> memref<?x?x?x?xf32> {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c = memref.cast %a : memref<?x4xf32> to memref<?x?xf32>
  %e = memref.expand_shape %c [[0, 1], [2, 3]] output_shape [%c2, %c3, %c2, %c2] : memref<?x?xf32> into memref<?x?x?x?xf32>
  return %e : memref<?x?x?x?xf32>
}

// A scope in a loop of basic blocks stays, since each iteration frees its memory.
// CHECK-LABEL: func.func @scope_in_loop(
// CHECK: ^bb1:
// CHECK-NEXT: memref.alloca_scope {
// CHECK-NEXT: memref.alloca()
func.func @scope_in_loop(%c: i1) {
  cf.br ^bb1
^bb1:
  memref.alloca_scope {
    %m = memref.alloca() : memref<64xf32>
    "test.use"(%m) : (memref<64xf32>) -> ()
  }
  cf.cond_br %c, ^bb1, ^bb2
^bb2:
  return
}

// A realloc frees its source.
// CHECK-LABEL: func.func @realloc_unread(
// CHECK-NEXT: memref.dealloc %arg0 : memref<4xf32>
// CHECK-NEXT: return
func.func @realloc_unread(%s: memref<4xf32>) {
  %r = memref.realloc %s : memref<4xf32> to memref<8xf32>
  memref.dealloc %r : memref<8xf32>
  %a = memref.alloc() : memref<4xf32>
  %b = memref.realloc %a : memref<4xf32> to memref<8xf32>
  memref.dealloc %b : memref<8xf32>
  return
}

// Two casts are not combined if the types before and after them are incompatible.
// CHECK-LABEL: func.func @incompatible_casts(
// CHECK: memref.cast %{{.*}} : memref<4xf32> to memref<?xf32>
// CHECK: memref.cast %{{.*}} : memref<?xf32> to memref<5xf32>
func.func @incompatible_casts(%a: memref<4xf32>) -> memref<5xf32> {
  %b = memref.cast %a : memref<4xf32> to memref<?xf32>
  %c = memref.cast %b : memref<?xf32> to memref<5xf32>
  return %c : memref<5xf32>
}
