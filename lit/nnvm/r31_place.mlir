// RUN: lathe-opt %s --place-device='key=group assign=stage1=vm,stage2=ref' | FileCheck %s
// RUN: not lathe-opt %s --place-device 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: r31_place.mlir:[[@LINE+4]]:{{.*}}'func.func' op is in no group that has a device, and no device is the default
// All readers of a value on the other device use one copy.

// CHECK-LABEL: func.func @main(%arg0: tensor<4xf32> {nnvm.device = "vm"
func.func @main(%x: tensor<4xf32> {nnvm.dict = {group = "stage1"}}) -> tensor<4xf32> {
  // CHECK: nnvm.exp(%arg0) {cluster.device = "vm"}
  %0 = nnvm.exp(%x) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %1 = cluster.copy %0 from "vm" to "ref"
  // CHECK: nnvm.elemwise_add(%1, %1) {cluster.device = "ref"
  %1 = nnvm.elemwise_add(%0, %0) {nnvm.dict = {group = "stage2"}} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: nnvm.elemwise_mul(%2, %1) {cluster.device = "ref"}
  %2 = nnvm.elemwise_mul(%1, %0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}
