// RUN: lathe-opt %s --fusion-groups | FileCheck %s
// RUN: lathe-opt %s --fusion-groups --max-decisions=0 | FileCheck %s --check-prefix=LIMIT

// Operations keep the groups that they have. New groups get other names.
// LIMIT-LABEL: func.func @main
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK: nnvm.relu(%arg0) {cluster.group = "fuse0"}
  %0 = nnvm.relu(%x) {cluster.group = "fuse0"} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: nnvm.exp(%arg0) {cluster.group = "fuse1"}
  // LIMIT: nnvm.exp(%arg0) :
  %1 = nnvm.exp(%x) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: nnvm.exp(%1) {cluster.group = "fuse1"}
  // LIMIT: nnvm.exp(%1) :
  %2 = nnvm.exp(%1) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: nnvm.exp(%2) {cluster.group = "mine"}
  %3 = nnvm.exp(%2) {cluster.group = "mine"} : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %3 : tensor<4xf32>, tensor<4xf32>
}
