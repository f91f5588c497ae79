// Long sums: in blocks of 4000, of whole rows, of a constant added to a computed number, and of a prime number of terms.
func.func @main(%x: tensor<20000xf32>, %y: tensor<3x90x100xf32>, %p: tensor<10007xf32>) -> (tensor<f32>, tensor<3xf32>, tensor<f32>, tensor<f32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<20000xf32>, tensor<f32>) -> tensor<f32>
  %1 = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [1, 2] : (tensor<3x90x100xf32>, tensor<f32>) -> tensor<3xf32>
  %i = stablehlo.iota dim = 0 : tensor<20000xf32>
  %s = stablehlo.multiply %i, %x : tensor<20000xf32>
  %2 = stablehlo.reduce(%s init: %low) applies stablehlo.maximum across dimensions = [0] : (tensor<20000xf32>, tensor<f32>) -> tensor<f32>
  %3 = stablehlo.reduce(%p init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<10007xf32>, tensor<f32>) -> tensor<f32>
  %q = stablehlo.multiply %x, %x : tensor<20000xf32>
  %4 = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<20000xf32>, tensor<f32>) -> tensor<f32>
  return %0, %1, %2, %3, %4 : tensor<f32>, tensor<3xf32>, tensor<f32>, tensor<f32>, tensor<f32>
}
