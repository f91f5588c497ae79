// RUN: lathe-opt %s --partition | FileCheck %s --check-prefix=PLAIN
// RUN: lathe-opt %s --partition=cost --cluster-verify | FileCheck %s
// RUN: lathe-opt %s --partition=strategy=mincut --cluster-verify | FileCheck %s
// RUN: lathe-opt %s --affinity='devices=vm,c candidates' | FileCheck %s --check-prefix=CANDIDATES

// Row X7. The addition can run on either device. On the device of its reader and its writer, it needs two transfers
// less.
// PLAIN-COUNT-3: cluster.region
// CHECK: cluster.region "c"
// CHECK: stablehlo.add {{.*}}cluster.device = "c"
// CHECK-NOT: cluster.region
// CANDIDATES: stablehlo.exponential {{.*}}{cluster.device = "c", cluster.pin}
// CANDIDATES: stablehlo.add {{.*}}cluster.device = "vm"
module attributes {cluster.devices = [#cluster.target<"vm">, #cluster.target<"c">]} {
  func.func @main(%a: tensor<64xf32>) -> tensor<64xf32> {
    %0 = stablehlo.exponential %a {cluster.device = "c"} : tensor<64xf32>
    %1 = stablehlo.add %0, %0 {cluster.device = "vm", cluster.candidates = ["vm", "c"]} : tensor<64xf32>
    %2 = stablehlo.multiply %1, %1 {cluster.device = "c"} : tensor<64xf32>
    return %2 : tensor<64xf32>
  }
}
