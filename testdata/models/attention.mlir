// One head of attention, written for Lathe: softmax(q kᵀ / 8) v for 16 queries and
// 24 keys of 64 features.
module @attention {
  func.func @main(%q: tensor<16x64xf32>, %k: tensor<24x64xf32>, %v: tensor<24x64xf32>) -> tensor<16x64xf32> {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %scale = stablehlo.constant dense<0.125> : tensor<16x24xf32>
    %products = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<16x64xf32>, tensor<24x64xf32>) -> tensor<16x24xf32>
    %scores = stablehlo.multiply %products, %scale : tensor<16x24xf32>
    %most = stablehlo.reduce(%scores init: %lowest) applies stablehlo.maximum across dimensions = [1] : (tensor<16x24xf32>, tensor<f32>) -> tensor<16xf32>
    %mostb = stablehlo.broadcast_in_dim %most, dims = [0] : (tensor<16xf32>) -> tensor<16x24xf32>
    %shifted = stablehlo.subtract %scores, %mostb : tensor<16x24xf32>
    %e = stablehlo.exponential %shifted : tensor<16x24xf32>
    %total = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<16x24xf32>, tensor<f32>) -> tensor<16xf32>
    %totalb = stablehlo.broadcast_in_dim %total, dims = [0] : (tensor<16xf32>) -> tensor<16x24xf32>
    %weights = stablehlo.divide %e, %totalb : tensor<16x24xf32>
    %out = stablehlo.dot_general %weights, %v, contracting_dims = [1] x [0] : (tensor<16x24xf32>, tensor<24x64xf32>) -> tensor<16x64xf32>
    return %out : tensor<16x64xf32>
  }
}
