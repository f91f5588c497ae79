// A value that the function returns does not leave its device joined, so its shape may differ.
// RUN: lathe-opt %s --partition='strategy=sparsenn join-outputs cards=1' --cluster-verify | FileCheck %s
// CHECK: [[A:%.*]] = nn.sparse_lengths_sum
// CHECK: [[B:%.*]] = nn.sparse_lengths_sum
// CHECK: [[C:%.*]] = nn.sparse_lengths_sum
// CHECK: [[JOINED:%.*]] = nn.concat [[A]], [[B]]
// CHECK: cluster.yield [[C]], [[JOINED]]
module attributes {cluster.devices = [#cluster.target<"ref.0">, #cluster.target<"ref.1">]} {
  func.func @main(%t: tensor<10x16xf32>, %i: tensor<8xi64>, %l: tensor<4xi32>, %m: tensor<2xi32>) -> (tensor<4x16xf32>, tensor<2x16xf32>, tensor<2x16xf32>) {
    %0 = nn.sparse_lengths_sum %t, %i, %l {cluster.device = "ref.0"} : (tensor<10x16xf32>, tensor<8xi64>, tensor<4xi32>) -> tensor<4x16xf32>
    %1 = nn.sparse_lengths_sum %t, %i, %l {cluster.device = "ref.0"} : (tensor<10x16xf32>, tensor<8xi64>, tensor<4xi32>) -> tensor<4x16xf32>
    %2 = nn.sparse_lengths_sum %t, %i, %m {cluster.device = "ref.0"} : (tensor<10x16xf32>, tensor<8xi64>, tensor<2xi32>) -> tensor<2x16xf32>
    %3 = stablehlo.add %0, %1 {cluster.device = "ref.0"} : tensor<4x16xf32>
    %4 = stablehlo.add %2, %2 {cluster.device = "ref.0"} : tensor<2x16xf32>
    return %3, %2, %4 : tensor<4x16xf32>, tensor<2x16xf32>, tensor<2x16xf32>
  }
}
