// RUN: lathe-opt %s | FileCheck %s
// RUN: lathe-opt %s --mlir-print-op-generic | lathe-opt | FileCheck %s

// CHECK-LABEL: func.func @chlo(
func.func @chlo(%a: tensor<4xf32>, %s: tensor<f32>) {
  // CHECK: chlo.erf %{{.*}} : tensor<4xf32> -> tensor<4xf32>
  %0 = "chlo.erf"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: chlo.is_inf %{{.*}} : tensor<4xf32> -> tensor<4xi1>
  %1 = chlo.is_inf %a : tensor<4xf32> -> tensor<4xi1>
  // CHECK: chlo.broadcast_add %{{.*}}, %{{.*}} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = chlo.broadcast_add %a, %s : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: chlo.broadcast_compare %{{.*}}, %{{.*}} {comparison_direction = #chlo<comparison_direction LT>} : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  %3 = chlo.broadcast_compare %a, %s {comparison_direction = #chlo<comparison_direction LT>} : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  // CHECK: chlo.top_k(%{{.*}}, k = 2) : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi32>)
  %4:2 = chlo.top_k(%a, k = 2) : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi32>)
  return
}
