// work: 501760 bytes
func.func @main(%x: tensor<1x56x56x32xf32>) -> tensor<1x28x28x32xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %low) <{padding = dense<[[0, 0], [1, 1], [1, 1], [0, 0]]> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<1x56x56x32xf32>, tensor<f32>) -> tensor<1x28x28x32xf32>
  return %0 : tensor<1x28x28x32xf32>
}
