// RUN: lathe-opt %s --mlir-print-unique-ssa-ids | FileCheck %s
// RUN: lathe-opt %s --mlir-print-unique-ssa-ids | lathe-opt --mlir-print-unique-ssa-ids | FileCheck %s

// Values in a body that is not printed do not use up names of printed values.

// CHECK: linalg.generic
// CHECK-NEXT: ^bb0(%in: f32, %in_0: f32, %out: f32):
func.func @bodies(%a: tensor<8x8xf32>) {
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%a, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%a : tensor<8x8xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    linalg.yield %x : f32
  } -> tensor<8x8xf32>
  %1 = linalg.matmul ins(%a, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%a, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}
