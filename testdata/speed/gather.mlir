// work: 524288 bytes
func.func @main(%x: tensor<256x512xf32>, %at: tensor<128x1xi32>) -> tensor<128x512xf32> {
  %0 = "stablehlo.gather"(%x, %at) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 512>}> : (tensor<256x512xf32>, tensor<128x1xi32>) -> tensor<128x512xf32>
  return %0 : tensor<128x512xf32>
}
