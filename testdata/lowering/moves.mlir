// Data movement, fused and not: transposes, reverses, slices, pads, concatenation, reshapes, dynamic boxes.
func.func @main(%x: tensor<4x6xf32>, %y: tensor<4x3xf32>, %i: tensor<i32>, %j: tensor<i32>, %p: tensor<f32>) -> (tensor<6x4xf32>, tensor<4x6xf32>, tensor<2x2xf32>, tensor<4x9xf32>, tensor<9x7xf32>, tensor<2x3xf32>, tensor<4x6xf32>, tensor<8x3xf32>, tensor<3x5xf32>) {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>
  %n = stablehlo.negate %0 : tensor<6x4xf32>
  %1 = stablehlo.reverse %x, dims = [0, 1] : tensor<4x6xf32>
  %2 = stablehlo.slice %x [1:4:2, 2:5:2] : (tensor<4x6xf32>) -> tensor<2x2xf32>
  %3 = stablehlo.concatenate %x, %y, dim = 1 : (tensor<4x6xf32>, tensor<4x3xf32>) -> tensor<4x9xf32>
  %4 = stablehlo.pad %x, %p, low = [1, -1], high = [1, 2], interior = [1, 0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<9x7xf32>
  %5 = stablehlo.dynamic_slice %x, %i, %j, sizes = [2, 3] : (tensor<4x6xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  %6 = stablehlo.dynamic_update_slice %1, %5, %j, %i : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x6xf32>
  %7 = stablehlo.reshape %x : (tensor<4x6xf32>) -> tensor<8x3xf32>
  %8 = stablehlo.pad %y, %p, low = [0, 1], high = [-1, 1], interior = [0, 0] : (tensor<4x3xf32>, tensor<f32>) -> tensor<3x5xf32>
  return %n, %1, %2, %3, %4, %5, %6, %7, %8 : tensor<6x4xf32>, tensor<4x6xf32>, tensor<2x2xf32>, tensor<4x9xf32>, tensor<9x7xf32>, tensor<2x3xf32>, tensor<4x6xf32>, tensor<8x3xf32>, tensor<3x5xf32>
}
