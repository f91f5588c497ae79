// Everything runs on one device. If listed devices refuse operations or have little memory, this is a device that is
// not listed. It is among the candidates of the operations that it runs.
// RUN: lathe-opt %s --split-input-file --affinity=candidates --partition=strategy=profiling --cluster-verify | FileCheck %s
// RUN: lathe-opt %s --split-input-file --affinity=candidates --partition=strategy=profiling --cluster-inline --affinity=candidates --partition --cluster-verify | FileCheck %s --check-prefix=AGAIN
// RUN: not lathe-opt %s --split-input-file --affinity --partition='strategy=profiling profile-on=A' 2>&1 | FileCheck %s --check-prefix=BACKEND

// CHECK: cluster.devices = [#cluster.target<"ref", {deny = ["nn.mul"]}>, #cluster.target<"vm", {deny = ["nn.sub"]}>, #cluster.target<"ref.0">]
// CHECK: cluster.region "ref.0"
// CHECK: nn.sub {{.*}}cluster.candidates = ["ref", "ref.0"]
// CHECK: cluster.region "ref.0"
// CHECK: nn.mul {{.*}}cluster.candidates = ["vm", "ref.0"]
// AGAIN: cluster.region "ref.0"
// BACKEND: error: unknown backend 'A'; have c, jit, ref, vm
module attributes {cluster.devices = [#cluster.target<"ref", {deny = ["nn.mul"]}>, #cluster.target<"vm", {deny = ["nn.sub"]}>]} {
  func.func @main(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    %0 = nn.sub %a, %a : tensor<4xf32>
    %1 = nn.mul %a, %a : tensor<4xf32>
    return %0, %1 : tensor<4xf32>, tensor<4xf32>
  }
}

// -----

// CHECK: cluster.devices = [#cluster.target<"A", {backend = "ref"}>, #cluster.target<"ref">]
// CHECK: cluster.region "ref"
// BACKEND: error: unknown backend 'A' of device 'A.0'
module attributes {cluster.devices = [#cluster.target<"A", {backend = "ref"}>]} {
  func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
    %0 = nn.sub %a, %a : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
