// RUN: lathe-opt %s --place-device='key=group assign=g=vm,h=ref' | FileCheck %s
// RUN: not lathe-opt %s --place-device='key=group assign=h=ref' 2>&1 | FileCheck %s --check-prefix=GROUP
// Operations that no group reaches are on the device of the first listed group. The name of a copy of an
// argument has the index 0 for every argument. An error has the location of the operation of the node.

// GROUP: r31_default.mlir:[[@LINE+8]]:{{.*}}error: 'nnvm.exp' op
// CHECK: nnvm.log({{.*}}cluster.device = "vm"
// CHECK: cluster.copy {{.*}}nnvm.name = "y_0_copy"
// CHECK: nnvm.exp({{.*}}cluster.device = "vm"
// CHECK: nnvm.tanh({{.*}}cluster.device = "ref"
func.func @main(%x: tensor<4xf32> {nnvm.name = "x"}, %y: tensor<4xf32> {nnvm.name = "y", nnvm.dict = {group = "h"}}) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = nnvm.log(%x) : (tensor<4xf32>) -> tensor<4xf32>
  // The next operation is in group g.
  %1 = nnvm.exp(%y) {nnvm.dict = {group = "g"}} : (tensor<4xf32>) -> tensor<4xf32>
  %2 = nnvm.tanh(%y) {nnvm.dict = {group = "h"}} : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
