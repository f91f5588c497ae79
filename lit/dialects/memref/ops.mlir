// The output must equal the text below.
// RUN: grep -v '^// ' %s > %t
// RUN: lathe-opt %s --allow-unregistered-dialect | diff %t -
// RUN: lathe-opt %s --allow-unregistered-dialect --mlir-print-op-generic | lathe-opt --allow-unregistered-dialect | diff %t -
#map = affine_map<(d0)[s0] -> (d0 + s0)>
module {
  memref.global "private" constant @g : memref<2xf32> = dense<[1.000000e+00, 2.000000e+00]> {alignment = 64 : i64}
  memref.global @ext : memref<4xi32>
  memref.global "public" @un : memref<4xi32> = uninitialized
  func.func @f(%arg0: index, %arg1: memref<4x?xf32>, %arg2: memref<*xf32>, %arg3: memref<?xi8>, %arg4: memref<?xindex>, %arg5: f32, %arg6: memref<12x4xf32>) {
    %alloc = memref.alloc() : memref<4xf32>
    %alloc_0 = memref.alloc(%arg0, %arg0) {alignment = 8 : i64} : memref<?x?xf32>
    %alloc_1 = memref.alloc(%arg0)[%arg0] : memref<?xf32, #map>
    %alloca = memref.alloca() : memref<4xf32, 3>
    memref.dealloc %alloc : memref<4xf32>
    %0 = memref.load %arg1[%arg0, %arg0] : memref<4x?xf32>
    %1 = memref.load %arg1[%arg0, %arg0] {nontemporal = true} : memref<4x?xf32>
    memref.store %0, %arg1[%arg0, %arg0] : memref<4x?xf32>
    memref.store %0, %arg1[%arg0, %arg0] {alignment = 4 : i64} : memref<4x?xf32>
    %cast = memref.cast %arg1 : memref<4x?xf32> to memref<?x?xf32>
    %dim = memref.dim %arg1, %arg0 : memref<4x?xf32>
    %2 = memref.rank %arg2 : memref<*xf32>
    memref.copy %arg1, %arg1 : memref<4x?xf32> to memref<4x?xf32>
    %3 = memref.get_global @g : memref<2xf32>
    %view = memref.view %arg3[%arg0][%arg0] : memref<?xi8> to memref<?x4xf32>
    %subview = memref.subview %arg6[1, %arg0] [4, %arg0] [1, 2] : memref<12x4xf32> to memref<4x?xf32, strided<[4, 2], offset: ?>>
    %reinterpret_cast = memref.reinterpret_cast %arg6 to offset: [0], sizes: [%arg0, 4], strides: [4, %arg0] : memref<12x4xf32> to memref<?x4xf32, strided<[4, ?]>>
    %collapse_shape = memref.collapse_shape %arg6 [[0, 1]] : memref<12x4xf32> into memref<48xf32>
    %expand_shape = memref.expand_shape %arg6 [[0, 1], [2]] output_shape [3, 4, 4] : memref<12x4xf32> into memref<3x4x4xf32>
    %reshape = memref.reshape %arg2(%arg4) : (memref<*xf32>, memref<?xindex>) -> memref<*xf32>
    %transpose = memref.transpose %arg6 (d0, d1) -> (d1, d0) : memref<12x4xf32> to memref<4x12xf32, strided<[1, 4]>>
    %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg6 : memref<12x4xf32> -> memref<f32>, index, index, index, index, index
    %intptr = memref.extract_aligned_pointer_as_index %arg6 : memref<12x4xf32> -> index
    %4 = memref.atomic_rmw addf %arg5, %arg6[%arg0, %arg0] : (f32, memref<12x4xf32>) -> f32
    %5 = memref.generic_atomic_rmw %arg6[%arg0, %arg0] : memref<12x4xf32> {
    ^bb0(%arg7: f32):
      memref.atomic_yield %arg7 : f32
    }
    %assume_align = memref.assume_alignment %arg6, 16 : memref<12x4xf32>
    %6:2 = memref.distinct_objects %arg6, %arg1 : memref<12x4xf32>, memref<4x?xf32>
    memref.prefetch %arg6[%arg0, %arg0], read, locality<3>, data : memref<12x4xf32>
    memref.prefetch %arg6[%arg0, %arg0], write, locality<0>, instr : memref<12x4xf32>
    %memspacecast = memref.memory_space_cast %arg6 : memref<12x4xf32> to memref<12x4xf32, 5>
    %7 = "test.m"() : () -> memref<?xf32>
    %8 = memref.realloc %7(%arg0) {alignment = 8 : i64} : memref<?xf32> to memref<?xf32>
    %9 = memref.realloc %7 : memref<?xf32> to memref<64xf32>
    %alloc_2 = memref.alloc() : memref<1xi32>
    memref.dma_start %arg6[%arg0, %arg0], %alloca[%arg0], %arg0, %alloc_2[%arg0] : memref<12x4xf32>, memref<4xf32, 3>, memref<1xi32>
    memref.dma_start %arg6[%arg0, %arg0], %alloca[%arg0], %arg0, %alloc_2[%arg0], %arg0, %arg0 {foo} : memref<12x4xf32>, memref<4xf32, 3>, memref<1xi32>
    memref.dma_wait %alloc_2[%arg0], %arg0 : memref<1xi32>
    memref.alloca_scope  {
      %alloca_4 = memref.alloca() : memref<2xf32>
    }
    %10 = memref.alloca_scope  -> (f32) {
      memref.alloca_scope.return %arg5 : f32
    }
    %subview_3 = memref.subview %arg6[0, 0] [1, 4] [1, 1] : memref<12x4xf32> to memref<4xf32>
    return
  }
}

