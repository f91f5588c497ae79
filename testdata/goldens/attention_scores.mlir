// Scores of attention in two heads, scaled.
func.func @main(%q: tensor<2x4x16xf32>, %k: tensor<2x16x8xf32>) -> tensor<2x4x8xf32> {
  %s = stablehlo.constant dense<0.25> : tensor<2x4x8xf32>
  %0 = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x4x16xf32>, tensor<2x16x8xf32>) -> tensor<2x4x8xf32>
  %1 = stablehlo.multiply %0, %s : tensor<2x4x8xf32>
  return %1 : tensor<2x4x8xf32>
}
