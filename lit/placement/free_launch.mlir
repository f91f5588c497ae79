// RUN: lathe-opt %s --affinity --partition | FileCheck %s
// A launch may cost nothing, and a device may be as fast as one likes.
// CHECK: cluster.region "vm"
module attributes {cluster.devices = [#cluster.target<"vm", {launch = 0.0, compute = 1.0e30}>, #cluster.target<"ref", {launch = 0 : i64}>]} {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.negate %x : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
