// RUN: lathe-opt %s --partition='fit cost min-size=4' --cluster-verify | FileCheck %s
// RUN: lathe-opt %s --partition='cost min-size=4' | FileCheck %s --check-prefix=FREE
// RUN: not lathe-opt %s --partition='cost min-size=4' --cluster-verify 2>&1 | FileCheck %s --check-prefix=FULL
// RUN: not lathe-opt %s --partition='fit strategy=mincut' 2>&1 | FileCheck %s --check-prefix=MOVED

// Row O10, with strategies that move operations afterwards: constants and static arguments stay within
// the memory of the devices, or there is a warning that they do not.
// CHECK: cluster.region "small"
// CHECK-COUNT-2: arith.addf
// CHECK: cluster.region "big"
// CHECK-COUNT-1: arith.addf
// FREE: cluster.region "small"
// FREE-NOT: cluster.region
// FULL: error: 'func.func' op @main needs 48 bytes of constants on device 'small', which holds 32
// MOVED: error: 'func.func' op @main needs 48 bytes of constants on device 'small', which holds 32: strategy mincut moves operations after fit has divided them
module attributes {cluster.devices = [#cluster.target<"small", {memory = 32}>, #cluster.target<"big", {compute = 1.0e6}>]} {
  func.func @main(%x: tensor<4xf32>, %s: tensor<4xf32> {cluster.static}) -> tensor<4xf32> {
    %c1 = arith.constant dense<1.0> : tensor<4xf32>
    %c2 = arith.constant dense<2.0> : tensor<4xf32>
    %0 = arith.addf %x, %c1 {cluster.device = "small", cluster.candidates = ["big", "small"]} : tensor<4xf32>
    %1 = arith.addf %0, %c2 {cluster.device = "small", cluster.candidates = ["big", "small"]} : tensor<4xf32>
    %2 = arith.addf %1, %s {cluster.device = "small", cluster.candidates = ["big", "small"]} : tensor<4xf32>
    return %2 : tensor<4xf32>
  }
}
