// RUN: not lathe-opt %s --split-input-file --affinity --partition=strategy=memory 2>&1 | FileCheck %s

module attributes {cluster.devices = [#cluster.target<"vm.0", {memory = 500}>, #cluster.target<"vm.1", {memory = 500}>]} {
  // CHECK: :[[#@LINE+2]]:{{.*}} error: 'nn.matmul' op partition part1 needs 848 bytes, but a device of backend 'vm' has 500
  func.func @main(%a: tensor<2x10xf32>, %b: tensor<10x16xf32>) -> tensor<2x16xf32> {
    %0 = nn.matmul %a, %b : (tensor<2x10xf32>, tensor<10x16xf32>) -> tensor<2x16xf32>
    return %0 : tensor<2x16xf32>
  }
}

// -----

module attributes {cluster.devices = [#cluster.target<"vm.0", {memory = 1500}>]} {
  // CHECK: error: 'nn.fc' op the partitions need 2 devices of backend 'vm', but the list has 1 (vm.0)
  func.func @main(%a: tensor<1x16xf32>) -> tensor<1x16xf32> {
    %w0 = stablehlo.constant dense<0.1> : tensor<16x16xf32>
    %b0 = stablehlo.constant dense<0.1> : tensor<16xf32>
    %w1 = stablehlo.constant dense<0.2> : tensor<16x16xf32>
    %b1 = stablehlo.constant dense<0.2> : tensor<16xf32>
    %0 = nn.fc %a, %w0, %b0 : (tensor<1x16xf32>, tensor<16x16xf32>, tensor<16xf32>) -> tensor<1x16xf32>
    %1 = nn.fc %0, %w1, %b1 : (tensor<1x16xf32>, tensor<16x16xf32>, tensor<16xf32>) -> tensor<1x16xf32>
    return %1 : tensor<1x16xf32>
  }
}
