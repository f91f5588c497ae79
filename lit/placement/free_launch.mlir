// RUN: lathe-opt %s --affinity --partition | FileCheck %s
// A launch can have the cost 0, and the speed of a device is not limited.
// CHECK: cluster.region "vm"
module attributes {cluster.devices = [#cluster.target<"vm", {launch = 0.0, compute = 1.0e30}>, #cluster.target<"ref", {launch = 0 : i64}>]} {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.negate %x : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
