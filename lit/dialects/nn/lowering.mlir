// RUN: lathe-opt %s --nn-to-stablehlo | FileCheck %s
// RUN: lathe-opt %s --canonicalize | FileCheck %s --check-prefix=FOLD

// CHECK-LABEL: func.func @layer(
// CHECK: %[[P:.*]] = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] {cluster.device = "vm"}
// CHECK: %[[B:.*]] = stablehlo.broadcast_in_dim %arg2, dims = [1] {cluster.device = "vm"}
// CHECK: %[[S:.*]] = stablehlo.add %[[P]], %[[B]] {cluster.device = "vm"}
// CHECK: stablehlo.logistic %[[S]]
// CHECK-NOT: nn.
func.func @layer(%x: tensor<2x3xf32>, %w: tensor<3x4xf32>, %b: tensor<4xf32>) -> tensor<2x4xf32> {
  %0 = nn.fc %x, %w, %b {cluster.device = "vm"} : (tensor<2x3xf32>, tensor<3x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  %1 = nn.sigmoid %0 : tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}

// FOLD-LABEL: func.func @fold(
// FOLD-NEXT: stablehlo.constant dense<[-1.000000e+00, 5.000000e-01, 1.000000e+00]> : tensor<3xf32>
// FOLD-NEXT: return
func.func @fold() -> tensor<3xf32> {
  %c = stablehlo.constant dense<[-3.0, 0.5, 7.0]> : tensor<3xf32>
  %0 = nn.clip %c {min = -1.0, max = 1.0} : tensor<3xf32>
  return %0 : tensor<3xf32>
}
