// RUN: lathe-opt %s --allow-unregistered-dialect --stablehlo-to-linalg --fusion --plan-buffers --linalg-to-kernels=target=avx512 --kernel-verify --mlir-print-op-generic --split-input-file | FileCheck %s

// Eleven elements: a vector of eight, then three scalars, in one grid of four.
// CHECK-LABEL: "func.call"
// CHECK-SAME: callee = @k0
// CHECK: sym_name = "k0"
// CHECK: "arith.minsi"
// CHECK: "vector.load"{{.*}} -> vector<8xf32>
// CHECK: "arith.addf"{{.*}} -> vector<8xf32>
// CHECK: "arith.maxsi"
// CHECK: "memref.load"
// CHECK: "arith.addf"{{.*}} -> f32
// CHECK: kernel.grid = 4 : index, kernel.lanes = 8 : i64, kernel.writes = array<i64: 1>
func.func @main(%x: tensor<11xf32>) -> tensor<11xf32> {
  %0 = stablehlo.add %x, %x : tensor<11xf32>
  return %0 : tensor<11xf32>
}

// -----

// A product of 8 rows and two vectors of columns is one tile: rows and columns are loaded
// once, and 16 sums stay in registers.
// CHECK: sym_name = "k0"
// CHECK: "memref.load"
// CHECK-COUNT-2: "vector.load"
// CHECK-COUNT-7: "memref.load"
// CHECK-NOT: "vector.load"
// CHECK-COUNT-16: "vector.store"
// CHECK: kernel.grid = 1 : index
func.func @main(%a: tensor<8x12xf32>, %b: tensor<12x32xf32>) -> tensor<8x32xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x12xf32>, tensor<12x32xf32>) -> tensor<8x32xf32>
  return %0 : tensor<8x32xf32>
}

// -----

// Two equal operations share a kernel.
// CHECK-COUNT-2: callee = @k0
// CHECK: sym_name = "k0"
// CHECK-NOT: sym_name = "k1"
func.func @main(%a: tensor<8xf32>, %b: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.tanh %a : tensor<8xf32>
  %1 = stablehlo.tanh %b : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}
