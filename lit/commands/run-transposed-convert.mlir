// RUN: lathe run --no-cache --backend=ref %s > %t
// RUN: lathe run --no-cache --backend=vm %s | diff - %t
// RUN: lathe run --no-cache --backend=jit %s | diff - %t

// The nest that converts the transposed matrix has a schedule with tiles, which a kernel for rows of
// several nests cannot have.
func.func @main(%v1: tensor<16x20xi32>, %v2: tensor<20x96xi32>) -> (tensor<96x20xi8>, tensor<96xi32>) {
  %v3 = stablehlo.transpose %v2, dims = [1, 0] : (tensor<20x96xi32>) -> tensor<96x20xi32>
  %v4 = stablehlo.dot_general %v1, %v3, contracting_dims = [1] x [1] : (tensor<16x20xi32>, tensor<96x20xi32>) -> tensor<16x96xi32>
  %v5 = stablehlo.transpose %v4, dims = [1, 0] : (tensor<16x96xi32>) -> tensor<96x16xi32>
  %v7 = stablehlo.constant dense<0> : tensor<i32>
  %v8 = stablehlo.reduce(%v5 init: %v7) applies stablehlo.maximum across dimensions = [1] : (tensor<96x16xi32>, tensor<i32>) -> tensor<96xi32>
  %v21 = stablehlo.convert %v3 : (tensor<96x20xi32>) -> tensor<96x20xi8>
  return %v21, %v8 : tensor<96x20xi8>, tensor<96xi32>
}
