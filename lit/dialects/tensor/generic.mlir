// The output must equal the text below.
// RUN: grep -v '^// ' %s > %t
// RUN: lathe-opt %s --allow-unregistered-dialect --mlir-print-op-generic | diff %t -
// RUN: lathe-opt %s --allow-unregistered-dialect | lathe-opt --allow-unregistered-dialect --mlir-print-op-generic | diff %t -
"builtin.module"() ({
  "func.func"() <{function_type = (index, tensor<12x4xf32>, tensor<*xf32>, tensor<?x4xf32>, f32, tensor<2xindex>, tensor<1x2x1xindex>, tensor<?x?xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: index, %arg1: tensor<12x4xf32>, %arg2: tensor<*xf32>, %arg3: tensor<?x4xf32>, %arg4: f32, %arg5: tensor<2xindex>, %arg6: tensor<1x2x1xindex>, %arg7: tensor<?x?xf32>):
    %0 = "tensor.empty"() : () -> tensor<4xf32>
    %1 = "tensor.empty"(%arg0) : (index) -> tensor<?x4xf32>
    %2 = "tensor.splat"(%arg4) : (f32) -> tensor<4xf32>
    %3 = "tensor.splat"(%arg4, %arg0) : (f32, index) -> tensor<?x4xf32>
    %4 = "tensor.from_elements"(%arg4, %arg4) : (f32, f32) -> tensor<2xf32>
    %5 = "tensor.generate"(%arg0) ({
    ^bb0(%arg14: index, %arg15: index):
      "tensor.yield"(%arg4) : (f32) -> ()
    }) : (index) -> tensor<?x4xf32>
    %6 = "tensor.extract"(%arg1, %arg0, %arg0) : (tensor<12x4xf32>, index, index) -> f32
    %7 = "tensor.insert"(%arg4, %arg1, %arg0, %arg0) : (f32, tensor<12x4xf32>, index, index) -> tensor<12x4xf32>
    %8 = "tensor.dim"(%arg1, %arg0) : (tensor<12x4xf32>, index) -> index
    %9 = "tensor.rank"(%arg2) : (tensor<*xf32>) -> index
    %10 = "tensor.extract_slice"(%arg1, %arg0, %arg0) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>, static_offsets = array<i64: 0, -9223372036854775808>, static_sizes = array<i64: 4, -9223372036854775808>, static_strides = array<i64: 1, 2>}> : (tensor<12x4xf32>, index, index) -> tensor<4x?xf32>
    %11 = "tensor.extract_slice"(%arg1) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 1, 4>, static_strides = array<i64: 1, 1>}> : (tensor<12x4xf32>) -> tensor<4xf32>
    %12 = "tensor.insert_slice"(%11, %arg1) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 1, 4>, static_strides = array<i64: 1, 1>}> : (tensor<4xf32>, tensor<12x4xf32>) -> tensor<12x4xf32>
    %13 = "tensor.cast"(%arg1) : (tensor<12x4xf32>) -> tensor<?x4xf32>
    %14 = "tensor.bitcast"(%arg1) : (tensor<12x4xf32>) -> tensor<12x4xi32>
    %15 = "tensor.reshape"(%arg1, %arg5) : (tensor<12x4xf32>, tensor<2xindex>) -> tensor<4x12xf32>
    %16 = "tensor.collapse_shape"(%arg1) <{reassociation = [[0, 1]]}> : (tensor<12x4xf32>) -> tensor<48xf32>
    %17 = "tensor.expand_shape"(%arg1) <{reassociation = [[0, 1], [2]], static_output_shape = array<i64: 3, 4, 4>}> : (tensor<12x4xf32>) -> tensor<3x4x4xf32>
    %18 = "tensor.expand_shape"(%arg3, %arg0) <{reassociation = [[0, 1], [2]], static_output_shape = array<i64: -9223372036854775808, 4, 4>}> : (tensor<?x4xf32>, index) -> tensor<?x4x4xf32>
    %19 = "tensor.concat"(%arg1, %arg3) <{dim = 0 : i64}> : (tensor<12x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
    %20 = "tensor.pad"(%arg1, %arg0) <{operandSegmentSizes = array<i32: 1, 1, 0>, static_high = array<i64: 0, 2>, static_low = array<i64: 1, -9223372036854775808>}> ({
    ^bb0(%arg12: index, %arg13: index):
      "tensor.yield"(%arg4) : (f32) -> ()
    }) : (tensor<12x4xf32>, index) -> tensor<13x?xf32>
    %21 = "tensor.pad"(%arg1) <{nofold, operandSegmentSizes = array<i32: 1, 0, 0>, static_high = array<i64: 0, 0>, static_low = array<i64: 0, 0>}> ({
    ^bb0(%arg10: index, %arg11: index):
      "tensor.yield"(%arg4) : (f32) -> ()
    }) {foo} : (tensor<12x4xf32>) -> tensor<12x4xf32>
    %22 = "tensor.gather"(%arg1, %arg6) <{gather_dims = array<i64: 0>, unique}> : (tensor<12x4xf32>, tensor<1x2x1xindex>) -> tensor<1x2x4xf32>
    %23 = "tensor.scatter"(%22, %arg1, %arg6) <{scatter_dims = array<i64: 0>, unique}> : (tensor<1x2x4xf32>, tensor<12x4xf32>, tensor<1x2x1xindex>) -> tensor<12x4xf32>
    %24 = "scf.forall"(%arg1) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: 12>}> ({
    ^bb0(%arg8: index, %arg9: tensor<12x4xf32>):
      "scf.forall.in_parallel"() ({
        "tensor.parallel_insert_slice"(%11, %arg9, %arg8) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 1, 4>, static_strides = array<i64: 1, 1>}> : (tensor<4xf32>, tensor<12x4xf32>, index) -> ()
      }) : () -> ()
    }) : (tensor<12x4xf32>) -> tensor<12x4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

