// RUN: lathe-opt %s --partition --cluster-outline --cluster-verify | FileCheck %s
// RUN: lathe-opt %s > %t.before
// RUN: lathe-opt %s --partition --cluster-outline --cluster-inline > %t.after
// RUN: diff %t.before %t.after

// Row "dynamic shapes across cuts": types at a cut are those of the program.
// CHECK: %[[A:.*]] = cluster.launch @cluster_0_A(%arg0) on "A" : (tensor<?x4xf32>) -> tensor<?x4xf32>
// CHECK: cluster.launch @cluster_1_B(%arg1, %[[A]]) on "B" : (tensor<2x?xf32>, tensor<?x4xf32>) -> tensor<2x4xf32>
// CHECK: func.func private @cluster_1_B(%arg0: tensor<2x?xf32>, %arg1: tensor<?x4xf32>) -> tensor<2x4xf32>
func.func @main(%a: tensor<?x4xf32>, %b: tensor<2x?xf32>) -> tensor<2x4xf32> {
  %0 = stablehlo.exponential %a {cluster.device = "A"} : tensor<?x4xf32>
  %1 = stablehlo.dot_general %b, %0, contracting_dims = [1] x [0] {cluster.device = "B"} : (tensor<2x?xf32>, tensor<?x4xf32>) -> tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}
