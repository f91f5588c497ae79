// A device refuses an operation if a region of the operation reads a constant that the device
// refuses.
// RUN: lathe-opt %s --affinity --verify-diagnostics

module attributes {cluster.devices = [#cluster.target<"vm", {deny = ["stablehlo.constant"]}>]} {
  func.func @main(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
    %c = stablehlo.constant dense<1.0> : tensor<4xf32>
    // expected-error@+2 {{'stablehlo.if' op is supported by no device}}
    // expected-note@+1 {{device 'vm' refuses it: a region reads a constant that it refuses: the device's deny list contains 'stablehlo.constant'}}
    %r = "stablehlo.if"(%p) ({
      stablehlo.return %c : tensor<4xf32>
    }, {
      stablehlo.return %x : tensor<4xf32>
    }) : (tensor<i1>) -> tensor<4xf32>
    return %r : tensor<4xf32>
  }
}
