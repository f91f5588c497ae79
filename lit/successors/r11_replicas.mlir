// RUN: lathe-opt %s --affinity --partition='strategy=memory replicas=3' --cluster-outline=replicas --cluster-verify | FileCheck %s
// RUN: lathe-opt %s --affinity --partition='strategy=memory replicas=3' --cluster-outline=replicas --cluster-inline | FileCheck %s --check-prefix=INLINE

module attributes {cluster.devices = [#cluster.target<"vm">]} {
  // CHECK: cluster.launch @cluster_0_vm({{.*}} cluster.replicas = [@cluster_0_vm_replicated1, @cluster_0_vm_replicated2]
  // CHECK-DAG: func.func private @cluster_0_vm(
  // CHECK-DAG: func.func private @cluster_0_vm_replicated1(
  // CHECK-DAG: func.func private @cluster_0_vm_replicated2(
  // INLINE: func.func @main
  // INLINE-NOT: func.func
  func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
    %0 = nn.add %a, %a : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
