// RUN: lathe plan --devices=vm.0-1:memory=20KiB --strategy=memory --draw=%t/glow --dump-names=glow %s
// RUN: FileCheck %s --input-file=%t/glow/DAG.dot
// RUN: FileCheck %s --check-prefix=FIRST --input-file=%t/glow/partitionLogicalID0__main_part1__vm.dot
// RUN: FileCheck %s --check-prefix=SECOND --input-file=%t/glow/partitionLogicalID1__main_part2__vm.dot
// RUN: lathe plan --devices=vm.0-1:memory=20KiB --strategy=memory --draw=%t/own %s
// RUN: FileCheck %s --input-file=%t/own/main.clusters.dot
// RUN: FileCheck %s --check-prefix=FIRST --input-file=%t/own/cluster_0_vm.0.dot
// RUN: lathe plan --devices=vm --draw=%t/contract --dump-names=glow %s
// RUN: FileCheck %s --check-prefix=FIRST --input-file=%t/contract/partitionLogicalID0__cluster_0_vm__vm.dot
// RUN: lathe plan --devices=vm --draw=%t/both --partition-to=- %s | FileCheck %s --check-prefix=BOTH
// RUN: FileCheck %s --check-prefix=FIRST --input-file=%t/both/cluster_0_vm.dot
// RUN: not lathe plan --policy=fusion --draw=%t/fused %s 2>&1 | FileCheck %s --check-prefix=FUSED
// RUN: not lathe plan --dump-names=glow %s 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: not lathe plan --draw=%t --dump-names=mine %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// Pictures can have the names of Glow's dumps: the picture of the graph of partitions, and the picture of each partition.
// The name of the latter has the first logical device, the function and the backend of the partition.
// CHECK: cluster_0_vm.0
// CHECK: cluster_1_vm.1
// FIRST: stablehlo.dot_general
// SECOND: stablehlo.multiply
// BOTH: lathe.partition/1
// FUSED: error: --draw has no effect with --policy and --patterns
// NOTHING: error: --dump-names=glow has no effect without --draw
// NOTHING: help: pass --draw=DIR
// UNKNOWN: error: --dump-names must be one of
func.func @main(%x: tensor<8x64xf32>, %w: tensor<64x64xf32>) -> tensor<8x64xf32> {
  %b = stablehlo.constant dense<0.5> : tensor<8x64xf32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x64xf32>) -> tensor<8x64xf32>
  %s = stablehlo.add %h, %b : tensor<8x64xf32>
  %e = stablehlo.exponential %s : tensor<8x64xf32>
  %m = stablehlo.multiply %e, %s : tensor<8x64xf32>
  return %m : tensor<8x64xf32>
}
