// RUN: lathe-opt %s > %t.before
// RUN: lathe-opt %s --partition --cluster-outline=copies=true --cluster-verify | FileCheck %s
// RUN: lathe-opt %s --partition=strategy=collector --cluster-outline --cluster-verify --cluster-inline > %t.collector
// RUN: diff %t.before %t.collector
// RUN: lathe-opt %s --partition=strategy=select --cluster-outline --cluster-verify --cluster-inline > %t.select
// RUN: diff %t.before %t.select
// RUN: lathe-opt %s --partition=strategy=exact --cluster-outline=copies=true --cluster-verify --cluster-inline > %t.exact
// RUN: diff %t.before %t.exact
// RUN: lathe-opt %s --partition=strategy=grow --cluster-outline=copies=true --cluster-inline > %t.grow
// RUN: diff %t.before %t.grow

// Row O9. An input of the graph that two devices read is an operand of both clusters. Inlining restores the
// text.
module attributes {cluster.devices = [#cluster.target<"A">, #cluster.target<"B">]} {
  // CHECK: %[[A:.*]] = cluster.launch @cluster_0_A(%arg0) on "A" : (i32) -> i32
  // CHECK: %[[C:.*]] = cluster.copy %[[A]] from "A" to "B"
  // CHECK: %[[B:.*]]:2 = cluster.launch @cluster_1_B(%arg0, %arg1, %[[C]]) on "B" : (i32, i32, i32) -> (i32, i32)
  // CHECK: %[[D:.*]] = cluster.copy %[[B]]#0 from "B" to "A"
  // CHECK: cluster.launch @cluster_2_A
  func.func @main(%x: i32, %y: i32) -> (i32, i32) {
    %0 = arith.addi %x, %x {cluster.device = "A"} : i32
    %1 = arith.muli %0, %x {cluster.device = "B"} : i32
    %2 = arith.addi %1, %y {cluster.device = "B"} : i32
    %3 = arith.muli %1, %0 {cluster.device = "A"} : i32
    return %3, %2 : i32, i32
  }

  // Operations of interleaved clusters return to their positions, and copies of a
  // constant are merged.
  func.func @interleaved(%x: i32) -> (i32, i32) {
    %k = arith.constant 7 : i32
    %0 = arith.addi %x, %k {cluster.device = "A"} : i32
    %1 = arith.muli %x, %k {cluster.device = "B"} : i32
    %2 = arith.addi %0, %k {cluster.device = "A"} : i32
    %3 = arith.muli %1, %0 {cluster.device = "B"} : i32
    return %2, %3 : i32, i32
  }
}
