// Matrix products: plain, batched with both layouts of the right side, with a vector, of halves and of integers.
func.func @main(%a: tensor<8x12xf32>, %b: tensor<12x20xf32>, %q: tensor<2x5x3x4xf32>, %k: tensor<2x6x3x4xf32>, %v: tensor<12x1xf32>, %h: tensor<4x9xf16>, %g: tensor<9x5xf16>, %i: tensor<3x4xi32>, %j: tensor<4x7xi32>) -> (tensor<8x20xf32>, tensor<2x3x5x6xf32>, tensor<8x1xf32>, tensor<4x5xf16>, tensor<3x7xi32>, tensor<20x8xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x12xf32>, tensor<12x20xf32>) -> tensor<8x20xf32>
  %1 = stablehlo.dot_general %q, %k, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3] : (tensor<2x5x3x4xf32>, tensor<2x6x3x4xf32>) -> tensor<2x3x5x6xf32>
  %2 = stablehlo.dot_general %a, %v, contracting_dims = [1] x [0] : (tensor<8x12xf32>, tensor<12x1xf32>) -> tensor<8x1xf32>
  %3 = stablehlo.dot_general %h, %g, contracting_dims = [1] x [0] : (tensor<4x9xf16>, tensor<9x5xf16>) -> tensor<4x5xf16>
  %4 = stablehlo.dot_general %i, %j, contracting_dims = [1] x [0] : (tensor<3x4xi32>, tensor<4x7xi32>) -> tensor<3x7xi32>
  %5 = stablehlo.dot_general %b, %a, contracting_dims = [0] x [1] : (tensor<12x20xf32>, tensor<8x12xf32>) -> tensor<20x8xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<8x20xf32>, tensor<2x3x5x6xf32>, tensor<8x1xf32>, tensor<4x5xf16>, tensor<3x7xi32>, tensor<20x8xf32>
}
