// RUN: not lathe-opt %s --split-input-file --part-inline --affinity --partition=strategy=user 2>&1 | FileCheck %s

// Attributes that describe parts are checked like a file that describes parts.

module attributes {cluster.devices = [#cluster.target<"vm.0", {memory = 40}>, #cluster.target<"vm.1", {memory = 40}>]} {
  // CHECK: :[[#@LINE+1]]:{{.*}} error: 'func.func' op partition 'p1' must have a logical device id, but has none
  func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.parts = [{name = "p0", logical = array<i64: 0>}, {name = "p1", replicas = 1000}]} {
    %0 = nn.add %a, %a {cluster.part = "p0"} : tensor<4xf32>
    %1 = nn.mul %0, %0 {cluster.part = "p1"} : tensor<4xf32>
    return %1 : tensor<4xf32>
  }
}

// -----

module attributes {cluster.devices = [#cluster.target<"vm.0">, #cluster.target<"vm.1">]} {
  // CHECK: error: 'func.func' op partition 'F1' must have a logical device id, but has none
  func.func private @F0(%a: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.part = {logical = array<i64: 0>}} {
    %0 = nn.add %a, %a : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func private @F1(%a: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.part = {replicas = 1000}} {
    %0 = nn.mul %a, %a : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
    %0 = call @F0(%a) : (tensor<4xf32>) -> tensor<4xf32>
    %1 = call @F1(%0) : (tensor<4xf32>) -> tensor<4xf32>
    return %1 : tensor<4xf32>
  }
}

// -----

module attributes {cluster.devices = [#cluster.target<"vm.0">, #cluster.target<"vm.1">]} {
  // CHECK: error: 'func.func' op partition 'p0' has device 0 twice
  func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.parts = [{name = "p0", logical = array<i64: 0, 0>}, {name = "p1", logical = array<i64: 1>}]} {
    %0 = nn.add %a, %a {cluster.part = "p0"} : tensor<4xf32>
    %1 = nn.mul %0, %0 {cluster.part = "p1"} : tensor<4xf32>
    return %1 : tensor<4xf32>
  }
}

// -----

module attributes {cluster.devices = [#cluster.target<"vm.0">, #cluster.target<"vm.1">]} {
  // CHECK: error: 'func.func' op two partitions have the name 'p0'
  func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.parts = [{name = "p0"}, {name = "p0"}]} {
    %0 = nn.add %a, %a {cluster.part = "p0"} : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}

// -----

module attributes {cluster.devices = [#cluster.target<"vm.0">, #cluster.target<"vm.1">]} {
  // CHECK: error: 'func.func' op the list 'fast' has 'sun', which is not a value of @main
  func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.parts = [{name = "p0", fast = ["a", "sun"]}]} {
    %sum = nn.add %a, %a {cluster.part = "p0"} : tensor<4xf32>
    return %sum : tensor<4xf32>
  }
}

// -----

// If a part calls another part, the called part counts as an operation. A part that no operation calls is ignored.
module attributes {cluster.devices = [#cluster.target<"vm">]} {
  func.func private @A(%a: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.part = {}} {
    %0 = call @B(%a) : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  // CHECK: :[[#@LINE+1]]:{{.*}} error: 'func.func' op is a part of the program, but @B is not called in the body of a function that is not a part
  func.func private @B(%a: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.part = {}} {
    return %a : tensor<4xf32>
  }
  func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
    %0 = call @A(%a) : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}

// -----

module attributes {cluster.devices = [#cluster.target<"vm">]} {
  func.func private @A(%a: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.part = {}} {
    return %a : tensor<4xf32>
  }
  // CHECK: :[[#@LINE+1]]:{{.*}} error: 'func.func' op has the part name 'A', which @A has too
  func.func private @B(%a: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.part = {name = "A"}} {
    return %a : tensor<4xf32>
  }
  func.func @main(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    %0 = call @A(%a) : (tensor<4xf32>) -> tensor<4xf32>
    %1 = call @B(%a) : (tensor<4xf32>) -> tensor<4xf32>
    return %0, %1 : tensor<4xf32>, tensor<4xf32>
  }
}
