// RUN: not lathe-opt %s --split-input-file --affinity='devices=vm' --partition=fit 2>&1 | FileCheck %s
// RUN: not lathe-opt %s --split-input-file --affinity='devices=vm' --partition=strategy=user 2>&1 | FileCheck %s --check-prefix=USER
// RUN: not lathe-opt %s --split-input-file --affinity='devices=vm' --partition=strategy=memory 2>&1 | FileCheck %s --check-prefix=MEMORY
// Errors about operations after a fusion group have the location of the operation.

module attributes {cluster.devices = [#cluster.target<"vm", {memory = 16}>]} {
  func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.add %a, %a {cluster.group = "g"} : tensor<4xf32>
    %1 = stablehlo.negate %0 {cluster.group = "g"} : tensor<4xf32>
    %2 = stablehlo.abs %1 : tensor<4xf32>
    %c = stablehlo.constant dense<"0x00000000111111112222222233333333444444445555555566666666777777778888888899999999AAAAAAAABBBBBBBB"> : tensor<12xf32>
    %3 = stablehlo.slice %c [0:4] : (tensor<12xf32>) -> tensor<4xf32>
    %4 = stablehlo.multiply %2, %3 : tensor<4xf32>
    // CHECK: error: 'stablehlo.slice' op
    return %4 : tensor<4xf32>
  }
}

// -----

module attributes {cluster.devices = [#cluster.target<"vm">]} {
  func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.parts = [{name = "p0", logical = array<i64: 0>}, {name = "p1", logical = array<i64: 0>}]} {
    %0 = nn.add %a, %a {cluster.group = "g", cluster.part = "p0"} : tensor<4xf32>
    // USER: error: 'nn.mul' op is in another partition than %0, but both are in one fusion group
    %1 = nn.mul %0, %0 {cluster.group = "g", cluster.part = "p1"} : tensor<4xf32>
    return %1 : tensor<4xf32>
  }
}

// -----

module attributes {cluster.devices = [#cluster.target<"vm", {memory = 32}>]} {
  func.func @main(%a: tensor<4xf32>) -> tensor<12xf32> {
    %0 = stablehlo.add %a, %a {cluster.group = "g"} : tensor<4xf32>
    %1 = stablehlo.negate %0 {cluster.group = "g"} : tensor<4xf32>
    %2 = stablehlo.abs %1 : tensor<4xf32>
    // MEMORY: error: 'stablehlo.concatenate' op
    %3 = stablehlo.concatenate %2, %2, %2, dim = 0 : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<12xf32>
    return %3 : tensor<12xf32>
  }
}
