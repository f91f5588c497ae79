// RUN: lathe-opt %s --place-device='key=group assign=g0=vm,g1=ref' > %t.mlir
// RUN: lathe-opt %t.mlir --affinity=devices=vm,ref | FileCheck %s --check-prefix=AFFINITY --implicit-check-not=cluster.copy
// RUN: lathe-opt %t.mlir --partition --cluster-verify | FileCheck %s --check-prefix=PARTS --implicit-check-not=cluster.copy
// RUN: lathe-opt %t.mlir --partition --cluster-outline=copies=true | FileCheck %s --check-prefix=COPIES
// RUN: not lathe-opt %s --place-device='key=group assign=g0=vm,g1=zork' 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not lathe-opt %s --place-device='key=group assign=g0=vm,g1=' 2>&1 | FileCheck %s --check-prefix=NONE
// A program whose operations have devices is divided by these devices, and its copies are created again.

// AFFINITY: %p = nnvm.exp(%arg0) {cluster.device = "ref"
// AFFINITY: %q = nnvm.exp(%arg0) {cluster.device = "vm"
// AFFINITY: nnvm.elemwise_add(%p, %q) {cluster.device = "ref"
// PARTS: cluster.region "vm" (%arg1 = %arg0 : tensor<4xf32>)
// PARTS: cluster.region "ref" (
// COPIES: %[[Q:.*]] = cluster.launch @{{.*}}vm
// COPIES: %[[C:.*]] = cluster.copy %[[Q]] from "vm" to "ref"
// COPIES: cluster.launch @{{.*}}ref(%arg0, %[[C]])
// UNKNOWN: error: unknown backend 'zork'; have
// NONE: cannot read 'g1=': a group's device is written group=device
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %p = nnvm.exp(%x) {nnvm.dict = {group = "g1"}, nnvm.name = "p"} : (tensor<4xf32>) -> tensor<4xf32>
  %q = nnvm.exp(%x) {nnvm.dict = {group = "g0"}, nnvm.name = "q"} : (tensor<4xf32>) -> tensor<4xf32>
  %r = nnvm.elemwise_add(%p, %q) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
