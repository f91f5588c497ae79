// The output must equal the text below.
// RUN: grep -v '^// ' %s > %t
// RUN: lathe-opt %s --allow-unregistered-dialect | diff %t -
// RUN: lathe-opt %s --allow-unregistered-dialect --mlir-print-op-generic | lathe-opt --allow-unregistered-dialect | diff %t -
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
#map2 = affine_map<(d0, d1, d2) -> (d2, d0)>
#map3 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map4 = affine_map<(d0, d1, d2) -> (d0, d1)>
module {
  func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<8x4xf32>, %arg2: tensor<4x4xf32>, %arg3: tensor<4xf32>, %arg4: f32, %arg5: memref<4x8xf32>, %arg6: tensor<8xf32>, %arg7: tensor<f32>, %arg8: tensor<2x4x8xf32>, %arg9: tensor<2x8x4xf32>, %arg10: tensor<2x4x4xf32>) {
    %0 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<4x8xf32>) outs(%arg0 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %13 = linalg.index 0 : index
      linalg.yield %in : f32
    } -> tensor<4x8xf32>
    %1 = linalg.generic {doc = "x", indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"], library_call = "foo"} ins(%arg0 : tensor<4x8xf32>) outs(%arg3 : tensor<4xf32>) attrs =  {foo = 1 : i32} {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4xf32>
    linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%arg5 : memref<4x8xf32>) {
    ^bb0(%out: f32):
      linalg.yield %out : f32
    }
    %2 = linalg.fill ins(%arg4 : f32) outs(%arg0 : tensor<4x8xf32>) -> tensor<4x8xf32>
    linalg.fill ins(%arg4 : f32) outs(%arg5 : memref<4x8xf32>)
    %3 = linalg.copy ins(%arg0 : tensor<4x8xf32>) outs(%arg0 : tensor<4x8xf32>) -> tensor<4x8xf32>
    %4 = linalg.matmul ins(%arg0, %arg1 : tensor<4x8xf32>, tensor<8x4xf32>) outs(%arg2 : tensor<4x4xf32>) -> tensor<4x4xf32>
    %5 = linalg.batch_matmul ins(%arg8, %arg9 : tensor<2x4x8xf32>, tensor<2x8x4xf32>) outs(%arg10 : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
    %6 = linalg.matvec ins(%arg0, %arg6 : tensor<4x8xf32>, tensor<8xf32>) outs(%arg3 : tensor<4xf32>) -> tensor<4xf32>
    %7 = linalg.vecmat ins(%arg3, %arg0 : tensor<4xf32>, tensor<4x8xf32>) outs(%arg6 : tensor<8xf32>) -> tensor<8xf32>
    %8 = linalg.dot ins(%arg3, %arg3 : tensor<4xf32>, tensor<4xf32>) outs(%arg7 : tensor<f32>) -> tensor<f32>
    %transposed = linalg.transpose ins(%arg0 : tensor<4x8xf32>) outs(%arg1 : tensor<8x4xf32>) permutation = [1, 0]  {foo}
    %broadcasted = linalg.broadcast ins(%arg3 : tensor<4xf32>) outs(%arg0 : tensor<4x8xf32>) dimensions = [1] 
    %reduced = linalg.reduce ins(%arg0 : tensor<4x8xf32>) outs(%arg3 : tensor<4xf32>) dimensions = [1] 
      (%in: f32, %init: f32) {
        %13 = arith.addf %in, %init : f32
        linalg.yield %13 : f32
      }
    %reduced_0 = linalg.reduce { arith.addf {bar} } ins(%arg0 : tensor<4x8xf32>) outs(%arg3 : tensor<4xf32>) dimensions = [1]  {foo}
    %mapped = linalg.map ins(%arg0, %arg0 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%arg0 : tensor<4x8xf32>)
      (%in: f32, %in_2: f32, %init: f32) {
        %13 = arith.addf %in, %in_2 : f32
        %14 = arith.mulf %13, %in_2 : f32
        linalg.yield %14 : f32
      }
    %mapped_1 = linalg.map { arith.addf } ins(%arg0, %arg0 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%arg0 : tensor<4x8xf32>) {foo}
    %9 = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%arg0 : tensor<4x8xf32>) outs(%arg0 : tensor<4x8xf32>) -> tensor<4x8xf32>
    %10 = linalg.add ins(%arg0, %arg0 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%arg0 : tensor<4x8xf32>) -> tensor<4x8xf32>
    %11 = linalg.exp ins(%arg0 : tensor<4x8xf32>) outs(%arg0 : tensor<4x8xf32>) -> tensor<4x8xf32>
    %12 = linalg.matmul indexing_maps = [#map2, #map3, #map4] ins(%arg1, %arg1 : tensor<8x4xf32>, tensor<8x4xf32>) outs(%arg2 : tensor<4x4xf32>) -> tensor<4x4xf32>
    return
  }
}

