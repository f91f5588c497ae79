// RUN: lathe-opt %s --partition=strategy=contract | FileCheck %s --check-prefixes=CHECK,REGION
// RUN: lathe-opt %s --partition=strategy=grow --cluster-verify | FileCheck %s --check-prefixes=GROW
// RUN: lathe-opt %s --partition=strategy=contract --cluster-outline --cluster-verify | FileCheck %s --check-prefixes=CHECK,LAUNCH
// RUN: lathe-opt %s --partition --cluster-outline=copies=true --cluster-verify | FileCheck %s --check-prefixes=COPY
// RUN: lathe-opt %s > %t.before
// RUN: lathe-opt %s --partition --cluster-inline > %t.regions
// RUN: diff %t.before %t.regions
// RUN: lathe-opt %s --partition --cluster-outline=copies=true --cluster-inline > %t.launches
// RUN: diff %t.before %t.launches
// If ids are in the text, the order of operations is also restored from the text.
// RUN: lathe-opt %s --partition --cluster-outline --print-op-ids --mlir-print-debuginfo | lathe-opt --cluster-inline > %t.text
// RUN: diff %t.before %t.text
// Launches keep the operations of a cluster together.
// RUN: lathe-opt %s --partition --cluster-outline --inline --cluster-verify | FileCheck %s --check-prefix=INLINE
// RUN: not lathe-opt %s --partition=no-repair 2>&1 | FileCheck %s --check-prefix=CYCLE

module attributes {cluster.devices = [#cluster.target<"A">, #cluster.target<"B">]} {
  // Each of two devices needs results of the other: the first operation of one device is a separate cluster.
  // CHECK-LABEL: func.func @butterfly
  // CHECK-SAME: cluster.ops = 4
  // REGION-COUNT-3: cluster.region
  // REGION-NOT: cluster.region
  // LAUNCH: %[[B1:.*]] = cluster.launch @cluster_0_B(%arg0) on "B" : (i32) -> i32
  // LAUNCH-NEXT: %[[A:.*]]:2 = cluster.launch @cluster_1_A(%arg0, %[[B1]]) on "A" : (i32, i32) -> (i32, i32)
  // LAUNCH-NEXT: %[[B2:.*]] = cluster.launch @cluster_2_B(%[[A]]#0, %[[B1]]) on "B" : (i32, i32) -> i32
  // LAUNCH-NEXT: return %[[A]]#1, %[[B2]]
  // INLINE-LABEL: func.func @butterfly
  // INLINE-COUNT-3: cluster.launch
  // COPY: %[[B1:.*]] = cluster.launch @cluster_0_B
  // COPY-NEXT: %[[C:.*]] = cluster.copy %[[B1]] from "B" to "A" : i32
  // COPY-NEXT: %[[A:.*]]:2 = cluster.launch @cluster_1_A(%arg0, %[[C]])
  // COPY-NEXT: %[[D:.*]] = cluster.copy %[[A]]#0 from "A" to "B" : i32
  // COPY-NEXT: cluster.launch @cluster_2_B(%[[D]], %[[B1]])
  // GROW-LABEL: func.func @butterfly
  // GROW-COUNT-3: cluster.region
  // CYCLE: error: 'func.func' op has clusters that wait for each other
  // CYCLE: note: cycle 0: %0 → %3 (cluster 0 on A → cluster 1 on B), %1 → %2 (cluster 1 on B → cluster 0 on A)
  // CYCLE-NOT: module
  func.func @butterfly(%x: i32) -> (i32, i32) {
    %two = arith.constant 2 : i32
    %a1 = arith.muli %x, %two {cluster.device = "A"} : i32
    %b1 = arith.addi %x, %two {cluster.device = "B"} : i32
    %a2 = arith.addi %a1, %b1 {cluster.device = "A"} : i32
    %b2 = arith.muli %a1, %b1 {cluster.device = "B"} : i32
    return %a2, %b2 : i32, i32
  }

  // An operation with regions is one node. Values from outside that its regions use are operands of the
  // cluster. The constant is copied into both clusters, and remains outside for the
  // return.
  // REGION-LABEL: func.func @captures
  // REGION: %[[K:.*]] = arith.constant {cluster.origin = [[ID:.*]] : i64} 7 : i32
  // REGION: cluster.region "A"
  // REGION-NEXT: arith.constant {cluster.origin = [[ID]] : i64} 7 : i32
  // REGION: %[[R:.*]] = cluster.region "B" (%[[COND:.*]] = %arg0 : i1, %[[SUM:.*]] = %{{.*}} : i32) -> i32 {
  // REGION-NEXT: arith.constant {cluster.origin = [[ID]] : i64} 7 : i32
  // REGION-NEXT: scf.if %[[COND]]
  // REGION-NEXT: arith.muli %[[SUM]], %[[SUM]]
  // REGION: return %[[R]], %[[K]]
  func.func @captures(%c: i1, %x: i32) -> (i32, i32) {
    %seven = arith.constant 7 : i32
    %sum = arith.addi %x, %seven {cluster.device = "A"} : i32
    %r = scf.if %c -> (i32) {
      %square = arith.muli %sum, %sum : i32
      scf.yield %square : i32
    } else {
      scf.yield %seven : i32
    } {cluster.device = "B"}
    return %r, %seven : i32, i32
  }

  // A private function is not divided.
  // CHECK-LABEL: func.func private @helper
  // CHECK-NEXT: arith.addi
  func.func private @helper(%x: i32) -> i32 {
    %0 = arith.addi %x, %x {cluster.device = "B"} : i32
    return %0 : i32
  }
  // LAUNCH: func.func private @cluster_0_B(%arg0: i32) -> i32 attributes {cluster.device = "B"}
}
