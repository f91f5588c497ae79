// RUN: lathe-opt %s --nn-to-stablehlo | FileCheck %s --implicit-check-not=nnvm.after
// RUN: lathe-opt %s --affinity=devices=vm,ref | FileCheck %s --check-prefix=AFFINITY --implicit-check-not=nnvm.after
// RUN: lathe-opt %s --place-device='key=group assign=g0=vm,g1=ref' --partition --cluster-verify | FileCheck %s --check-prefix=PARTS --implicit-check-not=nnvm.after
// Control dependencies between operations that compute values are redundant once the operations are in
// this order. The devices get all other operations.

// CHECK: stablehlo.exponential
// CHECK: stablehlo.log
// AFFINITY: nnvm.log(%arg0) {cluster.device = "vm"
// PARTS: cluster.region "vm"
// PARTS: cluster.region "ref"
// PARTS: cluster.region "vm"
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %a = nnvm.exp(%x) {nnvm.dict = {group = "g0"}} : (tensor<4xf32>) -> tensor<4xf32>
  %b = nnvm.exp(%a) {nnvm.dict = {group = "g1"}} : (tensor<4xf32>) -> tensor<4xf32>
  %c = nnvm.log(%b) {nnvm.dict = {group = "g0"}} : (tensor<4xf32>) -> tensor<4xf32>
  %d = nnvm.log(%x) {nnvm.dict = {group = "g0"}} : (tensor<4xf32>) -> tensor<4xf32>
  nnvm.after %d, %b : tensor<4xf32>, tensor<4xf32>
  nnvm.after %d, %a : tensor<4xf32>, tensor<4xf32>
  return %c, %d : tensor<4xf32>, tensor<4xf32>
}
