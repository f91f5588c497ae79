// RUN: lathe-opt %s --partition --split-input-file | FileCheck %s --check-prefix=PLAIN
// RUN: lathe-opt %s --partition=cost --cluster-verify --split-input-file | FileCheck %s

// Row X7. Neither of the two middle operations alone is cheaper on cpu, because its operand or result must be
// copied in any case. Both operations together are cheaper on cpu, including their launch.
// PLAIN-LABEL: @together
// PLAIN-COUNT-3: cluster.region
// CHECK-LABEL: @together
// CHECK: cluster.region "cpu"
// CHECK-NEXT: stablehlo.add
// CHECK-NEXT: stablehlo.exponential {{.*}}cluster.device = "cpu"
// CHECK-NEXT: stablehlo.abs {{.*}}cluster.device = "cpu"
// CHECK-NEXT: stablehlo.multiply
// CHECK-NEXT: stablehlo.negate
// CHECK-NOT: cluster.region
module attributes {cluster.devices = [#cluster.target<"gpu", {compute = 1.0e12}>, #cluster.target<"cpu", {compute = 1.0e10}>]} {
  func.func @together(%a: tensor<64xf32>) -> tensor<64xf32> {
    %0 = stablehlo.add %a, %a {cluster.device = "cpu", cluster.pin} : tensor<64xf32>
    %1 = stablehlo.exponential %0 {cluster.device = "gpu", cluster.candidates = ["gpu", "cpu"]} : tensor<64xf32>
    %2 = stablehlo.abs %1 {cluster.device = "gpu", cluster.candidates = ["gpu", "cpu"]} : tensor<64xf32>
    %3 = stablehlo.multiply %2, %2 {cluster.device = "cpu", cluster.pin} : tensor<64xf32>
    %4 = stablehlo.negate %3 {cluster.device = "cpu", cluster.pin} : tensor<64xf32>
    return %4 : tensor<64xf32>
  }
}

// -----

// One of the two operations must not move, so neither moves.
// CHECK-LABEL: @held
// CHECK: cluster.region "cpu"
// CHECK: cluster.region "gpu"
// CHECK-NEXT: stablehlo.exponential
// CHECK-NEXT: stablehlo.abs
// CHECK: cluster.region "cpu"
module attributes {cluster.devices = [#cluster.target<"gpu", {compute = 1.0e12}>, #cluster.target<"cpu", {compute = 1.0e10}>]} {
  func.func @held(%a: tensor<64xf32>) -> tensor<64xf32> {
    %0 = stablehlo.add %a, %a {cluster.device = "cpu"} : tensor<64xf32>
    %1 = stablehlo.exponential %0 {cluster.device = "gpu", cluster.candidates = ["gpu", "cpu"]} : tensor<64xf32>
    %2 = stablehlo.abs %1 {cluster.device = "gpu", cluster.candidates = ["gpu", "cpu"], cluster.pin} : tensor<64xf32>
    %3 = stablehlo.multiply %2, %2 {cluster.device = "cpu"} : tensor<64xf32>
    return %3 : tensor<64xf32>
  }
}
