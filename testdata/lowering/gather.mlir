// Rows of a table, batched gathers, indices outside that are clamped.
func.func @main(%t: tensor<10x6xf32>, %i: tensor<3x4x1xi32>, %u: tensor<2x5x4xf32>, %j: tensor<2x3x2xi64>) -> (tensor<3x4x6xf32>, tensor<2x3x2xf32>) {
  %0 = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 6>}> : (tensor<10x6xf32>, tensor<3x4x1xi32>) -> tensor<3x4x6xf32>
  %1 = "stablehlo.gather"(%u, %j) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [2], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 1>}> : (tensor<2x5x4xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2xf32>
  return %0, %1 : tensor<3x4x6xf32>, tensor<2x3x2xf32>
}
