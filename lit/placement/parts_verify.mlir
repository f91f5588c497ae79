// RUN: lathe-opt %s --cluster-verify=hand-made --split-input-file --verify-diagnostics
// Checks of all parts together: equal device numbers mean the same device, and different numbers mean different
// devices. Devices must have enough memory for their parts.

func.func @numbers(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-note@+1 {{the other cluster}}
  %0 = cluster.region "A" (%y = %x : tensor<4xf32>) -> tensor<4xf32> attributes {cluster.part = {name = "p", logical = array<i64: 1>}} {
    %2 = stablehlo.tanh %y : tensor<4xf32>
    cluster.yield %2 : tensor<4xf32>
  }
  // expected-error@+1 {{'cluster.region' op device number 1 is 'B' for partition 'q', but 'A' for partition 'p'}}
  %1 = cluster.region "B" (%y = %0 : tensor<4xf32>) -> tensor<4xf32> attributes {cluster.part = {name = "q", logical = array<i64: 1>}} {
    %2 = stablehlo.tanh %y : tensor<4xf32>
    cluster.yield %2 : tensor<4xf32>
  }
  return %1 : tensor<4xf32>
}

// -----

func.func @launched(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-note@+1 {{the other cluster}}
  %0 = cluster.launch @p(%x) on "A" {cluster.part = {devices = ["A", "B"], name = "p", logical = array<i64: 0, 1>}} : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error@+1 {{'cluster.launch' op device 'B' is number 2 for partition 'q', but number 1 for partition 'p'}}
  %1 = cluster.launch @q(%0) on "B" {cluster.part = {name = "q", logical = array<i64: 2>}} : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func private @p(%x: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.device = "A"} {
  %0 = stablehlo.tanh %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @q(%x: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.device = "B"} {
  %0 = stablehlo.tanh %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// As with strategy profiling: all parts are on one device, independent of the numbers.
func.func @one(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = cluster.region "A" (%y = %x : tensor<4xf32>) -> tensor<4xf32> attributes {cluster.part = {name = "p", logical = array<i64: 0>}} {
    %2 = stablehlo.tanh %y : tensor<4xf32>
    cluster.yield %2 : tensor<4xf32>
  }
  %1 = cluster.region "A" (%y = %0 : tensor<4xf32>) -> tensor<4xf32> attributes {cluster.part = {name = "q", logical = array<i64: 1>}} {
    %2 = stablehlo.tanh %y : tensor<4xf32>
    cluster.yield %2 : tensor<4xf32>
  }
  return %1 : tensor<4xf32>
}

// -----

module attributes {cluster.devices = [#cluster.target<"A", {memory = 192 : i64}>, #cluster.target<"B", {memory = 191 : i64}>]} {
  // expected-error@+1 {{'func.func' op @room needs 192 bytes for its partitions on device 'B', which holds 191}}
  func.func @room(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = cluster.region "A" (%y = %x : tensor<4xf32>) -> tensor<4xf32> attributes {cluster.part = {devices = ["A", "B"], memory = {constants = 0 : i64, contexts = 3 : i64, deferred = 0 : i64, in = 16 : i64, inputs = 1 : i64, out = 16 : i64, peak = 16 : i64, peers = 0 : i64}, name = "p", logical = array<i64: 0, 1>, replicas = 2 : i64}} {
      %2 = stablehlo.tanh %y : tensor<4xf32>
      cluster.yield %2 : tensor<4xf32>
    }
    return %0 : tensor<4xf32>
  }
}

// -----

// The attribute cluster.part of a launch is checked like that of a region.
module attributes {cluster.devices = [#cluster.target<"A">, #cluster.target<"B">]} {
  func.func @launched(%x: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.ops = 2 : i64} {
    // expected-error@+1 {{'cluster.launch' op runs on device 'A', which is not among the devices in its attribute cluster.part}}
    %0 = cluster.launch @p(%x) on "A" {cluster.part = {devices = ["B"], name = "p"}} : (tensor<4xf32>) -> tensor<4xf32>
    // expected-error@+1 {{'cluster.launch' op needs 32 bytes}}
    %1 = cluster.launch @q(%0) on "B" {cluster.part = {memory = {in = 4 : i64}, name = "q"}} : (tensor<4xf32>) -> tensor<4xf32>
    return %1 : tensor<4xf32>
  }
  func.func private @p(%x: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.device = "A"} {
    %0 = nn.add %x, %x : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func private @q(%x: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.device = "B"} {
    %0 = nn.add %x, %x : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
