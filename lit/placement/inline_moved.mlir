// RUN: lathe-opt %s --partition=strategy=memory --cluster-inline | FileCheck %s
// RUN: lathe-opt %s --partition --cluster-inline | FileCheck %s --check-prefix=SAME

// After inlining, the attribute of each operation names the device on which it ran. If a strategy moved an
// operation, this is the device to which the strategy moved it.

// CHECK: stablehlo.tanh %arg0 {cluster.candidates = ["vm.0", "vm.1"], cluster.device = "vm.1"}
// CHECK: stablehlo.add %{{.*}}, %cst {cluster.candidates = ["vm.0", "vm.1"], cluster.device = "vm.1"}
// CHECK-NOT: cluster.part
// SAME: stablehlo.tanh %arg0 {{.*}}cluster.device = "vm.0"}
// SAME: stablehlo.add %{{.*}}, %cst {{.*}}cluster.device = "vm.0"}
module attributes {cluster.devices = [#cluster.target<"vm.0", {memory = 600}>, #cluster.target<"vm.1", {memory = 900}>]} {
  func.func @main(%x: tensor<64xf32>) -> tensor<64xf32> {
    %c = stablehlo.constant dense<2.0> : tensor<64xf32>
    %t = stablehlo.tanh %x {cluster.candidates = ["vm.0", "vm.1"], cluster.device = "vm.0"} : tensor<64xf32>
    %a = stablehlo.add %t, %c {cluster.candidates = ["vm.0", "vm.1"], cluster.device = "vm.0"} : tensor<64xf32>
    return %a : tensor<64xf32>
  }
}
