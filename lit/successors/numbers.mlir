// RUN: lathe-opt %s --split-input-file --affinity=candidates --partition=strategy=user --verify-diagnostics | FileCheck %s

// Devices differ: each logical device gets a device that accepts its inputs and has enough memory.
// CHECK-LABEL: @main
// CHECK: cluster.region "vm.1"
// CHECK: name = "main_p0"
// CHECK: cluster.region "vm.0"
// CHECK: name = "main_p1"
module attributes {cluster.devices = [#cluster.target<"vm.0", {peers = 3}>, #cluster.target<"vm.1", {memory = 40, peers = 1}>]} {
  func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.parts = [{name = "p0", logical = array<i64: 0>}, {name = "p1", logical = array<i64: 1>}]} {
    %0 = nn.add %a, %a {cluster.part = "p0"} : tensor<4xf32>
    %1 = nn.mul %a, %0 {cluster.part = "p1"} : tensor<4xf32>
    return %1 : tensor<4xf32>
  }
}

// -----

// Both logical devices would fit on vm.0 together, but must be different devices.
module attributes {cluster.devices = [#cluster.target<"vm.0", {memory = 1000}>, #cluster.target<"vm.1", {memory = 20}>]} {
  func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.parts = [{name = "p0", logical = array<i64: 0, 1>}]} {
    // expected-error@+1 {{logical device 1 (p0) needs 32 bytes, but vm.1, which has the most memory left of the devices that no other logical device uses, has only 20 bytes left}}
    %0 = nn.add %a, %a {cluster.part = "p0"} : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}

// -----

module attributes {cluster.devices = [#cluster.target<"vm.0", {peers = 1}>, #cluster.target<"vm.1", {memory = 20}>]} {
  func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.parts = [{name = "p0", logical = array<i64: 0>}, {name = "p1", logical = array<i64: 0>}]} {
    %0 = nn.add %a, %a {cluster.part = "p0"} : tensor<4xf32>
    %1 = nn.add %b, %b {cluster.part = "p0"} : tensor<4xf32>
    // expected-error@-2 {{logical device 0 (p0, p1) reads 2 values from other partitions, but no remaining device accepts so many values and has room for its 112 bytes; the remaining devices are vm.0, vm.1}}
    %2 = nn.mul %0, %1 {cluster.part = "p1"} : tensor<4xf32>
    return %2 : tensor<4xf32>
  }
}

// -----

// Parts with the same number must be on the same device.
module attributes {cluster.devices = [#cluster.target<"vm">, #cluster.target<"ref">]} {
  func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.parts = [{name = "p0", backend = "vm", logical = array<i64: 0>}, {name = "p1", backend = "ref", logical = array<i64: 0>}]} {
    %0 = nn.add %a, %a {cluster.part = "p0"} : tensor<4xf32>
    // expected-error@+1 {{partitions p0 and p1 share logical device 0, but no device accepts both: p0 is for backend 'vm' (vm), p1 for 'ref' (ref)}}
    %1 = nn.mul %0, %0 {cluster.part = "p1"} : tensor<4xf32>
    return %1 : tensor<4xf32>
  }
}

// -----

// vm.1 accepts p0 and p2, but not p1.
module attributes {cluster.devices = [#cluster.target<"vm.0", {allow = ["nn.add", "nn.mul"]}>, #cluster.target<"vm.1", {allow = ["nn.add", "nn.sub"]}>]} {
  func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.parts = [{name = "p0", logical = array<i64: 0>}, {name = "p1", logical = array<i64: 0>}, {name = "p2", logical = array<i64: 0>}]} {
    %0 = nn.add %a, %a {cluster.part = "p0"} : tensor<4xf32>
    %1 = nn.mul %0, %a {cluster.part = "p1"} : tensor<4xf32>
    // expected-error@+1 {{partitions p1 and p2 share logical device 0, but no device accepts both: p1 is for backend 'vm' (vm.0), p2 for 'vm' (vm.1)}}
    %2 = nn.sub %1, %a {cluster.part = "p2"} : tensor<4xf32>
    return %2 : tensor<4xf32>
  }
}

// -----

// Any two of the partitions can share a device, but not all three.
module attributes {cluster.devices = [#cluster.target<"vm.0", {allow = ["nn.add", "nn.mul"]}>, #cluster.target<"vm.1", {allow = ["nn.mul", "nn.sub"]}>, #cluster.target<"vm.2", {allow = ["nn.sub", "nn.add"]}>]} {
  func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.parts = [{name = "p0", logical = array<i64: 0>}, {name = "p1", logical = array<i64: 0>}, {name = "p2", logical = array<i64: 0>}]} {
    %0 = nn.add %a, %a {cluster.part = "p0"} : tensor<4xf32>
    %1 = nn.mul %0, %a {cluster.part = "p1"} : tensor<4xf32>
    // expected-error@+1 {{no device accepts all partitions of logical device 0: those before p2 need one of vm.0, and p2 needs one of vm.1, vm.2}}
    %2 = nn.sub %1, %a {cluster.part = "p2"} : tensor<4xf32>
    return %2 : tensor<4xf32>
  }
}

// -----

// Only one of two devices accepts both partitions.
module attributes {cluster.devices = [#cluster.target<"vm.0">, #cluster.target<"vm.1", {deny = ["nn.add"]}>]} {
  func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.parts = [{name = "p0", logical = array<i64: 0>}, {name = "p1", logical = array<i64: 1>}]} {
    // expected-error@+1 {{the partitions need 2 devices of backend 'vm' that can run their operations, but the list has 1 (vm.0)}}
    %0 = nn.add %a, %a {cluster.part = "p0"} : tensor<4xf32>
    %1 = nn.add %0, %a {cluster.part = "p1"} : tensor<4xf32>
    return %1 : tensor<4xf32>
  }
}
