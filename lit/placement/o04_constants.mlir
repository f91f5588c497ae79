// RUN: lathe-opt %s --partition=connected --cluster-outline --cluster-verify | FileCheck %s
// RUN: lathe-opt %s --partition=strategy=collector --cluster-outline --cluster-verify | FileCheck %s --check-prefix=HETERO

// Row O4. Each cluster has one copy of each constant that it reads, even if it reads the constant several
// times. Arguments that several clusters read are operands of each of these clusters. No constant remains
// outside of clusters, and no constant is an operand of a launch.

// CHECK-LABEL: func.func @two_shared_constants
// CHECK-NOT: arith.constant
// CHECK-DAG: %[[A:.*]]:2 = cluster.launch @[[AX:cluster_[0-9]_M0]](%arg0) on "M0" : (i32) -> (i32, i32)
// CHECK-DAG: %[[B:.*]] = cluster.launch @[[B1:cluster_[0-9]_M1]](%[[A]]#0) on "M1" : (i32) -> i32
// CHECK-DAG: cluster.launch @[[C1:cluster_[0-9]_M0]](%[[B]]) on "M0" : (i32) -> i32
// CHECK-DAG: cluster.launch @[[Z1:cluster_[0-9]_M0]](%arg1) on "M0" : (i32) -> i32
// CHECK: func.func private @cluster_0_M0
// CHECK-COUNT-2: arith.constant
// CHECK: func.func private @cluster_1_M1
// CHECK-NOT: arith.constant
// CHECK: func.func private @cluster_2_M0
// CHECK-COUNT-1: arith.constant
// CHECK: func.func private @cluster_3_M0
// CHECK-COUNT-1: arith.constant

// HETERO also merges operations that read the same constant on a device: %z and %x.
// HETERO-LABEL: func.func @two_shared_constants
// HETERO-NOT: arith.constant
// HETERO-DAG: %[[A:.*]]:3 = cluster.launch @[[AX:cluster_[0-9]_M0]](%arg0, %arg1) on "M0" : (i32, i32) -> (i32, i32, i32)
// HETERO-DAG: %[[B:.*]] = cluster.launch @[[B1:cluster_[0-9]_M1]](%[[A]]#0) on "M1" : (i32) -> i32
// HETERO-DAG: cluster.launch @[[C1:cluster_[0-9]_M0]](%[[B]]) on "M0" : (i32) -> i32
// HETERO: func.func private @cluster_0_M0
// HETERO-COUNT-2: arith.constant
// HETERO: func.func private @cluster_1_M1
// HETERO-NOT: arith.constant
// HETERO: func.func private @cluster_2_M0
// HETERO-COUNT-1: arith.constant
func.func @two_shared_constants(%p: i32, %q: i32) -> (i32, i32, i32) {
  %k1 = arith.constant 11 : i32
  %k2 = arith.constant 22 : i32
  %a = arith.addi %p, %k1 {cluster.device = "M0"} : i32
  %x = arith.addi %a, %k2 {cluster.device = "M0"} : i32
  %b = arith.muli %a, %a {cluster.device = "M1"} : i32
  %c = arith.addi %b, %k1 {cluster.device = "M0"} : i32
  %z = arith.addi %q, %k2 {cluster.device = "M0"} : i32
  return %x, %c, %z : i32, i32, i32
}
