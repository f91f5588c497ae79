// One step of gradient descent for linear regression, written for Lathe: new weights
// and bias, and the mean squared error before the step.
module @linreg_step {
  func.func @main(%x: tensor<64x3xf64>, %y: tensor<64xf64>, %w: tensor<3xf64>, %b: tensor<f64>) -> (tensor<3xf64>, tensor<f64>, tensor<f64>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f64>
    %rate = stablehlo.constant dense<0.003125> : tensor<f64>
    %share = stablehlo.constant dense<0.015625> : tensor<f64>
    %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x3xf64>, tensor<3xf64>) -> tensor<64xf64>
    %bb = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<f64>) -> tensor<64xf64>
    %guess = stablehlo.add %p, %bb : tensor<64xf64>
    %off = stablehlo.subtract %guess, %y : tensor<64xf64>
    %square = stablehlo.multiply %off, %off : tensor<64xf64>
    %sum = stablehlo.reduce(%square init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<64xf64>, tensor<f64>) -> tensor<f64>
    %loss = stablehlo.multiply %sum, %share : tensor<f64>
    %dw = stablehlo.dot_general %off, %x, contracting_dims = [0] x [0] : (tensor<64xf64>, tensor<64x3xf64>) -> tensor<3xf64>
    %db = stablehlo.reduce(%off init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<64xf64>, tensor<f64>) -> tensor<f64>
    %rates = stablehlo.broadcast_in_dim %rate, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %sw = stablehlo.multiply %dw, %rates : tensor<3xf64>
    %sb = stablehlo.multiply %db, %rate : tensor<f64>
    %w1 = stablehlo.subtract %w, %sw : tensor<3xf64>
    %b1 = stablehlo.subtract %b, %sb : tensor<f64>
    return %w1, %b1, %loss : tensor<3xf64>, tensor<f64>, tensor<f64>
  }
}
