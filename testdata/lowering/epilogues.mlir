// Reductions with elementwise work on their results: bias and relu, a residual, halves, a mean, a result that is read twice.
func.func @main(%a: tensor<9x12xf32>, %b: tensor<12x50xf32>, %bias: tensor<50xf32>, %x: tensor<9x50xf32>, %h: tensor<5x8xbf16>, %g: tensor<8x7xbf16>, %y: tensor<6x37xf32>, %c: tensor<2x6x6x3xf32>, %w: tensor<3x3x3x8xf32>) -> (tensor<9x50xf32>, tensor<9x50xf32>, tensor<5x7xbf16>, tensor<6xf32>, tensor<9x50xf32>, tensor<2x4x4x8xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<9x12xf32>, tensor<12x50xf32>) -> tensor<9x50xf32>
  %bb = stablehlo.broadcast_in_dim %bias, dims = [1] : (tensor<50xf32>) -> tensor<9x50xf32>
  %zs = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<9x50xf32>
  %1 = stablehlo.add %0, %bb : tensor<9x50xf32>
  %2 = stablehlo.maximum %1, %zs : tensor<9x50xf32>
  // The residual is computed here and read for the last time by the sum, which can take its place.
  %3 = stablehlo.multiply %x, %2 : tensor<9x50xf32>
  %4 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<9x12xf32>, tensor<12x50xf32>) -> tensor<9x50xf32>
  %5 = stablehlo.add %4, %3 : tensor<9x50xf32>
  %6 = stablehlo.dot_general %h, %g, contracting_dims = [1] x [0] : (tensor<5x8xbf16>, tensor<8x7xbf16>) -> tensor<5x7xbf16>
  %7 = stablehlo.negate %6 : tensor<5x7xbf16>
  %8 = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<6x37xf32>, tensor<f32>) -> tensor<6xf32>
  %n = stablehlo.constant dense<37.0> : tensor<6xf32>
  %9 = stablehlo.divide %8, %n : tensor<6xf32>
  // Read twice: it is stored.
  %10 = stablehlo.dot_general %x, %b, contracting_dims = [1] x [1] : (tensor<9x50xf32>, tensor<12x50xf32>) -> tensor<9x12xf32>
  %11 = stablehlo.negate %10 : tensor<9x12xf32>
  %12 = stablehlo.add %11, %a : tensor<9x12xf32>
  %13 = stablehlo.multiply %10, %12 : tensor<9x12xf32>
  %14 = stablehlo.dot_general %13, %b, contracting_dims = [1] x [0] : (tensor<9x12xf32>, tensor<12x50xf32>) -> tensor<9x50xf32>
  %i = stablehlo.iota dim = 1 : tensor<9x50xf32>
  %15 = stablehlo.subtract %14, %i : tensor<9x50xf32>
  %16 = stablehlo.convolution(%c, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x6x6x3xf32>, tensor<3x3x3x8xf32>) -> tensor<2x4x4x8xf32>
  %17 = stablehlo.abs %16 : tensor<2x4x4x8xf32>
  return %2, %5, %7, %9, %15, %17 : tensor<9x50xf32>, tensor<9x50xf32>, tensor<5x7xbf16>, tensor<6xf32>, tensor<9x50xf32>, tensor<2x4x4x8xf32>
}
