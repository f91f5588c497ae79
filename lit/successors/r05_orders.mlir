// RUN: lathe-opt %s --affinity --partition=strategy=memory | FileCheck %s

// If the program is cut for the devices in the given order, from the largest to the smallest, or from the smallest to
// the largest, it does not fit. It fits only in the order middle, largest, smallest.
module attributes {cluster.devices = [#cluster.target<"vm.0", {memory = 328}>, #cluster.target<"vm.1", {memory = 214}>, #cluster.target<"vm.2", {memory = 362}>]} {
  // CHECK: cluster.region "vm.1"
  // CHECK: cluster.region "vm.2"
  // CHECK: cluster.region "vm.0"
  func.func @main(%x: tensor<1x2xf32>, %w0: tensor<2x8xf32> {cluster.static}, %w1: tensor<8x2xf32> {cluster.static}, %w2: tensor<2x8xf32> {cluster.static}, %w3: tensor<8x8xf32> {cluster.static}, %w4: tensor<8x8xf32> {cluster.static}) -> tensor<1x8xf32> {
    %0 = nn.matmul %x, %w0 : (tensor<1x2xf32>, tensor<2x8xf32>) -> tensor<1x8xf32>
    %1 = nn.matmul %0, %w1 : (tensor<1x8xf32>, tensor<8x2xf32>) -> tensor<1x2xf32>
    %2 = nn.matmul %1, %w2 : (tensor<1x2xf32>, tensor<2x8xf32>) -> tensor<1x8xf32>
    %3 = nn.matmul %2, %w3 : (tensor<1x8xf32>, tensor<8x8xf32>) -> tensor<1x8xf32>
    %4 = nn.matmul %3, %w4 : (tensor<1x8xf32>, tensor<8x8xf32>) -> tensor<1x8xf32>
    return %4 : tensor<1x8xf32>
  }
}
