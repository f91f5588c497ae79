// The reductions of a row use more lanes than vectors of indices have in 512 bits. So the kernel is written
// again with fewer lanes. All units of the kernel must then have the same number of lanes.
// RUN: lathe-opt %s --lower-to-kernels=target=c --kernel-verify | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK: func.func private @k0
func.func @main(%a0: tensor<33x1x20xi1>) -> (tensor<11x1x20xi1>) {
  %v1 = stablehlo.constant dense<false> : tensor<i1>
  %v2 = stablehlo.reduce(%a0 init: %v1) applies stablehlo.and across dimensions = [2] : (tensor<33x1x20xi1>, tensor<i1>) -> tensor<33x1xi1>
  %v3 = stablehlo.broadcast_in_dim %v2, dims = [0, 1] : (tensor<33x1xi1>) -> tensor<33x1x20xi1>
  %v4 = stablehlo.or %a0, %v3 : tensor<33x1x20xi1>
  %v5 = stablehlo.xor %v4, %v4 : tensor<33x1x20xi1>
  %v6 = stablehlo.constant dense<false> : tensor<i1>
  %v7 = stablehlo.reduce(%v5 init: %v6) applies stablehlo.and across dimensions = [2] : (tensor<33x1x20xi1>, tensor<i1>) -> tensor<33x1xi1>
  %v8 = stablehlo.broadcast_in_dim %v7, dims = [0, 1] : (tensor<33x1xi1>) -> tensor<33x1x20xi1>
  %v9 = stablehlo.and %v5, %v8 : tensor<33x1x20xi1>
  %v10 = stablehlo.reverse %v9, dims = [2] : tensor<33x1x20xi1>
  %v11 = stablehlo.constant dense<false> : tensor<i1>
  %v12 = stablehlo.reduce(%v10 init: %v11) applies stablehlo.and across dimensions = [2] : (tensor<33x1x20xi1>, tensor<i1>) -> tensor<33x1xi1>
  %v13 = stablehlo.broadcast_in_dim %v12, dims = [0, 1] : (tensor<33x1xi1>) -> tensor<33x1x20xi1>
  %v14 = stablehlo.xor %v10, %v13 : tensor<33x1x20xi1>
  %v18 = stablehlo.and %v14, %v10 : tensor<33x1x20xi1>
  %v39 = stablehlo.constant dense<1> : tensor<i64>
  %v40 = stablehlo.constant dense<1> : tensor<i64>
  %v41 = stablehlo.constant dense<2> : tensor<i64>
  %v42 = stablehlo.dynamic_slice %v18, %v39, %v40, %v41, sizes = [11, 1, 20] : (tensor<33x1x20xi1>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<11x1x20xi1>
  return %v42 : tensor<11x1x20xi1>
}

