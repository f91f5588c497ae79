// The pass partition also warns about attributes without effect.
// RUN: lathe-opt %s --partition --split-input-file --verify-diagnostics

module attributes {cluster.devices = [#cluster.target<"vm">, #cluster.target<"c">]} {
  func.func @parts(%x: tensor<4xf32>) -> tensor<4xf32> {
    // expected-warning@+1 {{'stablehlo.negate' op is to be in part 'p' by its attribute cluster.part, which strategy contract does not read}}
    %a = stablehlo.negate %x {cluster.part = "p", cluster.device = "vm"} : tensor<4xf32>
    return %a : tensor<4xf32>
  }
}

// -----

module attributes {cluster.devices = [#cluster.target<"vm">, #cluster.target<"c">]} {
  func.func @candidates(%x: tensor<4xf32>) -> tensor<4xf32> {
    // expected-error@+1 {{'stablehlo.negate' op lists device 'gpu' in cluster.candidates, but the devices are 'vm', 'c'}}
    %a = stablehlo.negate %x {cluster.candidates = ["vm", "gpu"], cluster.device = "vm"} : tensor<4xf32>
    return %a : tensor<4xf32>
  }
}

// -----

module attributes {cluster.devices = [#cluster.target<"vm">]} {
  // expected-warning@+1 {{'func.func' op @divided is divided already, and is not changed}}
  func.func @divided(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = cluster.region "vm" (%y = %x : tensor<4xf32>) -> tensor<4xf32> {
      %1 = stablehlo.negate %y : tensor<4xf32>
      cluster.yield %1 : tensor<4xf32>
    }
    return %0 : tensor<4xf32>
  }
}
