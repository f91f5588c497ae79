// Kernels of programs whose addresses need care are accepted by kernel-verify.

// RUN: lathe-opt %s --split-input-file --lower-to-kernels=target=vm --kernel-verify | FileCheck %s

// The host loops over parts of lines that are not contiguous.
// CHECK: kernel.host
func.func @main(%a: tensor<4097x33xf32>) -> tensor<4097x33xf32> {
  %r = "stablehlo.sort"(%a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %z : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<4097x33xf32>) -> tensor<4097x33xf32>
  return %r : tensor<4097x33xf32>
}

// -----

// A buffer without elements has the offset of another one in the arena.
// CHECK: kernel.host
// CHECK-NOT: kernel.inplace
func.func @main(%a: tensor<17x3x4xcomplex<f32>>, %i: tensor<3x1xi32>) -> tensor<3x0x4xcomplex<f32>> {
  %n = stablehlo.negate %a : tensor<17x3x4xcomplex<f32>>
  %r = "stablehlo.gather"(%n, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 0, 4>}> : (tensor<17x3x4xcomplex<f32>>, tensor<3x1xi32>) -> tensor<3x0x4xcomplex<f32>>
  %s = stablehlo.add %r, %r : tensor<3x0x4xcomplex<f32>>
  return %s : tensor<3x0x4xcomplex<f32>>
}
