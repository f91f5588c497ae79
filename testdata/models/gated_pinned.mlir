// A gated layer divided by hand, written for Lathe: r = (h * logistic(s)) w1 + x, where
// s = x w0 / 8 and h = relu(s). The module lists two devices, and the gate's operations
// are pinned to the second, so that `lathe plan` shows three clusters and two copies.
// Operations without a pin go to the first device that takes them.
module @gated_pinned attributes {cluster.devices = [#cluster.target<"vm.0">, #cluster.target<"vm.1">]} {
  func.func @main(%x: tensor<32x64xf32>, %w0: tensor<64x128xf32>, %w1: tensor<128x64xf32>) -> tensor<32x64xf32> {
    %zeros = stablehlo.constant dense<0.0> : tensor<32x128xf32>
    %eighths = stablehlo.constant dense<0.125> : tensor<32x128xf32>
    %p = stablehlo.dot_general %x, %w0, contracting_dims = [1] x [0] : (tensor<32x64xf32>, tensor<64x128xf32>) -> tensor<32x128xf32>
    %s = stablehlo.multiply %p, %eighths : tensor<32x128xf32>

    // The gate, on the second device.
    %h = stablehlo.maximum %s, %zeros {cluster.device = "vm.1"} : tensor<32x128xf32>
    %open = stablehlo.logistic %s {cluster.device = "vm.1"} : tensor<32x128xf32>
    %gate = stablehlo.multiply %h, %open {cluster.device = "vm.1"} : tensor<32x128xf32>

    %out = stablehlo.dot_general %gate, %w1, contracting_dims = [1] x [0] : (tensor<32x128xf32>, tensor<128x64xf32>) -> tensor<32x64xf32>
    %r = stablehlo.add %out, %x : tensor<32x64xf32>
    return %r : tensor<32x64xf32>
  }
}
