// RUN: lathe-opt %s --lower-to-kernels=target=vm --kernel-verify --split-input-file | FileCheck %s

// A lookup of rows copies vectors: the index of the row is a scalar.
// CHECK-LABEL: func.func @rows
// CHECK: func.func private @k0
// CHECK-NOT: vector.gather
// CHECK: arith.minsi {{.*}} : index
// CHECK: vector.load %{{.*}} : memref<6400xf32>
func.func @rows(%table: tensor<100x64xf32>, %ids: tensor<7xi32>) -> tensor<7x64xf32> {
  %r = "stablehlo.gather"(%table, %ids) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 64>}> : (tensor<100x64xf32>, tensor<7xi32>) -> tensor<7x64xf32>
  return %r : tensor<7x64xf32>
}

// -----

// A lookup of elements gathers them.
// CHECK-LABEL: func.func @elements
// CHECK: vector.gather
func.func @elements(%table: tensor<100xf32>, %ids: tensor<64xi32>) -> tensor<64xf32> {
  %r = "stablehlo.gather"(%table, %ids) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1>}> : (tensor<100xf32>, tensor<64xi32>) -> tensor<64xf32>
  return %r : tensor<64xf32>
}
