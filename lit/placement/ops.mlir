// RUN: lathe-opt %s --allow-unregistered-dialect | FileCheck %s
// RUN: lathe-opt %s --allow-unregistered-dialect --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: lathe-opt %s --allow-unregistered-dialect --mlir-print-op-generic | lathe-opt --allow-unregistered-dialect | FileCheck %s

// CHECK: module attributes {cluster.devices = [#cluster.target<"vm">, #cluster.target<"c", {threads = 2 : i64}>]}
module attributes {cluster.devices = [#cluster.target<"vm">, #cluster.target<"c", {threads = 2}>]} {
  // CHECK-LABEL: func.func @main
  // CHECK-SAME: attributes {cluster.ops = 2 : i64, cluster.order = array<i64: 2, 1>}
  func.func @main(%a: tensor<4xf32>, %b: f32) -> f32 attributes {cluster.ops = 2, cluster.order = array<i64: 2, 1>} {
    // CHECK: %[[R:.*]]:2 = cluster.region "vm" (%[[X:.*]] = %arg0 : tensor<4xf32>, %[[Y:.*]] = %arg1 : f32) -> (tensor<4xf32>, f32) {
    // CHECK-NEXT: %[[A:.*]] = "t.a"(%[[X]]) {cluster.device = "vm", cluster.pin} : (tensor<4xf32>) -> tensor<4xf32>
    // CHECK-NEXT: %[[K:.*]] = "t.constant"() {cluster.origin = 7 : i64} : () -> f32
    // CHECK-NEXT: cluster.yield %[[A]], %[[K]] : tensor<4xf32>, f32
    // GENERIC: "cluster.region"(%{{.*}}, %{{.*}}) <{device = "vm"}> ({
    // GENERIC-NEXT: ^bb0(%{{.*}}: tensor<4xf32>, %{{.*}}: f32):
    // GENERIC: "cluster.yield"(%{{.*}}, %{{.*}}) : (tensor<4xf32>, f32) -> ()
    // GENERIC-NEXT: }) : (tensor<4xf32>, f32) -> (tensor<4xf32>, f32)
    %r:2 = cluster.region "vm" (%x = %a : tensor<4xf32>, %y = %b : f32) -> (tensor<4xf32>, f32) {
      %0 = "t.a"(%x) {cluster.device = "vm", cluster.pin} : (tensor<4xf32>) -> tensor<4xf32>
      %1 = "t.constant"() {cluster.origin = 7} : () -> f32
      cluster.yield %0, %1 : tensor<4xf32>, f32
    }
    // CHECK: cluster.region "c" () attributes {note} {
    // CHECK-NEXT: "t.effect"() : () -> ()
    // CHECK-NEXT: cluster.yield
    cluster.region "c" () attributes {note} {
      "t.effect"() : () -> ()
      cluster.yield
    }
    // CHECK: %[[C:.*]] = cluster.copy %[[R]]#1 from "vm" to "c" : f32
    // GENERIC: "cluster.copy"(%{{.*}}#1) <{from = "vm", to = "c"}> : (f32) -> f32
    %c = cluster.copy %r#1 from "vm" to "c" : f32
    // CHECK: %{{.*}} = cluster.launch @cluster_0_c(%[[C]]) on "c" : (f32) -> f32
    // GENERIC: "cluster.launch"(%{{.*}}) <{callee = @cluster_0_c, device = "c"}> : (f32) -> f32
    %l = cluster.launch @cluster_0_c(%c) on "c" : (f32) -> f32
    return %l : f32
  }
  func.func private @cluster_0_c(%a: f32) -> f32 attributes {cluster.device = "c"} {
    return %a : f32
  }
}
