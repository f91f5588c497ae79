// RUN: lathe-opt %s --split-input-file --cluster-dag -o /dev/null 2>&1 | FileCheck %s
// RUN: lathe-opt %s --split-input-file --cluster-outline --cluster-dag -o /dev/null 2>&1 | FileCheck %s

// All properties of a part are printed, with the names in the program. Clusters that are not parts
// have the names of their functions, with their number in the module.

// CHECK: @main: number of partitions: 2
// CHECK-NEXT: partition 0:
// CHECK-NEXT: name: main_p1
// CHECK-NEXT: backend: vm
// CHECK: logical devices: 0, 2
// CHECK-NEXT: devices: vm.0, vm.2
// CHECK-NEXT: replicas: 3
// CHECK-NEXT: instances: 2
// CHECK-NEXT: execution units: 7
// CHECK-NEXT: fast memory: a, b
// CHECK-NEXT: options: opt0=val0, opt1=val1
// CHECK-NEXT: partition 1:
// CHECK-NEXT: name: main_p2
// CHECK: devices: vm.1
// CHECK-NOT: replicas
// CHECK-NOT: options
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = cluster.region "vm.0" (%a = %x : tensor<4xf32>) -> tensor<4xf32> attributes {cluster.part = {backend = "vm", devices = ["vm.0", "vm.2"], fast = ["a", "b"], instances = 2 : i64, logical = array<i64: 0, 2>, name = "main_p1", options = [["opt0", "val0"], ["opt1", "val1"]], replicas = 3 : i64, units = 7 : i64}} {
    %1 = stablehlo.negate %a : tensor<4xf32>
    cluster.yield %1 : tensor<4xf32>
  }
  %1 = cluster.region "vm.1" (%a = %0 : tensor<4xf32>) -> tensor<4xf32> attributes {cluster.part = {backend = "vm", devices = ["vm.1"], instances = 1 : i64, logical = array<i64: 1>, name = "main_p2", replicas = 1 : i64}} {
    %1 = stablehlo.negate %a : tensor<4xf32>
    cluster.yield %1 : tensor<4xf32>
  }
  return %1 : tensor<4xf32>
}

// -----

// CHECK: @one: number of partitions: 1
// CHECK: name: cluster_0_c
// CHECK: @two: number of partitions: 1
// CHECK: name: cluster_1_vm
func.func @one(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = cluster.region "c" (%a = %x : tensor<4xf32>) -> tensor<4xf32> {
    %1 = stablehlo.negate %a : tensor<4xf32>
    cluster.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
func.func @two(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = cluster.region "vm" (%a = %x : tensor<4xf32>) -> tensor<4xf32> {
    %1 = stablehlo.negate %a : tensor<4xf32>
    cluster.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
