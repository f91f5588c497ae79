// Forward pass of a small multilayer perceptron, written for Lathe: 32 inputs of 64
// features go through four dense layers (relu, a gated
// unit, relu) to the probabilities of 10 classes. Weights are arguments; without
// --input, `lathe run` makes all arguments from --seed, uniform in [-1, 1), which is
// why each product is divided by 8 before it goes on.
module @mlp_forward {
  func.func @main(%x: tensor<32x64xf32>,
                  %w0: tensor<64x128xf32>, %b0: tensor<128xf32>,
                  %w1: tensor<128x128xf32>, %b1: tensor<128xf32>,
                  %w2: tensor<128x64xf32>, %b2: tensor<64xf32>,
                  %w3: tensor<64x10xf32>, %b3: tensor<10xf32>) -> tensor<32x10xf32> {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %eighth = stablehlo.constant dense<0.125> : tensor<f32>
    %eighths128 = stablehlo.broadcast_in_dim %eighth, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %eighths64 = stablehlo.broadcast_in_dim %eighth, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %eighths10 = stablehlo.broadcast_in_dim %eighth, dims = [] : (tensor<f32>) -> tensor<32x10xf32>
    %zeros128 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %zeros64 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<32x64xf32>

    // Layer 0: relu(x w0 + b0).
    %p0 = stablehlo.dot_general %x, %w0, contracting_dims = [1] x [0] : (tensor<32x64xf32>, tensor<64x128xf32>) -> tensor<32x128xf32>
    %q0 = stablehlo.multiply %p0, %eighths128 : tensor<32x128xf32>
    %c0 = stablehlo.broadcast_in_dim %b0, dims = [1] : (tensor<128xf32>) -> tensor<32x128xf32>
    %s0 = stablehlo.add %q0, %c0 : tensor<32x128xf32>
    %h0 = stablehlo.maximum %s0, %zeros128 : tensor<32x128xf32>

    // Layer 1: z times its logistic, z = h0 w1 + b1.
    %p1 = stablehlo.dot_general %h0, %w1, contracting_dims = [1] x [0] : (tensor<32x128xf32>, tensor<128x128xf32>) -> tensor<32x128xf32>
    %q1 = stablehlo.multiply %p1, %eighths128 : tensor<32x128xf32>
    %c1 = stablehlo.broadcast_in_dim %b1, dims = [1] : (tensor<128xf32>) -> tensor<32x128xf32>
    %s1 = stablehlo.add %q1, %c1 : tensor<32x128xf32>
    %g1 = stablehlo.logistic %s1 : tensor<32x128xf32>
    %h1 = stablehlo.multiply %s1, %g1 : tensor<32x128xf32>

    // Layer 2: relu(h1 w2 + b2).
    %p2 = stablehlo.dot_general %h1, %w2, contracting_dims = [1] x [0] : (tensor<32x128xf32>, tensor<128x64xf32>) -> tensor<32x64xf32>
    %q2 = stablehlo.multiply %p2, %eighths64 : tensor<32x64xf32>
    %c2 = stablehlo.broadcast_in_dim %b2, dims = [1] : (tensor<64xf32>) -> tensor<32x64xf32>
    %s2 = stablehlo.add %q2, %c2 : tensor<32x64xf32>
    %h2 = stablehlo.maximum %s2, %zeros64 : tensor<32x64xf32>

    // Layer 3: softmax(h2 w3 + b3).
    %p3 = stablehlo.dot_general %h2, %w3, contracting_dims = [1] x [0] : (tensor<32x64xf32>, tensor<64x10xf32>) -> tensor<32x10xf32>
    %q3 = stablehlo.multiply %p3, %eighths10 : tensor<32x10xf32>
    %c3 = stablehlo.broadcast_in_dim %b3, dims = [1] : (tensor<10xf32>) -> tensor<32x10xf32>
    %s3 = stablehlo.add %q3, %c3 : tensor<32x10xf32>
    %most = stablehlo.reduce(%s3 init: %lowest) applies stablehlo.maximum across dimensions = [1] : (tensor<32x10xf32>, tensor<f32>) -> tensor<32xf32>
    %mostb = stablehlo.broadcast_in_dim %most, dims = [0] : (tensor<32xf32>) -> tensor<32x10xf32>
    %shifted = stablehlo.subtract %s3, %mostb : tensor<32x10xf32>
    %e = stablehlo.exponential %shifted : tensor<32x10xf32>
    %total = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<32x10xf32>, tensor<f32>) -> tensor<32xf32>
    %totalb = stablehlo.broadcast_in_dim %total, dims = [0] : (tensor<32xf32>) -> tensor<32x10xf32>
    %probabilities = stablehlo.divide %e, %totalb : tensor<32x10xf32>
    return %probabilities : tensor<32x10xf32>
  }
}
