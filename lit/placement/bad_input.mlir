// Each invalid input has a separate error at its location. The error states what was expected, and help
// states how to repair it. No invalid input is ignored.
// RUN: split-file %s %t
// RUN: not lathe-opt --diag-style=rich %t/plain.mlir --affinity='devices=%t/key.yaml' 2>&1 | FileCheck %s --check-prefix=KEY
// RUN: not lathe-opt --diag-style=rich %t/plain.mlir --affinity='devices=%t/twice.yaml' 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not lathe-opt --diag-style=rich %t/plain.mlir --affinity='devices=%t/names.yaml' 2>&1 | FileCheck %s --check-prefix=NAMES
// RUN: not lathe-opt --diag-style=rich %t/plain.mlir --affinity='devices=%t/nofile.yaml' 2>&1 | FileCheck %s --check-prefix=NOFILE
// RUN: not lathe-opt --diag-style=rich %t/plain.mlir --affinity='devices=vm,gpu' 2>&1 | FileCheck %s --check-prefix=GPU
// RUN: not lathe-opt --diag-style=rich %t/plain.mlir --affinity='devices=%t/broken.yaml' 2>&1 | FileCheck %s --check-prefix=BROKEN
// RUN: not lathe-opt --diag-style=rich %t/plain.mlir --affinity='devices=vm rules={pin op add to vm}' 2>&1 | FileCheck %s --check-prefix=RULE
// RUN: not lathe-opt --diag-style=rich %t/plain.mlir --affinity='devices=vm rules={keep op stablehlo.add to vm}' 2>&1 | FileCheck %s --check-prefix=KEEP
// RUN: not lathe-opt --diag-style=rich %t/typo.mlir 2>&1 | FileCheck %s --check-prefix=TYPO
// RUN: not lathe-opt --diag-style=rich %t/pin.mlir --affinity='devices=vm,c' 2>&1 | FileCheck %s --check-prefix=PIN
// RUN: not lathe-opt --diag-style=rich %t/refused.mlir --affinity='devices=vm,c' 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not lathe-opt --diag-style=rich %t/cyclic.mlir --cluster-outline --cluster-verify 2>&1 | FileCheck %s --check-prefix=CYCLIC
// RUN: not lathe-opt --diag-style=rich %t/launches.mlir 2>&1 | FileCheck %s --check-prefix=LAUNCHES
// RUN: not lathe-opt --diag-style=rich %t/late.mlir 2>&1 | FileCheck %s --check-prefix=LATE
// RUN: not lathe-opt --diag-style=rich %t/divided.mlir --partition=from=%t/cyclic.partition 2>&1 | FileCheck %s --check-prefix=WAIT
// RUN: not lathe-opt --diag-style=rich %t/divided.mlir --partition=from=%t/other.partition 2>&1 | FileCheck %s --check-prefix=OTHER

// KEY: key.yaml:2:3: error: unknown key 'memry' of a device; have name, backend, {{.*}}
// KEY: help: did you mean 'memory'?
// TWICE: twice.yaml:2:{{[0-9]+}}: error: device 'vm' is listed twice
// TWICE: help: give each a unique name, such as vm.0 and vm.1
// NAMES: names.yaml:2:24: error: the allow list of device 'vm' has 'add', but there is no such operation
// NAMES: help: did you mean 'stablehlo.add'?
// NAMES: names.yaml:3:10: error: the deny list of device 'vm' has 'stablehlo.exp', but there is no such operation
// NAMES: help: did you mean 'stablehlo.exponential'?
// NAMES: names.yaml:3:25: error: the deny list of device 'vm' has 'stabelhlo.*', but there is no such operation
// NAMES: help: did you mean 'stablehlo.*'?
// NAMES: names.yaml:3:38: error: the deny list of device 'vm' has 'stablehlo.mutliply', but there is no such operation
// NAMES: help: did you mean 'stablehlo.multiply'?
// NOFILE: error: cannot open device file '{{.*}}nofile.yaml': no such file or directory
// NOFILE: help: name an existing file, or the devices themselves, as in --devices=vm,c
// GPU: error: unknown backend 'gpu'; have
// GPU: help: use the name of a backend, with or without a number (vm, vm.1), or describe a device of another name in a file
// BROKEN: broken.yaml:2:{{[0-9]+}}: error:
// BROKEN: help: write each key once, on a separate line, as 'key: value', and close all brackets
// RULE: rules:1:1: error: the rule matches no operation
// RULE: help: there is no operation 'add': did you mean 'stablehlo.add'?
// KEEP: rules:1:1: error: 'keep' is followed by 'from', not by 'to'
// KEEP: help: write 'pin … to DEVICE', or 'keep … from DEVICE'
// TYPO: typo.mlir:2:8: error: 'stablehlo.add' op has the unknown attribute 'cluster.devise'
// TYPO: help: did you mean 'cluster.device'?
// PIN: pin.mlir:2:8: error: 'stablehlo.add' op is pinned to device 'gpu', but the devices are 'vm', 'c'
// PIN: help: add 'gpu' to the list of devices, or change the operation's attribute cluster.device
// REFUSED: refused.mlir:2:8: error: 'stablehlo.custom_call' op is pinned to device 'c', which does not support it: 'stablehlo.custom_call' op cannot be lowered to kernels
// REFUSED: help: add a device that supports the operation: none of the given devices supports it
// CYCLIC: cyclic.mlir:3:12: error: 'cluster.region' op can never run: clusters must not wait for each other in a cycle, but do: the cluster on 'vm' of line 3 → the cluster on 'c' of line 8 → the cluster on 'vm' of line 3
// CYCLIC: cyclic.mlir:8:12: note: the cluster on 'c' of line 8 needs a result of the cluster on 'vm' of line 3
// CYCLIC: cyclic.mlir:3:12: note: the cluster on 'vm' of line 3 needs a result of the cluster on 'c' of line 8
// CYCLIC: help: put the operations whose results other clusters need into a separate cluster, or remove the clusters
// LAUNCHES: launches.mlir:5:10: error: 'cluster.launch' op can never run: clusters must not wait for each other in a cycle, but do: @cluster_0_vm → @cluster_1_c → 'cluster.copy' of line 7 → @cluster_0_vm
// LAUNCHES: launches.mlir:11:10: error: 'cluster.region' op can never run: clusters must not wait for each other in a cycle, but do: the cluster on 'vm' of line 11 → the cluster on 'vm' of line 11
// LATE: late.mlir:2:10: error: operand #0 does not dominate this use
// WAIT: cyclic.partition:3:3: error: clusters must not wait for each other in a cycle, but do: 
// WAIT: help: move one of these operations to a new cluster
// OTHER: other.partition:2:1: error: the partition is for another module: @main had the hash 0000000000000000, but has
// OTHER: help: make a new partition with lathe plan --partition-to=FILE

