// RUN: lathe-opt %s --stablehlo-to-linalg --plan-buffers --split-input-file | FileCheck %s

// An output has one element type, so integers that are converted to the floats of the output are
// not stored in its memory.

// CHECK-LABEL: func.func @converted
// CHECK-SAME:    %[[OUT:arg2]]: memref<8xf32>
// CHECK:         %[[INTS:.*]] = memref.view %arg3[%{{.*}}][] : memref<64xi8> to memref<8xi32>
// CHECK:         linalg.generic {{.*}} ins(%[[INTS]] : memref<8xi32>) outs(%[[OUT]] : memref<8xf32>)
// CHECK-NOT:     linalg.generic
func.func @converted(%a: tensor<4xi32>, %b: tensor<4xi32>) -> tensor<8xf32> {
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<4xi32>, tensor<4xi32>) -> tensor<8xi32>
  %1 = stablehlo.convert %0 : (tensor<8xi32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

// -----

// If later operations also work in place, the result is copied from the arena.

// CHECK-LABEL: func.func @converted_further
// CHECK-SAME:    %[[OUT:arg3]]: memref<8xf32>
// CHECK:         linalg.generic {{.*}} outs(%[[OUT]] : memref<8xf32>)
func.func @converted_further(%a: tensor<4xi32>, %b: tensor<4xi32>, %c: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<4xi32>, tensor<4xi32>) -> tensor<8xi32>
  %1 = stablehlo.convert %0 : (tensor<8xi32>) -> tensor<8xf32>
  %2 = stablehlo.dot_general %1, %c, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %4 = stablehlo.add %1, %3 : tensor<8xf32>
  return %4 : tensor<8xf32>
}
