// RUN: lathe plan --devices=big.one,vm.1 %s | FileCheck %s
// RUN: not lathe plan --devices=big.two %s 2>&1 | FileCheck %s --check-prefix=OTHER

// A device that the program describes with a backend may have any name. The name of any other device is the name
// of its backend and a number.
// CHECK: devices: big.one, vm.1 (in this order)
// OTHER: error: device 'big.two' must have the name of backend 'big', or that name with a number
module attributes {cluster.devices = [#cluster.target<"big.one", {backend = "vm"}>]} {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.exponential %x : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