//--- key.yaml
- name: vm
  memry: 1GiB
//--- twice.yaml
- name: vm
- name: vm
//--- names.yaml
- name: vm
  allow: [stablehlo.*, add]
  deny: [stablehlo.exp, stabelhlo.*, stablehlo.mutliply]
//--- broken.yaml
- name: vm
 bad: [
//--- typo.mlir
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %a {cluster.devise = "vm"} : tensor<4xf32>
  return %0 : tensor<4xf32>
}
//--- plain.mlir
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
//--- pin.mlir
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %a {cluster.device = "gpu"} : tensor<4xf32>
  return %0 : tensor<4xf32>
}
//--- refused.mlir
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @nothing(%a) {cluster.device = "c"} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
//--- cyclic.mlir
module attributes {cluster.devices = [#cluster.target<"vm">, #cluster.target<"c">]} {
  func.func @main(%x: i32) -> (i32, i32) {
    %0:2 = cluster.region "vm" (%a = %x : i32, %b = %1#0 : i32) -> (i32, i32) {
      %2 = arith.addi %a, %a : i32
      %3 = arith.addi %b, %a : i32
      cluster.yield %2, %3 : i32, i32
    }
    %1:2 = cluster.region "c" (%a = %x : i32, %b = %0#0 : i32) -> (i32, i32) {
      %2 = arith.muli %a, %a : i32
      %3 = arith.muli %b, %a : i32
      cluster.yield %2, %3 : i32, i32
    }
    return %0#1, %1#1 : i32, i32
  }
}
//--- launches.mlir
module {
  func.func private @cluster_0_vm(%a: i32) -> i32 attributes {cluster.device = "vm"} { return %a : i32 }
  func.func private @cluster_1_c(%a: i32) -> i32 attributes {cluster.device = "c"} { return %a : i32 }
  func.func @launches(%x: i32) -> i32 {
    %0 = cluster.launch @cluster_0_vm(%2) on "vm" : (i32) -> i32
    %1 = cluster.launch @cluster_1_c(%0) on "c" : (i32) -> i32
    %2 = cluster.copy %1 from "c" to "vm" : i32
    return %1 : i32
  }
  func.func @self() -> i32 {
    %0 = cluster.region "vm" (%a = %0 : i32) -> i32 { cluster.yield %a : i32 }
    return %0 : i32
  }
}
//--- late.mlir
func.func @late(%x: i32) -> i32 {
    %0 = cluster.region "vm" (%a = %1 : i32) -> i32 { cluster.yield %a : i32 }
    %1 = cluster.region "c" (%a = %x : i32) -> i32 { cluster.yield %a : i32 }
    return %0 : i32
}
//--- divided.mlir
module attributes {cluster.devices = [#cluster.target<"vm">, #cluster.target<"c">]} {
  func.func @main(%x: i32) -> (i32, i32) {
    %a1 = arith.muli %x, %x {cluster.device = "vm"} : i32
    %b1 = arith.addi %x, %x {cluster.device = "c"} : i32
    %a2 = arith.addi %a1, %b1 {cluster.device = "vm"} : i32
    %b2 = arith.muli %a1, %b1 {cluster.device = "c"} : i32
    return %a2, %b2 : i32, i32
  }
}
//--- other.partition
lathe.partition/1
func @main ops 4 hash 0000000000000000 {
  cluster "vm" { #3 #5 }
  cluster "c" { #4 #6 }
}
//--- cyclic.partition
lathe.partition/1
func @main ops 4 hash a72d33336c2c3dc0 {
  cluster "vm" { #3 #5 }
  cluster "c" { #4 #6 }
}
