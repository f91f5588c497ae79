// RUN: lathe run --backend=ref %s | FileCheck %s
// RUN: lathe run --backend=jit %s | FileCheck %s

// If axes or shapes are operands, their values follow from the types of inputs and results.
// CHECK: tensor<2xf32> [6, 15]
// CHECK: tensor<1x3xf32> {{\[}}[5, 7, 9]]
func.func @main(%axes: tensor<1xi32>) -> (tensor<2xf32>, tensor<1x3xf32>) {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %0 = onednn_graph.ReduceSum(%x, %axes) : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<2xf32>
  %1 = onednn_graph.ReduceSum(%x, %axes) {keep_dims = true} : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<1x3xf32>
  return %0, %1 : tensor<2xf32>, tensor<1x3xf32>
}
