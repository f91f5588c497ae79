// The output must equal the text below.
// RUN: grep -v '^// ' %s > %t
// RUN: lathe-opt %s --allow-unregistered-dialect | diff %t -
// RUN: lathe-opt %s --allow-unregistered-dialect --mlir-print-op-generic | lathe-opt --allow-unregistered-dialect | diff %t -
module {
  func.func @f(%arg0: index, %arg1: tensor<12x4xf32>, %arg2: tensor<*xf32>, %arg3: tensor<?x4xf32>, %arg4: f32, %arg5: tensor<2xindex>, %arg6: tensor<1x2x1xindex>, %arg7: tensor<?x?xf32>) {
    %0 = tensor.empty() : tensor<4xf32>
    %1 = tensor.empty(%arg0) : tensor<?x4xf32>
    %splat = tensor.splat %arg4 : tensor<4xf32>
    %splat_0 = tensor.splat %arg4[%arg0] : tensor<?x4xf32>
    %from_elements = tensor.from_elements %arg4, %arg4 : tensor<2xf32>
    %generated = tensor.generate %arg0 {
    ^bb0(%arg8: index, %arg9: index):
      tensor.yield %arg4 : f32
    } : tensor<?x4xf32>
    %extracted = tensor.extract %arg1[%arg0, %arg0] : tensor<12x4xf32>
    %inserted = tensor.insert %arg4 into %arg1[%arg0, %arg0] : tensor<12x4xf32>
    %dim = tensor.dim %arg1, %arg0 : tensor<12x4xf32>
    %rank = tensor.rank %arg2 : tensor<*xf32>
    %extracted_slice = tensor.extract_slice %arg1[0, %arg0] [4, %arg0] [1, 2] : tensor<12x4xf32> to tensor<4x?xf32>
    %extracted_slice_1 = tensor.extract_slice %arg1[0, 0] [1, 4] [1, 1] : tensor<12x4xf32> to tensor<4xf32>
    %inserted_slice = tensor.insert_slice %extracted_slice_1 into %arg1[0, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<12x4xf32>
    %cast = tensor.cast %arg1 : tensor<12x4xf32> to tensor<?x4xf32>
    %2 = tensor.bitcast %arg1 : tensor<12x4xf32> to tensor<12x4xi32>
    %reshape = tensor.reshape %arg1(%arg5) : (tensor<12x4xf32>, tensor<2xindex>) -> tensor<4x12xf32>
    %collapsed = tensor.collapse_shape %arg1 [[0, 1]] : tensor<12x4xf32> into tensor<48xf32>
    %expanded = tensor.expand_shape %arg1 [[0, 1], [2]] output_shape [3, 4, 4] : tensor<12x4xf32> into tensor<3x4x4xf32>
    %expanded_2 = tensor.expand_shape %arg3 [[0, 1], [2]] output_shape [%arg0, 4, 4] : tensor<?x4xf32> into tensor<?x4x4xf32>
    %concat = tensor.concat dim(0) %arg1, %arg3 : (tensor<12x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
    %padded = tensor.pad %arg1 low[1, %arg0] high[0, 2] {
    ^bb0(%arg8: index, %arg9: index):
      tensor.yield %arg4 : f32
    } : tensor<12x4xf32> to tensor<13x?xf32>
    %padded_3 = tensor.pad %arg1 nofold low[0, 0] high[0, 0] {
    ^bb0(%arg8: index, %arg9: index):
      tensor.yield %arg4 : f32
    } {foo} : tensor<12x4xf32> to tensor<12x4xf32>
    %gather = tensor.gather %arg1[%arg6] gather_dims([0]) unique : (tensor<12x4xf32>, tensor<1x2x1xindex>) -> tensor<1x2x4xf32>
    %scatter = tensor.scatter %gather into %arg1[%arg6] scatter_dims([0]) unique : (tensor<1x2x4xf32>, tensor<12x4xf32>, tensor<1x2x1xindex>) -> tensor<12x4xf32>
    %3 = scf.forall (%arg8) in (12) shared_outs(%arg9 = %arg1) -> (tensor<12x4xf32>) {
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %extracted_slice_1 into %arg9[%arg8, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<12x4xf32>
      }
    }
    return
  }
}

