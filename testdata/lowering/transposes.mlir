// Transposes in registers: full tiles and overlapping ones, in batches, with arithmetic, and of constants in products.
func.func @main(%x: tensor<37x53xf32>, %y: tensor<53x37xf32>, %z: tensor<3x20x33xf64>, %i: tensor<17x64xi32>, %n: tensor<2x5x48xf32>)
    -> (tensor<53x37xf32>, tensor<3x33x20xf64>, tensor<64x17xi32>, tensor<48x5x2xf32>, tensor<37x37xf32>) {
  %xt = stablehlo.transpose %x, dims = [1, 0] : (tensor<37x53xf32>) -> tensor<53x37xf32>
  %0 = stablehlo.subtract %xt, %y : tensor<53x37xf32>
  %1 = stablehlo.transpose %z, dims = [0, 2, 1] : (tensor<3x20x33xf64>) -> tensor<3x33x20xf64>
  %2 = stablehlo.transpose %i, dims = [1, 0] : (tensor<17x64xi32>) -> tensor<64x17xi32>
  %3 = stablehlo.transpose %n, dims = [2, 1, 0] : (tensor<2x5x48xf32>) -> tensor<48x5x2xf32>
  %4 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [1] : (tensor<37x53xf32>, tensor<37x53xf32>) -> tensor<37x37xf32>
  return %0, %1, %2, %3, %4 : tensor<53x37xf32>, tensor<3x33x20xf64>, tensor<64x17xi32>, tensor<48x5x2xf32>, tensor<37x37xf32>
}
