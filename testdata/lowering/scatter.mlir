// Sums into rows that repeat; some rows lie outside and are skipped. The input is read again.
func.func @main(%t: tensor<5x6xf32>, %i: tensor<3x4x1xi32>, %u: tensor<3x4x6xf32>) -> (tensor<5x6xf32>, tensor<5x6xf32>) {
  %0 = "stablehlo.scatter"(%t, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<5x6xf32>, tensor<3x4x1xi32>, tensor<3x4x6xf32>) -> tensor<5x6xf32>
  %1 = stablehlo.multiply %0, %t : tensor<5x6xf32>
  %2 = "stablehlo.scatter"(%1, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<5x6xf32>, tensor<3x4x1xi32>, tensor<3x4x6xf32>) -> tensor<5x6xf32>
  return %0, %2 : tensor<5x6xf32>, tensor<5x6xf32>
}
