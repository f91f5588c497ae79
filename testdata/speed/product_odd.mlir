// work: 29811600 flops
func.func @main(%a: tensor<97x501xf32>, %b: tensor<501x307xf32>, %bias: tensor<307xf32>) -> tensor<97x307xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<97x501xf32>, tensor<501x307xf32>) -> tensor<97x307xf32>
  %1 = stablehlo.broadcast_in_dim %bias, dims = [1] : (tensor<307xf32>) -> tensor<97x307xf32>
  %2 = stablehlo.add %0, %1 : tensor<97x307xf32>
  return %2 : tensor<97x307xf32>
}
