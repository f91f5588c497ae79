// RUN: lathe bisect --devices=vm,ref --reference=ref --allow-split %s | FileCheck %s
// RUN: lathe-opt --affinity='devices=vm,ref allow-split' --partition=allow-split -o %t.mlir %s
// RUN: lathe plan %t.mlir | FileCheck %s --check-prefix=PLAN
// RUN: lathe run %t.mlir | FileCheck %s --check-prefix=RESULT
// RUN: lathe bisect --reference=ref %t.mlir | FileCheck %s

// With allow-split, the operations of a fusion group may be on several devices. Commands accept the divided program without the option.

// CHECK: 2 clusters on devices other than ref:
// CHECK-NEXT: run 1, the first 2 of them on their devices: right
// CHECK-NEXT: no culprit
// PLAN: cluster_0_vm
// PLAN-NEXT: cluster_1_ref
// PLAN-NEXT: cluster_2_vm
// RESULT: tensor<4xf32>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %x {cluster.group = "g", cluster.device = "vm"} : tensor<4xf32>
  %1 = stablehlo.multiply %0, %x {cluster.group = "g", cluster.device = "ref"} : tensor<4xf32>
  %2 = stablehlo.add %1, %x : tensor<4xf32>
  return %2 : tensor<4xf32>
}
