// The output must equal the text below.
// RUN: grep -v '^// ' %s > %t
// RUN: lathe-opt %s | diff %t -
// RUN: lathe-opt %s --mlir-print-op-generic | lathe-opt | diff %t -
module {
  func.func @unary(%arg0: tensor<4x?xf32>, %arg1: memref<4xf16>) {
    %0 = linalg.log ins(%arg0 : tensor<4x?xf32>) outs(%arg0 : tensor<4x?xf32>) -> tensor<4x?xf32>
    linalg.log ins(%arg1 : memref<4xf16>) outs(%arg1 : memref<4xf16>)
    %1 = linalg.abs ins(%arg0 : tensor<4x?xf32>) outs(%arg0 : tensor<4x?xf32>) -> tensor<4x?xf32>
    linalg.abs ins(%arg1 : memref<4xf16>) outs(%arg1 : memref<4xf16>)
    %2 = linalg.ceil ins(%arg0 : tensor<4x?xf32>) outs(%arg0 : tensor<4x?xf32>) -> tensor<4x?xf32>
    linalg.ceil ins(%arg1 : memref<4xf16>) outs(%arg1 : memref<4xf16>)
    %3 = linalg.floor ins(%arg0 : tensor<4x?xf32>) outs(%arg0 : tensor<4x?xf32>) -> tensor<4x?xf32>
    linalg.floor ins(%arg1 : memref<4xf16>) outs(%arg1 : memref<4xf16>)
    %4 = linalg.negf ins(%arg0 : tensor<4x?xf32>) outs(%arg0 : tensor<4x?xf32>) -> tensor<4x?xf32>
    linalg.negf ins(%arg1 : memref<4xf16>) outs(%arg1 : memref<4xf16>)
    %5 = linalg.reciprocal ins(%arg0 : tensor<4x?xf32>) outs(%arg0 : tensor<4x?xf32>) -> tensor<4x?xf32>
    linalg.reciprocal ins(%arg1 : memref<4xf16>) outs(%arg1 : memref<4xf16>)
    %6 = linalg.round ins(%arg0 : tensor<4x?xf32>) outs(%arg0 : tensor<4x?xf32>) -> tensor<4x?xf32>
    linalg.round ins(%arg1 : memref<4xf16>) outs(%arg1 : memref<4xf16>)
    %7 = linalg.sqrt ins(%arg0 : tensor<4x?xf32>) outs(%arg0 : tensor<4x?xf32>) -> tensor<4x?xf32>
    linalg.sqrt ins(%arg1 : memref<4xf16>) outs(%arg1 : memref<4xf16>)
    %8 = linalg.rsqrt ins(%arg0 : tensor<4x?xf32>) outs(%arg0 : tensor<4x?xf32>) -> tensor<4x?xf32>
    linalg.rsqrt ins(%arg1 : memref<4xf16>) outs(%arg1 : memref<4xf16>)
    %9 = linalg.square ins(%arg0 : tensor<4x?xf32>) outs(%arg0 : tensor<4x?xf32>) -> tensor<4x?xf32>
    linalg.square ins(%arg1 : memref<4xf16>) outs(%arg1 : memref<4xf16>)
    %10 = linalg.tanh ins(%arg0 : tensor<4x?xf32>) outs(%arg0 : tensor<4x?xf32>) -> tensor<4x?xf32>
    linalg.tanh ins(%arg1 : memref<4xf16>) outs(%arg1 : memref<4xf16>)
    %11 = linalg.erf ins(%arg0 : tensor<4x?xf32>) outs(%arg0 : tensor<4x?xf32>) -> tensor<4x?xf32>
    linalg.erf ins(%arg1 : memref<4xf16>) outs(%arg1 : memref<4xf16>)
    return
  }
  func.func @binary(%arg0: tensor<4x?xf32>, %arg1: memref<4xi16>) {
    %0 = linalg.sub ins(%arg0, %arg0 : tensor<4x?xf32>, tensor<4x?xf32>) outs(%arg0 : tensor<4x?xf32>) -> tensor<4x?xf32>
    %1 = linalg.mul ins(%arg0, %arg0 : tensor<4x?xf32>, tensor<4x?xf32>) outs(%arg0 : tensor<4x?xf32>) -> tensor<4x?xf32>
    %2 = linalg.div ins(%arg0, %arg0 : tensor<4x?xf32>, tensor<4x?xf32>) outs(%arg0 : tensor<4x?xf32>) -> tensor<4x?xf32>
    %3 = linalg.max ins(%arg0, %arg0 : tensor<4x?xf32>, tensor<4x?xf32>) outs(%arg0 : tensor<4x?xf32>) -> tensor<4x?xf32>
    %4 = linalg.min ins(%arg0, %arg0 : tensor<4x?xf32>, tensor<4x?xf32>) outs(%arg0 : tensor<4x?xf32>) -> tensor<4x?xf32>
    %5 = linalg.powf ins(%arg0, %arg0 : tensor<4x?xf32>, tensor<4x?xf32>) outs(%arg0 : tensor<4x?xf32>) -> tensor<4x?xf32>
    linalg.add {mark} ins(%arg1, %arg1 : memref<4xi16>, memref<4xi16>) outs(%arg1 : memref<4xi16>)
    linalg.sub {mark} ins(%arg1, %arg1 : memref<4xi16>, memref<4xi16>) outs(%arg1 : memref<4xi16>)
    linalg.mul {mark} ins(%arg1, %arg1 : memref<4xi16>, memref<4xi16>) outs(%arg1 : memref<4xi16>)
    linalg.div {mark} ins(%arg1, %arg1 : memref<4xi16>, memref<4xi16>) outs(%arg1 : memref<4xi16>)
    linalg.div_unsigned {mark} ins(%arg1, %arg1 : memref<4xi16>, memref<4xi16>) outs(%arg1 : memref<4xi16>)
    linalg.max {mark} ins(%arg1, %arg1 : memref<4xi16>, memref<4xi16>) outs(%arg1 : memref<4xi16>)
    linalg.min {mark} ins(%arg1, %arg1 : memref<4xi16>, memref<4xi16>) outs(%arg1 : memref<4xi16>)
    return
  }
  func.func @products(%arg0: tensor<4xi1>, %arg1: tensor<4xf32>, %arg2: tensor<2x4x8xf32>, %arg3: tensor<2x8x4xf32>, %arg4: tensor<4x4xf32>, %arg5: tensor<2x8xf32>, %arg6: tensor<2x4xf32>, %arg7: tensor<1x2x3x4xi8>, %arg8: tensor<5x2x6x4xi8>, %arg9: tensor<1x5x3x6xi32>, %arg10: tensor<9x1x2x3x4xf16>, %arg11: tensor<9x5x2x6x4xf16>, %arg12: tensor<9x1x5x3x6xf32>, %arg13: tensor<4x8xi8>, %arg14: tensor<8x4xi16>, %arg15: tensor<4x4xi32>) {
    %0 = linalg.select ins(%arg0, %arg1, %arg1 : tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) outs(%arg1 : tensor<4xf32>) -> tensor<4xf32>
    %1 = linalg.batch_reduce_matmul ins(%arg2, %arg3 : tensor<2x4x8xf32>, tensor<2x8x4xf32>) outs(%arg4 : tensor<4x4xf32>) -> tensor<4x4xf32>
    %2 = linalg.batch_matvec ins(%arg2, %arg5 : tensor<2x4x8xf32>, tensor<2x8xf32>) outs(%arg6 : tensor<2x4xf32>) -> tensor<2x4xf32>
    %3 = linalg.batch_vecmat ins(%arg5, %arg3 : tensor<2x8xf32>, tensor<2x8x4xf32>) outs(%arg6 : tensor<2x4xf32>) -> tensor<2x4xf32>
    %4 = linalg.mmt4d ins(%arg7, %arg8 : tensor<1x2x3x4xi8>, tensor<5x2x6x4xi8>) outs(%arg9 : tensor<1x5x3x6xi32>) -> tensor<1x5x3x6xi32>
    %5 = linalg.batch_mmt4d ins(%arg10, %arg11 : tensor<9x1x2x3x4xf16>, tensor<9x5x2x6x4xf16>) outs(%arg12 : tensor<9x1x5x3x6xf32>) -> tensor<9x1x5x3x6xf32>
    %6 = linalg.matmul ins(%arg13, %arg14 : tensor<4x8xi8>, tensor<8x4xi16>) outs(%arg15 : tensor<4x4xi32>) -> tensor<4x4xi32>
    %7 = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%arg13, %arg14 : tensor<4x8xi8>, tensor<8x4xi16>) outs(%arg15 : tensor<4x4xi32>) -> tensor<4x4xi32>
    return
  }
  func.func @fill_vectors(%arg0: vector<2x4xf32>, %arg1: tensor<3xvector<2x4xf32>>) -> tensor<3xvector<2x4xf32>> {
    %0 = linalg.fill ins(%arg0 : vector<2x4xf32>) outs(%arg1 : tensor<3xvector<2x4xf32>>) -> tensor<3xvector<2x4xf32>>
    return %0 : tensor<3xvector<2x4xf32>>
  }
}

