// RUN: not lathe-opt %s --split-input-file --affinity=candidates --partition=strategy=user 2>&1 | FileCheck %s
// RUN: lathe-opt %s --split-input-file --cluster-dag -o %t 2>&1 | FileCheck %s --check-prefix=DAG
// RUN: not lathe-opt %s --split-input-file --affinity --partition='strategy=memory replicas=2' --cluster-outline --cluster-precision 2>&1 | FileCheck %s --check-prefix=OUTLINED
// RUN: not lathe-opt %s --split-input-file --affinity --partition='strategy=memory saturate-devices=1' 2>&1 | FileCheck %s --check-prefix=SATURATE

// DAG: warning: 'builtin.module' op is not divided, so there are no clusters to print
// OUTLINED: error: 'cluster.launch' op is an outlined cluster, whose function cannot be converted: run cluster-precision before cluster-outline
// SATURATE: saturate-devices is 1, but one copy of the partitions needs 2 devices
module attributes {cluster.devices = [#cluster.target<"vm", {deny = ["nn.add"]}>, #cluster.target<"c", {backend = "vm", deny = ["nn.sub"]}>]} {
  // CHECK: error: 'nn.sub' op partition p is for backend 'vm', but c does not accept {{.*}}: the device's deny list contains 'nn.sub'; vm accepts it, but not all operations of the partition
  func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.parts = [{name = "p", backend = "vm"}]} {
    %0 = nn.add %a, %a {cluster.part = "p"} : tensor<4xf32>
    %1 = nn.sub %0, %a {cluster.part = "p"} : tensor<4xf32>
    return %1 : tensor<4xf32>
  }
}

// -----

// An operation in no fusion group is named, although the function has a fusion group.
module attributes {cluster.devices = [#cluster.target<"vm">, #cluster.target<"ref", {allow = ["nn.add"]}>]} {
  // CHECK: error: 'nn.sub' op partition p is for backend 'ref', but ref does not accept {{.*}}: the device's allow list does not contain 'nn.sub'
  func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.parts = [{name = "p", backend = "ref"}, {name = "q", backend = "vm"}]} {
    %0 = nn.add %a, %a {cluster.group = "g"} : tensor<4xf32>
    %1 = nn.add %0, %a {cluster.group = "g"} : tensor<4xf32>
    %2 = nn.sub %1, %a {cluster.part = "p"} : tensor<4xf32>
    return %2 : tensor<4xf32>
  }
}
