// Steps over rows, which become one kernel: softmax with a mask that heads share, log-softmax and a norm with weights.
func.func @main(%x: tensor<3x17x45xf32>, %mask: tensor<17x45xf32>, %y: tensor<37x70xf64>, %h: tensor<40x33xf16>, %w: tensor<33xf16>)
    -> (tensor<3x17x45xf32>, tensor<37x70xf64>, tensor<37xf64>, tensor<40x33xf16>) {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %mb = stablehlo.broadcast_in_dim %mask, dims = [1, 2] : (tensor<17x45xf32>) -> tensor<3x17x45xf32>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [2] : (tensor<3x17x45xf32>, tensor<f32>) -> tensor<3x17xf32>
  %mx = stablehlo.broadcast_in_dim %m, dims = [0, 1] : (tensor<3x17xf32>) -> tensor<3x17x45xf32>
  %d = stablehlo.subtract %x, %mx : tensor<3x17x45xf32>
  %e0 = stablehlo.exponential %d : tensor<3x17x45xf32>
  %e = stablehlo.multiply %e0, %mb : tensor<3x17x45xf32>
  %s = stablehlo.reduce(%e init: %z) applies stablehlo.add across dimensions = [2] : (tensor<3x17x45xf32>, tensor<f32>) -> tensor<3x17xf32>
  %sx = stablehlo.broadcast_in_dim %s, dims = [0, 1] : (tensor<3x17xf32>) -> tensor<3x17x45xf32>
  %0 = stablehlo.divide %e, %sx : tensor<3x17x45xf32>

  %lowd = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %zd = stablehlo.constant dense<0.0> : tensor<f64>
  %ym = stablehlo.reduce(%y init: %lowd) applies stablehlo.maximum across dimensions = [1] : (tensor<37x70xf64>, tensor<f64>) -> tensor<37xf64>
  %ymx = stablehlo.broadcast_in_dim %ym, dims = [0] : (tensor<37xf64>) -> tensor<37x70xf64>
  %yd = stablehlo.subtract %y, %ymx : tensor<37x70xf64>
  %ye = stablehlo.exponential %yd : tensor<37x70xf64>
  %ys = stablehlo.reduce(%ye init: %zd) applies stablehlo.add across dimensions = [1] : (tensor<37x70xf64>, tensor<f64>) -> tensor<37xf64>
  %yl = stablehlo.log %ys : tensor<37xf64>
  %ylx = stablehlo.broadcast_in_dim %yl, dims = [0] : (tensor<37xf64>) -> tensor<37x70xf64>
  %1 = stablehlo.subtract %yd, %ylx : tensor<37x70xf64>

  %zh = stablehlo.constant dense<0.0> : tensor<f16>
  %n = stablehlo.constant dense<33.0> : tensor<40xf16>
  %hs = stablehlo.reduce(%h init: %zh) applies stablehlo.add across dimensions = [1] : (tensor<40x33xf16>, tensor<f16>) -> tensor<40xf16>
  %mean = stablehlo.divide %hs, %n : tensor<40xf16>
  %meanx = stablehlo.broadcast_in_dim %mean, dims = [0] : (tensor<40xf16>) -> tensor<40x33xf16>
  %c = stablehlo.subtract %h, %meanx : tensor<40x33xf16>
  %sq = stablehlo.multiply %c, %c : tensor<40x33xf16>
  %var = stablehlo.reduce(%sq init: %zh) applies stablehlo.add across dimensions = [1] : (tensor<40x33xf16>, tensor<f16>) -> tensor<40xf16>
  %inv = stablehlo.rsqrt %var : tensor<40xf16>
  %invx = stablehlo.broadcast_in_dim %inv, dims = [0] : (tensor<40xf16>) -> tensor<40x33xf16>
  %wx = stablehlo.broadcast_in_dim %w, dims = [1] : (tensor<33xf16>) -> tensor<40x33xf16>
  %p = stablehlo.multiply %c, %invx : tensor<40x33xf16>
  %3 = stablehlo.multiply %p, %wx : tensor<40x33xf16>
  return %0, %1, %yl, %3 : tensor<3x17x45xf32>, tensor<37x70xf64>, tensor<37xf64>, tensor<40x33xf16>
}
