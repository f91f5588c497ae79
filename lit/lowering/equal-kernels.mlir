// Nests that differ only in their buffers share a kernel. Nests differ if a scalar, a constant or a stride differs,
// or if only one of them has two operands in the same memory.
// RUN: lathe-opt %s --split-input-file --lower-to-kernels=target=vm | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK: call @k0
// CHECK: call @k0
// CHECK: call @k1
// CHECK: call @k2
// CHECK: call @k3
// CHECK: call @k4
// CHECK: call @k4
// CHECK-NOT: call
// CHECK-COUNT-5: func.func private @k
func.func @main(%a: tensor<8x16xf32>, %b: tensor<8x16xf32>, %c: tensor<8x32xf32>, %s: tensor<f32>, %t: tensor<f32>)
    -> (tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) {
  %one = stablehlo.constant dense<1.0> : tensor<8x16xf32>
  %two = stablehlo.constant dense<2.0> : tensor<8x16xf32>
  %0 = stablehlo.add %a, %one : tensor<8x16xf32>
  %1 = stablehlo.add %b, %one : tensor<8x16xf32>
  %2 = stablehlo.add %b, %two : tensor<8x16xf32>
  %3 = stablehlo.slice %c [0:8, 3:19] : (tensor<8x32xf32>) -> tensor<8x16xf32>
  %4 = stablehlo.add %3, %one : tensor<8x16xf32>
  %5 = stablehlo.multiply %a, %a : tensor<8x16xf32>
  %6 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
  %7 = stablehlo.multiply %6, %b : tensor<8x16xf32>
  %8 = stablehlo.broadcast_in_dim %t, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
  %9 = stablehlo.multiply %8, %a : tensor<8x16xf32>
  return %0, %1, %2, %4, %5, %7, %9 : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>
}

// -----

// A transposed operand, and the order of the operands of a subtraction after a product.
// CHECK-LABEL: func.func @orders
// CHECK: call @k0
// CHECK: call @k1
// CHECK: call @k2
// CHECK: call @k3
// CHECK: func.func private @k0
func.func @orders(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = stablehlo.add %a, %b : tensor<8x8xf32>
  %1 = stablehlo.transpose %b, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = stablehlo.add %a, %1 : tensor<8x8xf32>
  %3 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %4 = stablehlo.subtract %3, %b : tensor<8x8xf32>
  %5 = stablehlo.dot_general %b, %a, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %6 = stablehlo.subtract %a, %5 : tensor<8x8xf32>
  return %0, %2, %4, %6 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}

// -----

// One conversion overwrites its operand. The operand of the other conversion is read again later.
// CHECK-LABEL: func.func @places
// CHECK: call @k2(
// CHECK: call @k4(
// CHECK: func.func private @k2({{.*}}kernel.inplace
// CHECK: arith.fptosi
// CHECK: func.func private @k4(
// CHECK-NOT: kernel.inplace
// CHECK: arith.fptosi
func.func @places(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xi32>, tensor<8x8xf32>, tensor<8x8xi32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.dot_general %0, %b, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = stablehlo.convert %0 : (tensor<8x8xf32>) -> tensor<8x8xi32>
  %3 = stablehlo.dot_general %2, %2, contracting_dims = [1] x [0] : (tensor<8x8xi32>, tensor<8x8xi32>) -> tensor<8x8xi32>
  %4 = stablehlo.dot_general %b, %a, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %5 = stablehlo.convert %4 : (tensor<8x8xf32>) -> tensor<8x8xi32>
  %6 = stablehlo.dot_general %4, %b, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %7 = stablehlo.dot_general %5, %5, contracting_dims = [1] x [0] : (tensor<8x8xi32>, tensor<8x8xi32>) -> tensor<8x8xi32>
  return %1, %3, %6, %7 : tensor<8x8xf32>, tensor<8x8xi32>, tensor<8x8xf32>, tensor<8x8xi32>
}
