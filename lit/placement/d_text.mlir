// Partitions as text: a partition of this program, a partition in which clusters wait for each other,
// and a partition of another program.
// RUN: split-file %s %t
// RUN: lathe-opt %t/program.mlir --partition=from=%t/good --cluster-verify | FileCheck %s
// RUN: not lathe-opt %t/program.mlir --partition=from=%t/cyclic 2>&1 | FileCheck %s --check-prefix=CYCLIC
// RUN: not lathe-opt %t/other.mlir --partition=from=%t/good 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not lathe-opt %t/program.mlir --partition=from=%t/none 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not lathe-opt %t/denied.mlir --partition=from=%t/good 2>&1 | FileCheck %s --check-prefix=DENIED
// RUN: not lathe-opt %t/pinned.mlir --partition=from=%t/good 2>&1 | FileCheck %s --check-prefix=PINNED
// RUN: not lathe-opt %t/kept.mlir --partition=from=%t/good 2>&1 | FileCheck %s --check-prefix=KEPT
// RUN: not lathe-opt %t/program.mlir --partition='from=%t/good min-size=2' 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: not lathe-opt %t/program.mlir --partition='from=%t/good strategy=grow' 2>&1 | FileCheck %s --check-prefix=STRATEGY

// The file moves %a1 to the other device.
// CHECK: cluster.region "B"
// CHECK: arith.muli {{.*}} {cluster.device = "B"}
// CHECK: cluster.region "A"
// CHECK-NOT: cluster.region
// CYCLIC: cyclic:3:3: error: clusters must not wait for each other in a cycle, but do: %0 → %3 (cluster 0 on A → cluster 1 on B), %1 → %2
// OTHER: good:2:1: error: the partition is for another module: @main had the hash
// NONE: error: cannot open partition file '{{.*}}none': no such file or directory
// DENIED: good:3:15: error: operation #5 ('arith.addi') is in a cluster for device 'A', which does not support it: the device's deny list contains 'arith.addi'
// DENIED: denied.mlir:5:11: note: the operation
// PINNED: good:4:15: error: operation #3 ('arith.muli') is in a cluster for device 'B', but is pinned to device 'A' by the attribute cluster.device
// KEPT: good:4:15: error: operation #3 ('arith.muli') is in a cluster for device 'B', but is pinned to device 'A' by the attribute cluster.pin
// SIZE: error: options from and min-size exclude each other
// STRATEGY: error: options from and strategy exclude each other

//--- program.mlir
module attributes {cluster.devices = [#cluster.target<"A">, #cluster.target<"B">]} {
  func.func @main(%x: i32) -> (i32, i32) {
    %a1 = arith.muli %x, %x {cluster.device = "A"} : i32
    %b1 = arith.addi %x, %x {cluster.device = "B"} : i32
    %a2 = arith.addi %a1, %b1 {cluster.device = "A"} : i32
    %b2 = arith.muli %a1, %b1 {cluster.device = "B"} : i32
    return %a2, %b2 : i32, i32
  }
}

//--- other.mlir
module attributes {cluster.devices = [#cluster.target<"A">, #cluster.target<"B">]} {
  func.func @main(%x: i32) -> (i32, i32) {
    %a1 = arith.muli %x, %x {cluster.device = "A"} : i32
    %b1 = arith.addi %x, %x {cluster.device = "B"} : i32
    %a2 = arith.addi %a1, %b1 {cluster.device = "A"} : i32
    %b2 = arith.subi %a1, %b1 {cluster.device = "B"} : i32
    return %a2, %b2 : i32, i32
  }
}

//--- good
lathe.partition/1
func @main ops 4 hash a72d33336c2c3dc0 {
  cluster A { #5 arith.addi }
  cluster B { #3 #4 #6 }
}

//--- cyclic
lathe.partition/1
func @main ops 4 hash a72d33336c2c3dc0 {
  cluster A { #3 #5 }
  cluster B { #4 #6 }
}

//--- denied.mlir
module attributes {cluster.devices = [#cluster.target<"A", {deny = ["arith.addi"]}>, #cluster.target<"B">]} {
  func.func @main(%x: i32) -> (i32, i32) {
    %a1 = arith.muli %x, %x {cluster.device = "A"} : i32
    %b1 = arith.addi %x, %x {cluster.device = "B"} : i32
    %a2 = arith.addi %a1, %b1 {cluster.device = "A"} : i32
    %b2 = arith.muli %a1, %b1 {cluster.device = "B"} : i32
    return %a2, %b2 : i32, i32
  }
}

//--- pinned.mlir
module attributes {cluster.devices = [#cluster.target<"A">, #cluster.target<"B">]} {
  func.func @main(%x: i32) -> (i32, i32) {
    %a1 = arith.muli %x, %x {cluster.device = "A"} : i32
    %b1 = arith.addi %x, %x : i32
    %a2 = arith.addi %a1, %b1 {cluster.device = "A"} : i32
    %b2 = arith.muli %a1, %b1 {cluster.device = "B"} : i32
    return %a2, %b2 : i32, i32
  }
}

//--- kept.mlir
module attributes {cluster.devices = [#cluster.target<"A">, #cluster.target<"B">]} {
  func.func @main(%x: i32) -> (i32, i32) {
    %a1 = arith.muli %x, %x {cluster.device = "A", cluster.pin} : i32
    %b1 = arith.addi %x, %x {cluster.device = "B"} : i32
    %a2 = arith.addi %a1, %b1 {cluster.device = "A"} : i32
    %b2 = arith.muli %a1, %b1 {cluster.device = "B"} : i32
    return %a2, %b2 : i32, i32
  }
}
