// The output must equal the text below.
// RUN: grep -v '^// ' %s > %t
// RUN: lathe-opt %s --allow-unregistered-dialect --mlir-print-op-generic | diff %t -
// RUN: lathe-opt %s --allow-unregistered-dialect | lathe-opt --allow-unregistered-dialect --mlir-print-op-generic | diff %t -
#map = affine_map<(d0, d1) -> (d1)>
#map1 = affine_map<(d0, d1) -> (d0, 0)>
#map2 = affine_map<(d0, d1) -> (d0, d1)>
#map3 = affine_map<(d0) -> (d0)>
#map4 = affine_map<(d0) -> ()>
"builtin.module"() ({
  "func.func"() <{function_type = (index, memref<8x8xf32>, f32, vector<4xf32>, vector<2x4xf32>, vector<4xi1>, vector<4xi32>, tensor<8x8xf32>, vector<[8]xf32>, i32, vector<4x4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: index, %arg1: memref<8x8xf32>, %arg2: f32, %arg3: vector<4xf32>, %arg4: vector<2x4xf32>, %arg5: vector<4xi1>, %arg6: vector<4xi32>, %arg7: tensor<8x8xf32>, %arg8: vector<[8]xf32>, %arg9: i32, %arg10: vector<4x4xf32>):
    %0 = "vector.load"(%arg1, %arg0, %arg0) : (memref<8x8xf32>, index, index) -> vector<4xf32>
    %1 = "vector.load"(%arg1, %arg0, %arg0) <{alignment = 8 : i64, nontemporal = true}> : (memref<8x8xf32>, index, index) -> vector<4xf32>
    "vector.store"(%arg3, %arg1, %arg0, %arg0) : (vector<4xf32>, memref<8x8xf32>, index, index) -> ()
    %2 = "vector.maskedload"(%arg1, %arg0, %arg0, %arg5, %arg3) : (memref<8x8xf32>, index, index, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
    "vector.maskedstore"(%arg1, %arg0, %arg0, %arg5, %arg3) : (memref<8x8xf32>, index, index, vector<4xi1>, vector<4xf32>) -> ()
    %3 = "vector.expandload"(%arg1, %arg0, %arg0, %arg5, %arg3) : (memref<8x8xf32>, index, index, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
    "vector.compressstore"(%arg1, %arg0, %arg0, %arg5, %arg3) : (memref<8x8xf32>, index, index, vector<4xi1>, vector<4xf32>) -> ()
    %4 = "vector.gather"(%arg1, %arg0, %arg0, %arg6, %arg5, %arg3) : (memref<8x8xf32>, index, index, vector<4xi32>, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
    "vector.scatter"(%arg1, %arg0, %arg0, %arg6, %arg5, %arg3) : (memref<8x8xf32>, index, index, vector<4xi32>, vector<4xi1>, vector<4xf32>) -> ()
    %5 = "vector.transfer_read"(%arg1, %arg0, %arg0, %arg2) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map}> : (memref<8x8xf32>, index, index, f32) -> vector<4xf32>
    %6 = "vector.transfer_read"(%arg1, %arg0, %arg0, %arg2, %arg5) <{in_bounds = [true], operandSegmentSizes = array<i32: 1, 2, 1, 1>, permutation_map = #map}> : (memref<8x8xf32>, index, index, f32, vector<4xi1>) -> vector<4xf32>
    %7 = "vector.transfer_read"(%arg7, %arg0, %arg0, %arg2) <{in_bounds = [false, true], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map1}> : (tensor<8x8xf32>, index, index, f32) -> vector<4x2xf32>
    "vector.transfer_write"(%arg3, %arg1, %arg0, %arg0) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 2, 0>, permutation_map = #map}> : (vector<4xf32>, memref<8x8xf32>, index, index) -> ()
    %8 = "vector.transfer_write"(%arg4, %arg7, %arg0, %arg0) <{in_bounds = [true, true], operandSegmentSizes = array<i32: 1, 1, 2, 0>, permutation_map = #map2}> : (vector<2x4xf32>, tensor<8x8xf32>, index, index) -> tensor<8x8xf32>
    %9 = "vector.type_cast"(%arg1) : (memref<8x8xf32>) -> memref<vector<8x8xf32>>
    %10 = "vector.broadcast"(%arg2) : (f32) -> vector<4xf32>
    %11 = "vector.broadcast"(%arg3) : (vector<4xf32>) -> vector<2x4xf32>
    %12 = "vector.extract"(%arg4) <{static_position = array<i64: 1>}> : (vector<2x4xf32>) -> vector<4xf32>
    %13 = "vector.extract"(%arg4, %arg0) <{static_position = array<i64: 1, -9223372036854775808>}> : (vector<2x4xf32>, index) -> f32
    %14 = "vector.insert"(%arg2, %arg4, %arg0) <{static_position = array<i64: 1, -9223372036854775808>}> : (f32, vector<2x4xf32>, index) -> vector<2x4xf32>
    %15 = "vector.from_elements"(%arg2, %arg2) : (f32, f32) -> vector<2xf32>
    %16:4 = "vector.to_elements"(%arg3) : (vector<4xf32>) -> (f32, f32, f32, f32)
    %17 = "vector.extract_strided_slice"(%arg4) <{offsets = [0, 2], sizes = [1, 2], strides = [1, 1]}> : (vector<2x4xf32>) -> vector<1x2xf32>
    %18 = "vector.insert_strided_slice"(%15, %arg4) <{offsets = [0, 2], strides = [1]}> : (vector<2xf32>, vector<2x4xf32>) -> vector<2x4xf32>
    %19 = "vector.scalable.extract"(%arg8) <{pos = 4 : i64}> : (vector<[8]xf32>) -> vector<4xf32>
    %20 = "vector.scalable.insert"(%arg3, %arg8) <{pos = 4 : i64}> : (vector<4xf32>, vector<[8]xf32>) -> vector<[8]xf32>
    %21 = "vector.shape_cast"(%arg4) : (vector<2x4xf32>) -> vector<8xf32>
    %22 = "vector.bitcast"(%arg3) : (vector<4xf32>) -> vector<8xi16>
    %23 = "vector.transpose"(%arg4) <{permutation = array<i64: 1, 0>}> : (vector<2x4xf32>) -> vector<4x2xf32>
    %24 = "vector.shuffle"(%arg3, %arg3) <{mask = array<i64: 0, 5, 2>}> : (vector<4xf32>, vector<4xf32>) -> vector<3xf32>
    %25 = "vector.interleave"(%arg3, %arg3) : (vector<4xf32>, vector<4xf32>) -> vector<8xf32>
    %26:2 = "vector.deinterleave"(%arg3) : (vector<4xf32>) -> (vector<2xf32>, vector<2xf32>)
    %27 = "vector.step"() : () -> vector<4xindex>
    %28 = "vector.vscale"() : () -> index
    %29 = "vector.create_mask"(%arg0, %arg0) : (index, index) -> vector<2x4xi1>
    %30 = "vector.constant_mask"() <{mask_dim_sizes = array<i64: 1, 2>}> : () -> vector<2x4xi1>
    %31 = "vector.mask"(%arg5) ({
      %43 = "vector.reduction"(%arg3) <{fastmath = #arith.fastmath<none>, kind = #vector.kind<add>}> : (vector<4xf32>) -> f32
      "vector.yield"(%43) : (f32) -> ()
    }) : (vector<4xi1>) -> f32
    "vector.mask"(%arg5) ({
      "vector.transfer_write"(%arg3, %arg1, %arg0, %arg0) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 2, 0>, permutation_map = #map}> : (vector<4xf32>, memref<8x8xf32>, index, index) -> ()
      "vector.yield"() : () -> ()
    }) : (vector<4xi1>) -> ()
    %32 = "vector.mask"(%arg5, %arg3) ({
      %42 = "vector.transfer_read"(%arg1, %arg0, %arg0, %arg2) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map}> : (memref<8x8xf32>, index, index, f32) -> vector<4xf32>
      "vector.yield"(%42) : (vector<4xf32>) -> ()
    }) : (vector<4xi1>, vector<4xf32>) -> vector<4xf32>
    %33 = "vector.fma"(%arg3, %arg3, %arg3) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
    %34 = "vector.reduction"(%arg3, %arg2) <{fastmath = #arith.fastmath<fast>, kind = #vector.kind<maximumf>}> : (vector<4xf32>, f32) -> f32
    %35 = "vector.multi_reduction"(%arg4, %arg3) <{kind = #vector.kind<mul>, reduction_dims = array<i64: 0>}> : (vector<2x4xf32>, vector<4xf32>) -> vector<4xf32>
    %36 = "vector.multi_reduction"(%arg4, %arg2) <{kind = #vector.kind<mul>, reduction_dims = array<i64: 0, 1>}> {a} : (vector<2x4xf32>, f32) -> f32
    %37 = "vector.contract"(%arg3, %arg3, %arg2) <{indexing_maps = [#map3, #map3, #map4], iterator_types = [#vector.iterator_type<reduction>], kind = #vector.kind<add>}> : (vector<4xf32>, vector<4xf32>, f32) -> f32
    %38 = "vector.outerproduct"(%arg3, %15) <{kind = #vector.kind<add>}> : (vector<4xf32>, vector<2xf32>) -> vector<4x2xf32>
    %39 = "vector.outerproduct"(%arg3, %arg3, %arg10) <{kind = #vector.kind<maxnumf>}> : (vector<4xf32>, vector<4xf32>, vector<4x4xf32>) -> vector<4x4xf32>
    %40 = "vector.outerproduct"(%arg3, %arg2, %arg3) <{kind = #vector.kind<add>}> : (vector<4xf32>, f32, vector<4xf32>) -> vector<4xf32>
    %41:2 = "vector.scan"(%arg4, %arg3) <{inclusive = false, kind = #vector.kind<add>, reduction_dim = 0 : i64}> : (vector<2x4xf32>, vector<4xf32>) -> (vector<2x4xf32>, vector<4xf32>)
    "vector.print"(%arg3) <{punctuation = #vector.punctuation<newline>}> : (vector<4xf32>) -> ()
    "vector.print"() <{punctuation = #vector.punctuation<newline>, stringLiteral = "hi"}> : () -> ()
    "vector.print"() <{punctuation = #vector.punctuation<comma>}> : () -> ()
    "vector.print"(%arg9) <{punctuation = #vector.punctuation<no_punctuation>}> : (i32) -> ()
    "vector.print"() <{punctuation = #vector.punctuation<newline>}> : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

