// RUN: lathe-opt %s --part-inline | FileCheck %s --check-prefix=INLINE
// RUN: lathe-opt %s --part-inline --affinity --partition=strategy=prepartitioned --cluster-outline=replicas | FileCheck %s

module attributes {cluster.devices = [#cluster.target<"vm.0">, #cluster.target<"vm.1">]} {
  // INLINE-NOT: @F0
  // INLINE: func.func @main({{.*}} attributes {cluster.parts = [{logical = array<i64: 0>, name = "F0", replicas = 2 : i64}, {fast = ["a"], logical = array<i64: 1>, name = "F1"}]}
  // INLINE: nn.add {{.*}} {cluster.part = "F0"}
  // INLINE: nn.mul {{.*}} {cluster.part = "F1"}
  // CHECK-DAG: func.func private @cluster_0_vm.{{[01]}}(
  // CHECK-DAG: func.func private @cluster_0_vm.{{[01]}}_replicated1(
  // CHECK-DAG: func.func private @cluster_1_vm.{{[01]}}(
  func.func private @F0(%a: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.part = {logical = array<i64: 0>, replicas = 2}} {
    %0 = nn.add %a, %a : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func private @F1(%a: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.part = {fast = ["a"], logical = array<i64: 1>}} {
    %0 = nn.mul %a, %a : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
    %0 = call @F0(%a) : (tensor<4xf32>) -> tensor<4xf32>
    %1 = call @F1(%0) : (tensor<4xf32>) -> tensor<4xf32>
    return %1 : tensor<4xf32>
  }
}
