// RUN: lathe-opt %s --cluster-dag=dot -o /dev/null 2>&1 | FileCheck %s
// RUN: lathe-opt %s --cluster-outline=copies | FileCheck %s --check-prefix=COPIES

// Clusters in all blocks are nodes. A cluster also depends on clusters whose results it uses through
// other operations, or through their regions.
// CHECK: c0 [label="{cluster_0_vm|
// CHECK: c1 [label="{cluster_1_ref|
// CHECK: c2 [label="{cluster_2_vm|
// CHECK: c0 -> c1
// CHECK: c1 -> c2
// CHECK-NOT: ->
// COPIES: cluster.launch @cluster_0_vm
// COPIES: ^bb1:
// COPIES: %[[COPY:.*]] = cluster.copy
// COPIES: cluster.launch @cluster_1_ref(%{{.*}}, %[[COPY]])
func.func @f(%a: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  %0 = cluster.region "vm" (%x = %a : tensor<4xf32>) -> tensor<4xf32> {
    %n = stablehlo.add %x, %x : tensor<4xf32>
    cluster.yield %n : tensor<4xf32>
  }
  %1 = stablehlo.multiply %0, %0 : tensor<4xf32>
  cf.br ^next
^next:
  %2 = cluster.region "ref" (%x = %1 : tensor<4xf32>, %y = %0 : tensor<4xf32>) -> tensor<4xf32> {
    %n = stablehlo.add %x, %y : tensor<4xf32>
    cluster.yield %n : tensor<4xf32>
  }
  %3 = scf.if %c -> tensor<4xf32> {
    scf.yield %2 : tensor<4xf32>
  } else {
    scf.yield %a : tensor<4xf32>
  }
  %4 = cluster.region "vm" (%x = %3 : tensor<4xf32>) -> tensor<4xf32> {
    %n = stablehlo.add %x, %x : tensor<4xf32>
    cluster.yield %n : tensor<4xf32>
  }
  return %4 : tensor<4xf32>
}
