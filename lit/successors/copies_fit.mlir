// RUN: lathe-opt %s --affinity --partition='strategy=memory saturate-host' | FileCheck %s
// RUN: not lathe-opt %s --affinity --partition='strategy=memory saturate-devices=3' 2>&1 | FileCheck %s --check-prefix=THREE
// Each copy needs a separate device. A device that is too small gets no copy. This is an error if
// the number of copies is given.
// CHECK: devices = ["vm.0", "vm.1"], instances = 2 : i64, logical = array<i64: 0, 1>
// THREE: error: 'stablehlo.add' op logical device 2 (part1) needs 32 bytes, but vm.2, which has the most memory left of the devices that no other logical device uses, has only 16 bytes left
module attributes {cluster.devices = [#cluster.target<"vm.0", {backend = "vm", memory = 200}>, #cluster.target<"vm.1", {backend = "vm", memory = 200}>, #cluster.target<"vm.2", {backend = "vm", memory = 16}>]} {
  func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.add %a, %a : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
