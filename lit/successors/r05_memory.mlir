// RUN: lathe-opt %s --affinity --partition=strategy=memory | FileCheck %s
// RUN: lathe-opt %s --affinity --partition=strategy=memory | lathe-opt | FileCheck %s
// RUN: lathe-opt %s --affinity --partition=strategy=memory --cluster-dag -o /dev/null 2>&1 | FileCheck %s --check-prefix=LOG
// RUN: lathe-opt %s --affinity --partition=strategy=memory --cluster-dag=dot -o /dev/null 2>&1 | FileCheck %s --check-prefix=DOT
// RUN: lathe-opt %s --affinity --partition='strategy=memory contexts=2' --cluster-dag -o /dev/null 2>&1 | FileCheck %s --check-prefix=CONTEXTS

// Two layers with constants of 1088 bytes each. With its inputs and outputs, each layer needs 1216 bytes, and
// a device has memory for one layer.

module attributes {cluster.devices = [#cluster.target<"vm.0", {memory = 1500}>, #cluster.target<"vm.1", {memory = 1500}>]} {
  // CHECK: cluster.region "vm.0" {{.*}} attributes {cluster.part = {backend = "vm", devices = ["vm.0"], instances = 1 : i64, logical = array<i64: 0>
  // CHECK-SAME: constants = 1088 : i64, contexts = 1 : i64, deferred = 0 : i64, in = 64 : i64, inputs = 1 : i64, out = 64 : i64, peak = 64 : i64, peers = 0 : i64}, name = "main_part1", replicas = 1 : i64}}
  // CHECK: nn.fc
  // CHECK: cluster.region "vm.1" {{.*}} logical = array<i64: 1>{{.*}} peers = 1 : i64}, name = "main_part2"
  // CHECK: nn.fc
  // LOG: @main: number of partitions: 2
  // LOG-NEXT: partition 0:
  // LOG-NEXT: name: main_part1
  // LOG-NEXT: backend: vm
  // LOG-NEXT: context count: 1
  // LOG-NEXT: total memory: 1216
  // LOG-NEXT: input size: 64
  // LOG-NEXT: input count: 1
  // LOG-NEXT: input from peers count: 0
  // LOG-NEXT: output size: 64
  // LOG-NEXT: constant size: 1088
  // LOG-NEXT: non-deferred constant size: 1088
  // LOG-NEXT: deferred constant size: 0
  // LOG-NEXT: peak of values inside: 64
  // LOG-NEXT: logical devices: 0
  // LOG-NEXT: devices: vm.0
  // LOG-NEXT: partition 1:
  // LOG: input from peers count: 1
  // CONTEXTS: context count: 2
  // CONTEXTS-NEXT: total memory: 1344
  // DOT: digraph "main" {
  // DOT: c0 [label="{main_part1|backend: vm|1216 bytes}"
  // DOT: c1 [label="{main_part2|backend: vm|1216 bytes}"
  // DOT: c0 -> c1
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
