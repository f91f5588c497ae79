// Strategies that choose among the devices of a backend do not place an operation on a device that a rule,
// its list of candidates, or the device's lists exclude. Here the excluded device has the most memory, so the
// strategy would prefer it.
// RUN: split-file %s %t
// RUN: lathe-opt %t/rule.mlir --affinity='candidates rules={keep op stablehlo.negate from ref.0}' --partition=strategy=memory | FileCheck %s
// RUN: lathe-opt %t/rule.mlir --affinity='rules={keep op stablehlo.negate from ref.0}' --partition=strategy=memory | FileCheck %s
// RUN: lathe-opt %t/rule.mlir --affinity='rules={pin op stablehlo.negate to ref.1}' --partition=strategy=memory | FileCheck %s
// RUN: lathe plan %t/rule.mlir --rules='keep op stablehlo.negate from ref.0' --strategy=memory | FileCheck %s --check-prefix=PLAN
// RUN: lathe-opt %t/region.mlir --affinity --partition=strategy=memory | FileCheck %s
// RUN: lathe-opt %t/call.mlir --affinity --partition=strategy=memory | FileCheck %s
// CHECK: cluster.region "ref.1"
// PLAN: main_part1 {{.*}} ref.1

//--- rule.mlir
module attributes {cluster.devices = [#cluster.target<"ref.0", {memory = 1000}>, #cluster.target<"ref.1", {memory = 100}>]} {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %r = stablehlo.negate %x : tensor<4xf32>
    return %r : tensor<4xf32>
  }
}

//--- region.mlir
module attributes {cluster.devices = [#cluster.target<"ref.0", {memory = 1000, deny = ["stablehlo.negate"]}>, #cluster.target<"ref.1", {memory = 100}>]} {
  func.func @main(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
    %r = "stablehlo.if"(%p) ({
      %a = stablehlo.negate %x : tensor<4xf32>
      stablehlo.return %a : tensor<4xf32>
    }, {
      stablehlo.return %x : tensor<4xf32>
    }) : (tensor<i1>) -> tensor<4xf32>
    return %r : tensor<4xf32>
  }
}

//--- call.mlir
module attributes {cluster.devices = [#cluster.target<"ref.0", {memory = 1000, deny = ["stablehlo.negate"]}>, #cluster.target<"ref.1", {memory = 100}>]} {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %r = func.call @f(%x) : (tensor<4xf32>) -> tensor<4xf32>
    return %r : tensor<4xf32>
  }
  func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
    %r = stablehlo.negate %x : tensor<4xf32>
    return %r : tensor<4xf32>
  }
}
