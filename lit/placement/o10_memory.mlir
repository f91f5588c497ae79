// RUN: not lathe-opt %s --partition=fit --cluster-verify --split-input-file 2>/dev/null | FileCheck %s
// RUN: not lathe-opt %s --partition='fit strategy=contract' --split-input-file 2>&1 | FileCheck %s --check-prefix=NONE

// Row O10. Constants of 16 bytes each, on devices with 32, 16 and 64 bytes: two are on the
// first device, one is on the second device, and the others are on the third device.
// CHECK-LABEL: @three
// CHECK: cluster.region "gpu.2"
// CHECK-COUNT-2: arith.addf
// CHECK: cluster.region "gpu.1"
// CHECK-COUNT-1: arith.addf
// CHECK: cluster.region "gpu.0"
// CHECK-COUNT-1: arith.addf
module attributes {cluster.devices = [
    #cluster.target<"gpu.2", {memory = 32}>, #cluster.target<"gpu.1", {memory = 16}>, #cluster.target<"gpu.0", {memory = 64}>]} {
  func.func @three(%x: tensor<4xf32>) -> tensor<4xf32> {
    %c1 = arith.constant dense<1.0> : tensor<4xf32>
    %c2 = arith.constant dense<2.0> : tensor<4xf32>
    %c3 = arith.constant dense<3.0> : tensor<4xf32>
    %c4 = arith.constant dense<4.0> : tensor<4xf32>
    %0 = arith.addf %x, %c1 {cluster.device = "gpu.2", cluster.candidates = ["gpu.2", "gpu.1", "gpu.0"]} : tensor<4xf32>
    %1 = arith.addf %0, %c2 {cluster.device = "gpu.2", cluster.candidates = ["gpu.2", "gpu.1", "gpu.0"]} : tensor<4xf32>
    %2 = arith.addf %1, %c3 {cluster.device = "gpu.2", cluster.candidates = ["gpu.2", "gpu.1", "gpu.0"]} : tensor<4xf32>
    %3 = arith.addf %2, %c4 {cluster.device = "gpu.2", cluster.candidates = ["gpu.2", "gpu.1", "gpu.0"]} : tensor<4xf32>
    return %3 : tensor<4xf32>
  }
}

// -----

// CHECK-LABEL: @two
// CHECK: cluster.region "gpu.2"
// CHECK-COUNT-2: arith.addf
// CHECK: cluster.region "gpu.0"
// CHECK-COUNT-2: arith.addf
// CHECK-NOT: cluster.region
module attributes {cluster.devices = [#cluster.target<"gpu.2", {memory = 32}>, #cluster.target<"gpu.0", {memory = 64}>]} {
  func.func @two(%x: tensor<4xf32>) -> tensor<4xf32> {
    %c1 = arith.constant dense<1.0> : tensor<4xf32>
    %c2 = arith.constant dense<2.0> : tensor<4xf32>
    %c3 = arith.constant dense<3.0> : tensor<4xf32>
    %c4 = arith.constant dense<4.0> : tensor<4xf32>
    %0 = arith.addf %x, %c1 {cluster.device = "gpu.2", cluster.candidates = ["gpu.2", "gpu.0"]} : tensor<4xf32>
    %1 = arith.addf %0, %c2 {cluster.device = "gpu.2", cluster.candidates = ["gpu.2", "gpu.0"]} : tensor<4xf32>
    %2 = arith.addf %1, %c3 {cluster.device = "gpu.2", cluster.candidates = ["gpu.2", "gpu.0"]} : tensor<4xf32>
    %3 = arith.addf %2, %c4 {cluster.device = "gpu.2", cluster.candidates = ["gpu.2", "gpu.0"]} : tensor<4xf32>
    return %3 : tensor<4xf32>
  }
}

// -----

// NONE: error: 'arith.addf' op does not fit: {{.*}} needs 16 bytes of constants, but tiny has 8 left
module attributes {cluster.devices = [#cluster.target<"tiny", {memory = 8}>]} {
  func.func @none(%x: tensor<4xf32>) -> tensor<4xf32> {
    %c = arith.constant dense<1.0> : tensor<4xf32>
    %0 = arith.addf %x, %c {cluster.device = "tiny"} : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
