// RUN: lathe explain --steps --strategy=grow %s | FileCheck %s
// RUN: lathe explain --steps %s | FileCheck %s --check-prefix=CONTRACT
// RUN: lathe explain --steps --json --strategy=grow %s | FileCheck %s --check-prefix=JSON
// RUN: not lathe explain --steps %s %%5 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: lathe plan --partition-to=%t.partition %s
// RUN: not lathe explain --steps --partition-from=%t.partition %s 2>&1 | FileCheck %s --check-prefix=GIVEN

// The example of HETERO's documentation: the first growth gives back 7, 6 and 5 when it reaches 4. The second growth
// gives back 2, and picks 3, 5, 6 and 7.
// CHECK: @main by grow: 27 steps
// CHECK-NEXT: root %1 = stablehlo.add #2 on vm
// CHECK-NEXT: merge %2
// CHECK-NEXT: merge %3
// CHECK-NEXT: merge %5
// CHECK-NEXT: merge %6
// CHECK-NEXT: merge %7
// CHECK-NEXT: reject %4 = stablehlo.tanh #5 on ref
// CHECK-NEXT: rollback %7
// CHECK-NEXT: rollback %6
// CHECK-NEXT: rollback %5
// CHECK-NEXT: root %5
// CHECK: reject %4
// CHECK-NEXT: rollback %2
// CHECK-NEXT: pick %5
// CHECK-NEXT: root %1
// CONTRACT: @main by contract: 5 steps
// CONTRACT: merge {{.*}} with {{.*}} on vm
// CONTRACT: refuse %2 = stablehlo.add #3 with %3 = stablehlo.add #4 on vm: would close a cycle of the clusters of %2 → %4 → %3
// JSON: {"schema":"lathe.steps/1","strategy":"grow","functions":[{"name":"main","steps":[{"action":"root","op":{"id":2,"op":"stablehlo.add","value":"%1"},"device":"vm"},
// BOTH: error: --steps prints the steps of all operations, not of '%5'
// GIVEN: error: there are no steps: the program is divided according to the partition file
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %1 = stablehlo.add %x, %x {cluster.device = "vm"} : tensor<4xf32>
  %2 = stablehlo.add %1, %1 {cluster.device = "vm"} : tensor<4xf32>
  %3 = stablehlo.add %2, %2 {cluster.device = "vm"} : tensor<4xf32>
  %4 = stablehlo.tanh %2 {cluster.device = "ref"} : tensor<4xf32>
  %5 = stablehlo.add %3, %4 {cluster.device = "vm"} : tensor<4xf32>
  %6 = stablehlo.add %5, %5 {cluster.device = "vm"} : tensor<4xf32>
  %7 = stablehlo.add %6, %6 {cluster.device = "vm"} : tensor<4xf32>
  return %7 : tensor<4xf32>
}
