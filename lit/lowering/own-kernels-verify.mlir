// kernel-verify accepts kernels of programs with complicated addresses.

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

// A buffer without elements has the same offset in the arena as another buffer.
// CHECK: kernel.host
// CHECK-NOT: kernel.inplace
func.func @main(%a: tensor<17x3x4xcomplex<f32>>, %i: tensor<3x1xi32>) -> tensor<3x0x4xcomplex<f32>> {
  %n = stablehlo.negate %a : tensor<17x3x4xcomplex<f32>>
  %r = "stablehlo.gather"(%n, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 0, 4>}> : (tensor<17x3x4xcomplex<f32>>, tensor<3x1xi32>) -> tensor<3x0x4xcomplex<f32>>
  %s = stablehlo.add %r, %r : tensor<3x0x4xcomplex<f32>>
  return %s : tensor<3x0x4xcomplex<f32>>
}

// -----

// For so many elements, indices have 64 bits.
// CHECK: kernel.host
// CHECK: memref<2200000000xi64>
// CHECK-NOT: memref<2200000000xi32>
func.func @main(%a: tensor<2200000000xi8>) -> tensor<2200000000xi8> {
  %r = "stablehlo.sort"(%a) ({
  ^bb0(%x: tensor<i8>, %y: tensor<i8>):
    %z = stablehlo.compare LT, %x, %y : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %z : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<2200000000xi8>) -> tensor<2200000000xi8>
  return %r : tensor<2200000000xi8>
}

// -----

// CHECK: kernel.host
// CHECK: xi64>
func.func @main(%x: tensor<2200000000xi8>, %s: tensor<1100000000xi8>) -> tensor<2200000000xi8> {
  %z = stablehlo.constant dense<0> : tensor<i8>
  %r = "stablehlo.select_and_scatter"(%x, %s, %z) ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>):
    %p = stablehlo.compare GE, %a, %b : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<i8>, %b: tensor<i8>):
    %p = stablehlo.add %a, %b : tensor<i8>
    stablehlo.return %p : tensor<i8>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<2200000000xi8>, tensor<1100000000xi8>, tensor<i8>) -> tensor<2200000000xi8>
  return %r : tensor<2200000000xi8>
}

// -----

// Shifts of integers of less than a byte.
// CHECK-COUNT-2: arith.shli
func.func @main(%x: tensor<21xi4>, %y: tensor<21xui2>) -> (tensor<21xi4>, tensor<21xui2>) {
  %r = stablehlo.shift_left %x, %x : tensor<21xi4>
  %s = stablehlo.shift_left %y, %y : tensor<21xui2>
  return %r, %s : tensor<21xi4>, tensor<21xui2>
}
