// The output must equal the text below.
// RUN: grep -v '^// ' %s > %t
// RUN: lathe-opt %s --allow-unregistered-dialect --mlir-print-op-generic | diff %t -
// RUN: lathe-opt %s --allow-unregistered-dialect | lathe-opt --allow-unregistered-dialect --mlir-print-op-generic | diff %t -
#map = affine_map<(d0)[s0] -> (d0 + s0)>
#map1 = affine_map<(d0, d1) -> (d1, d0)>
"builtin.module"() ({
  "memref.global"() <{alignment = 64 : i64, constant, initial_value = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>, sym_name = "g", sym_visibility = "private", type = memref<2xf32>}> : () -> ()
  "memref.global"() <{sym_name = "ext", type = memref<4xi32>}> : () -> ()
  "memref.global"() <{initial_value, sym_name = "un", sym_visibility = "public", type = memref<4xi32>}> : () -> ()
  "func.func"() <{function_type = (index, memref<4x?xf32>, memref<*xf32>, memref<?xi8>, memref<?xindex>, f32, memref<12x4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: index, %arg1: memref<4x?xf32>, %arg2: memref<*xf32>, %arg3: memref<?xi8>, %arg4: memref<?xindex>, %arg5: f32, %arg6: memref<12x4xf32>):
    %0 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<4xf32>
    %1 = "memref.alloc"(%arg0, %arg0) <{alignment = 8 : i64, operandSegmentSizes = array<i32: 2, 0>}> : (index, index) -> memref<?x?xf32>
    %2 = "memref.alloc"(%arg0, %arg0) <{operandSegmentSizes = array<i32: 1, 1>}> : (index, index) -> memref<?xf32, #map>
    %3 = "memref.alloca"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<4xf32, 3>
    "memref.dealloc"(%0) : (memref<4xf32>) -> ()
    %4 = "memref.load"(%arg1, %arg0, %arg0) : (memref<4x?xf32>, index, index) -> f32
    %5 = "memref.load"(%arg1, %arg0, %arg0) <{nontemporal = true}> : (memref<4x?xf32>, index, index) -> f32
    "memref.store"(%4, %arg1, %arg0, %arg0) : (f32, memref<4x?xf32>, index, index) -> ()
    "memref.store"(%4, %arg1, %arg0, %arg0) <{alignment = 4 : i64}> : (f32, memref<4x?xf32>, index, index) -> ()
    %6 = "memref.cast"(%arg1) : (memref<4x?xf32>) -> memref<?x?xf32>
    %7 = "memref.dim"(%arg1, %arg0) : (memref<4x?xf32>, index) -> index
    %8 = "memref.rank"(%arg2) : (memref<*xf32>) -> index
    "memref.copy"(%arg1, %arg1) : (memref<4x?xf32>, memref<4x?xf32>) -> ()
    %9 = "memref.get_global"() <{name = @g}> : () -> memref<2xf32>
    %10 = "memref.view"(%arg3, %arg0, %arg0) : (memref<?xi8>, index, index) -> memref<?x4xf32>
    %11 = "memref.subview"(%arg6, %arg0, %arg0) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>, static_offsets = array<i64: 1, -9223372036854775808>, static_sizes = array<i64: 4, -9223372036854775808>, static_strides = array<i64: 1, 2>}> : (memref<12x4xf32>, index, index) -> memref<4x?xf32, strided<[4, 2], offset: ?>>
    %12 = "memref.reinterpret_cast"(%arg6, %arg0, %arg0) <{operandSegmentSizes = array<i32: 1, 0, 1, 1>, static_offsets = array<i64: 0>, static_sizes = array<i64: -9223372036854775808, 4>, static_strides = array<i64: 4, -9223372036854775808>}> : (memref<12x4xf32>, index, index) -> memref<?x4xf32, strided<[4, ?]>>
    %13 = "memref.collapse_shape"(%arg6) <{reassociation = [[0, 1]]}> : (memref<12x4xf32>) -> memref<48xf32>
    %14 = "memref.expand_shape"(%arg6) <{reassociation = [[0, 1], [2]], static_output_shape = array<i64: 3, 4, 4>}> : (memref<12x4xf32>) -> memref<3x4x4xf32>
    %15 = "memref.reshape"(%arg2, %arg4) : (memref<*xf32>, memref<?xindex>) -> memref<*xf32>
    %16 = "memref.transpose"(%arg6) <{permutation = #map1}> : (memref<12x4xf32>) -> memref<4x12xf32, strided<[1, 4]>>
    %17:6 = "memref.extract_strided_metadata"(%arg6) : (memref<12x4xf32>) -> (memref<f32>, index, index, index, index, index)
    %18 = "memref.extract_aligned_pointer_as_index"(%arg6) : (memref<12x4xf32>) -> index
    %19 = "memref.atomic_rmw"(%arg5, %arg6, %arg0, %arg0) <{kind = 0 : i64}> : (f32, memref<12x4xf32>, index, index) -> f32
    %20 = "memref.generic_atomic_rmw"(%arg6, %arg0, %arg0) ({
    ^bb0(%arg7: f32):
      "memref.atomic_yield"(%arg7) : (f32) -> ()
    }) : (memref<12x4xf32>, index, index) -> f32
    %21 = "memref.assume_alignment"(%arg6) <{alignment = 16 : i32}> : (memref<12x4xf32>) -> memref<12x4xf32>
    %22:2 = "memref.distinct_objects"(%arg6, %arg1) : (memref<12x4xf32>, memref<4x?xf32>) -> (memref<12x4xf32>, memref<4x?xf32>)
    "memref.prefetch"(%arg6, %arg0, %arg0) <{isDataCache = true, isWrite = false, localityHint = 3 : i32}> : (memref<12x4xf32>, index, index) -> ()
    "memref.prefetch"(%arg6, %arg0, %arg0) <{isDataCache = false, isWrite = true, localityHint = 0 : i32}> : (memref<12x4xf32>, index, index) -> ()
    %23 = "memref.memory_space_cast"(%arg6) : (memref<12x4xf32>) -> memref<12x4xf32, 5>
    %24 = "test.m"() : () -> memref<?xf32>
    %25 = "memref.realloc"(%24, %arg0) <{alignment = 8 : i64}> : (memref<?xf32>, index) -> memref<?xf32>
    %26 = "memref.realloc"(%24) : (memref<?xf32>) -> memref<64xf32>
    %27 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<1xi32>
    "memref.dma_start"(%arg6, %arg0, %arg0, %3, %arg0, %arg0, %27, %arg0) : (memref<12x4xf32>, index, index, memref<4xf32, 3>, index, index, memref<1xi32>, index) -> ()
    "memref.dma_start"(%arg6, %arg0, %arg0, %3, %arg0, %arg0, %27, %arg0, %arg0, %arg0) {foo} : (memref<12x4xf32>, index, index, memref<4xf32, 3>, index, index, memref<1xi32>, index, index, index) -> ()
    "memref.dma_wait"(%27, %arg0, %arg0) : (memref<1xi32>, index, index) -> ()
    "memref.alloca_scope"() ({
      %30 = "memref.alloca"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<2xf32>
      "memref.alloca_scope.return"() : () -> ()
    }) : () -> ()
    %28 = "memref.alloca_scope"() ({
      "memref.alloca_scope.return"(%arg5) : (f32) -> ()
    }) : () -> f32
    %29 = "memref.subview"(%arg6) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 1, 4>, static_strides = array<i64: 1, 1>}> : (memref<12x4xf32>) -> memref<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

