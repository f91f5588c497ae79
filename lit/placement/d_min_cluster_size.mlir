// RUN: lathe-opt %s --partition --split-input-file | FileCheck %s --check-prefix=PLAIN
// RUN: lathe-opt %s --partition=min-size=2 --cluster-verify --split-input-file | FileCheck %s

// Row "cost-aware merging": an island of one operation goes back to where its
// neighbors are, but not if it is pinned, and not if computing there costs more than
// moving.
// PLAIN-LABEL: @island
// PLAIN-COUNT-3: cluster.region
// CHECK-LABEL: @island
// CHECK: cluster.region "cpu"
// CHECK: stablehlo.add
// CHECK: stablehlo.exponential {{.*}}cluster.device = "cpu"
// CHECK: stablehlo.multiply
// CHECK-NOT: cluster.region
module attributes {cluster.devices = [#cluster.target<"gpu", {compute = 1.0e12}>, #cluster.target<"cpu", {compute = 1.0e10}>]} {
  func.func @island(%a: tensor<64xf32>) -> tensor<64xf32> {
    %0 = stablehlo.add %a, %a {cluster.device = "cpu"} : tensor<64xf32>
    %1 = stablehlo.exponential %0 {cluster.device = "gpu", cluster.candidates = ["gpu", "cpu"]} : tensor<64xf32>
    %2 = stablehlo.multiply %1, %1 {cluster.device = "cpu"} : tensor<64xf32>
    return %2 : tensor<64xf32>
  }
}

// -----

// CHECK-LABEL: @pinned
// CHECK-COUNT-3: cluster.region
module attributes {cluster.devices = [#cluster.target<"gpu">, #cluster.target<"cpu">]} {
  func.func @pinned(%a: tensor<64xf32>) -> tensor<64xf32> {
    %0 = stablehlo.add %a, %a {cluster.device = "cpu"} : tensor<64xf32>
    %1 = stablehlo.exponential %0 {cluster.device = "gpu", cluster.candidates = ["gpu", "cpu"], cluster.pin} : tensor<64xf32>
    %2 = stablehlo.multiply %1, %1 {cluster.device = "cpu"} : tensor<64xf32>
    return %2 : tensor<64xf32>
  }
}

// -----

// CHECK-LABEL: @worth_it
// CHECK-COUNT-3: cluster.region
module attributes {cluster.devices = [#cluster.target<"gpu", {compute = 1.0e14}>, #cluster.target<"cpu", {compute = 1.0e9}>]} {
  func.func @worth_it(%a: tensor<512x512xf32>) -> tensor<512x512xf32> {
    %0 = stablehlo.add %a, %a {cluster.device = "cpu"} : tensor<512x512xf32>
    %1 = stablehlo.dot_general %0, %0, contracting_dims = [1] x [0] {cluster.device = "gpu", cluster.candidates = ["gpu", "cpu"]} : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
    %2 = stablehlo.multiply %1, %1 {cluster.device = "cpu"} : tensor<512x512xf32>
    return %2 : tensor<512x512xf32>
  }
}
