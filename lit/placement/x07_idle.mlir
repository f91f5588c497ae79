// RUN: lathe-opt %s --affinity=candidates --partition=cost --cluster-verify --split-input-file | FileCheck %s

// Row X7. First all operations are on the first device. Operations that are cheaper on another device move
// to a device that runs nothing yet.
// CHECK-LABEL: @all
// CHECK: cluster.region "quick"
// CHECK-NOT: cluster.region
module attributes {cluster.devices = [#cluster.target<"slow", {backend = "vm", compute = 1.0e9}>, #cluster.target<"quick", {backend = "vm", compute = 1.0e10}>]} {
  func.func @all(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
    %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    return %0 : tensor<64x64xf32>
  }
}

// -----

// They also move if not all operations may move.
// CHECK-LABEL: @some
// CHECK: cluster.region "slow"
// CHECK-NEXT: stablehlo.tanh
// CHECK: cluster.region "quick"
// CHECK-NEXT: stablehlo.dot_general
// CHECK-NOT: cluster.region
module attributes {cluster.devices = [#cluster.target<"slow", {backend = "vm", compute = 1.0e9}>, #cluster.target<"quick", {backend = "vm", compute = 1.0e10, deny = ["stablehlo.tanh"]}>]} {
  func.func @some(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
    %0 = stablehlo.tanh %x : tensor<64x64xf32>
    %1 = stablehlo.dot_general %0, %0, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    return %1 : tensor<64x64xf32>
  }
}

// -----

// They do not move if they cost more on the other device together with the launch.
// CHECK-LABEL: @none
// CHECK: cluster.region "slow"
// CHECK-NOT: cluster.region
module attributes {cluster.devices = [#cluster.target<"slow", {backend = "vm", compute = 1.0e9}>, #cluster.target<"quick", {backend = "vm", compute = 1.0e10, launch = 1.0e-3}>]} {
  func.func @none(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
    %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    return %0 : tensor<64x64xf32>
  }
}
