// RUN: lathe query --devices=vm,ref %s | FileCheck %s
// RUN: lathe query --devices=vm --json %s | FileCheck %s --check-prefix=JSON
// RUN: lathe query --devices=HETERO:ref,vm %s 2>&1 | FileCheck %s --check-prefix=HETERO
// RUN: not lathe query %s 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: lathe-opt --affinity='devices=vm,ref keep-unplaced' --partition -o %t.mlir %s
// RUN: not lathe query --devices=vm %t.mlir 2>&1 | FileCheck %s --check-prefix=DIVIDED

// Each device answers for each operation, with a reason. Attributes that place operations on devices are ignored.
// CHECK: operation device
// CHECK: %0 = stablehlo.add {{.*}} vm {{.*}}query.mlir:
// CHECK: %1 = stablehlo.custom_call {{.*}} none
// CHECK-NEXT: vm refuses it: {{.+}}
// CHECK-NEXT: ref refuses it: {{.+}}
// CHECK: vm supports 1 of 2 operations
// CHECK: ref supports 1 of 2 operations
// CHECK: supported by no device: 1 operation
// JSON: {"schema":"lathe.query/1","file":"{{.*}}","devices":["vm"],"taken":[1],"operations":[{"id":{{[0-9]+}},"op":"stablehlo.add","value":"%0","place":"{{.*}}","device":"vm","refused":[""]},{"id":{{.*}},"op":"stablehlo.custom_call","value":"%1","place":"{{.*}}","refused":["{{.+}}"]}]}
// HETERO: note: --devices=HETERO:ref,vm is read as
// HETERO: %0 = stablehlo.add {{.*}} ref
// MISSING: error: missing flags: --devices
// DIVIDED: is already divided into clusters, so its operations cannot be queried
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %x, %x {cluster.device = "ref"} : tensor<2xf32>
  %1 = stablehlo.custom_call @nobody(%0) : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
