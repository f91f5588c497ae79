// The pass cluster-inline keeps launched functions that have other references. They are no longer
// clusters.
// RUN: lathe-opt %s --cluster-inline | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK-NEXT: stablehlo.add
// CHECK-NEXT: call @f(
// CHECK-NEXT: call @g(
// CHECK-NEXT: stablehlo.add
// CHECK-NEXT: return
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = cluster.launch @f(%a) on "vm" {cluster.replicas = [@g, @h]} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = func.call @f(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = func.call @g(%1) : (tensor<4xf32>) -> tensor<4xf32>
  %3 = cluster.launch @f(%2) on "vm" : (tensor<4xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}
// CHECK: func.func private @f(%{{.*}}: tensor<4xf32>) -> tensor<4xf32> {
func.func private @f(%a: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.device = "vm"} {
  %0 = stablehlo.add %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
// CHECK: func.func private @g(%{{.*}}: tensor<4xf32>) -> tensor<4xf32> {
func.func private @g(%a: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.device = "vm"} {
  %0 = stablehlo.add %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
// CHECK-NOT: @h
func.func private @h(%a: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.device = "vm"} {
  %0 = stablehlo.add %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
