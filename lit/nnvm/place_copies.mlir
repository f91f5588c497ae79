// RUN: not lathe-opt %s --place-device=assign=a=vm,b=ref --place-device=assign=a=ref,b=vm 2>&1 | FileCheck %s
// RUN: lathe-opt %s --place-device=assign=a=vm,b=vm --place-device=assign=a=vm,b=ref | FileCheck %s --check-prefix=AGAIN
// A second run of place-device replaces devices, but not copies.

// CHECK: error: 'cluster.copy' op is a copy between devices, but place-device requires a program without copies
// AGAIN: func.func @main(%arg0: tensor<4xf32> {nnvm.device = "ref", nnvm.name = "x"})
// AGAIN: nnvm.exp(%arg0) {cluster.device = "ref"
// AGAIN: cluster.copy %p from "ref" to "vm"
func.func @main(%x: tensor<4xf32> {nnvm.name = "x"}) -> tensor<4xf32> {
  %p = nnvm.exp(%x) {nnvm.name = "p", nnvm.dict = {ctx_group = "b"}} : (tensor<4xf32>) -> tensor<4xf32>
  %q = nnvm.log(%p) {nnvm.name = "q", nnvm.dict = {ctx_group = "a"}} : (tensor<4xf32>) -> tensor<4xf32>
  return %q : tensor<4xf32>
}
