// RUN: lathe-opt %s | FileCheck %s
// RUN: lathe-opt %s --mlir-print-op-generic | lathe-opt | FileCheck %s

// CHECK-LABEL: func.func @elementwise(
func.func @elementwise(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf16> {
  // CHECK: nn.add %{{.*}}, %{{.*}} : tensor<4xf32>
  %0 = nn.add %a, %b : tensor<4xf32>
  // CHECK: nn.sub %{{.*}}, %{{.*}} : tensor<4xf32>
  %1 = nn.sub %0, %b : tensor<4xf32>
  // CHECK: nn.mul %{{.*}}, %{{.*}} : tensor<4xf32>
  %2 = nn.mul %1, %b : tensor<4xf32>
  // CHECK: nn.div %{{.*}}, %{{.*}} : tensor<4xf32>
  %3 = nn.div %2, %b : tensor<4xf32>
  // CHECK: nn.max %{{.*}}, %{{.*}} : tensor<4xf32>
  %4 = nn.max %3, %b : tensor<4xf32>
  // CHECK: nn.min %{{.*}}, %{{.*}} : tensor<4xf32>
  %5 = nn.min %4, %b : tensor<4xf32>
  // CHECK: nn.relu %{{.*}} : tensor<4xf32>
  %6 = nn.relu %5 : tensor<4xf32>
  // CHECK: nn.sigmoid %{{.*}} : tensor<4xf32>
  %7 = nn.sigmoid %6 : tensor<4xf32>
  // CHECK: nn.tanh %{{.*}} : tensor<4xf32>
  %8 = nn.tanh %7 : tensor<4xf32>
  // CHECK: nn.clip %{{.*}} {max = 1.000000e+00 : f64, min = -1.000000e+00 : f64} : tensor<4xf32>
  %9 = nn.clip %8 {min = -1.0, max = 1.0} : tensor<4xf32>
  // CHECK: nn.convert %{{.*}} : (tensor<4xf32>) -> tensor<4xf16>
  %10 = nn.convert %9 : (tensor<4xf32>) -> tensor<4xf16>
  // CHECK: nn.clip %{{.*}} {max = 0x7FF0000000000000 : f64, min = 0x7FF0000000000000 : f64} : tensor<4xf32>
  %11 = nn.clip %9 {min = 0x7FF0000000000000 : f64, max = 0x7FF0000000000000 : f64} : tensor<4xf32>
  return %10 : tensor<4xf16>
}

// CHECK-LABEL: func.func @products(
func.func @products(%x: tensor<2x3xf32>, %w: tensor<3x4xf32>, %b: tensor<4xf32>) {
  // CHECK: nn.fc %{{.*}}, %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<3x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  %0 = nn.fc %x, %w, %b : (tensor<2x3xf32>, tensor<3x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  // CHECK: nn.matmul %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %1 = nn.matmul %x, %w : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  // CHECK: nn.layer_norm %{{.*}}, %{{.*}}, %{{.*}} {epsilon = 1.000000e-05 : f64} : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  %2 = nn.layer_norm %0, %b, %b {epsilon = 1.0e-5} : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  // CHECK: nn.topk %{{.*}} {k = 2 : i64} : (tensor<2x4xf32>) -> (tensor<2x2xf32>, tensor<2x2xi64>)
  %3:2 = nn.topk %2 {k = 2} : (tensor<2x4xf32>) -> (tensor<2x2xf32>, tensor<2x2xi64>)
  return
}

// CHECK-LABEL: func.func @moves(
func.func @moves(%a: tensor<2x4xf32>, %b: tensor<3x4xf32>) {
  // CHECK: nn.concat %{{.*}}, %{{.*}} {axis = 0 : i64} : (tensor<2x4xf32>, tensor<3x4xf32>) -> tensor<5x4xf32>
  %0 = nn.concat %a, %b {axis = 0} : (tensor<2x4xf32>, tensor<3x4xf32>) -> tensor<5x4xf32>
  // CHECK: nn.slice %{{.*}} {start = array<i64: 0, 1>} : (tensor<5x4xf32>) -> tensor<2x3xf32>
  %1 = nn.slice %0 {start = array<i64: 0, 1>} : (tensor<5x4xf32>) -> tensor<2x3xf32>
  // CHECK: nn.reshape %{{.*}} : (tensor<2x3xf32>) -> tensor<6xf32>
  %2 = nn.reshape %1 : (tensor<2x3xf32>) -> tensor<6xf32>
  // CHECK: nn.transpose %{{.*}} {permutation = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %3 = nn.transpose %1 {permutation = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  // CHECK: nn.tile %{{.*}} {axis = 0 : i64, count = 2 : i64} : (tensor<3x2xf32>) -> tensor<6x2xf32>
  %4 = nn.tile %3 {axis = 0, count = 2} : (tensor<3x2xf32>) -> tensor<6x2xf32>
  // CHECK: nn.splat {value = 1.000000e+00 : f64} : tensor<4xi32>
  %5 = nn.splat {value = 1.0} : tensor<4xi32>
  return
}

// CHECK-LABEL: func.func @lookups(
func.func @lookups(%d: tensor<10x16xf32>, %q: tensor<10x24xui8>, %r: tensor<10x16xui8>, %s: tensor<10xf32>,
                   %w: tensor<8xf32>, %i: tensor<8xi64>, %l: tensor<4xi32>) {
  // CHECK: nn.sparse_lengths_sum %{{.*}}, %{{.*}}, %{{.*}} : (tensor<10x16xf32>, tensor<8xi64>, tensor<4xi32>) -> tensor<4x16xf32>
  %0 = nn.sparse_lengths_sum %d, %i, %l : (tensor<10x16xf32>, tensor<8xi64>, tensor<4xi32>) -> tensor<4x16xf32>
  // CHECK: nn.sparse_lengths_weighted_sum %
  %1 = nn.sparse_lengths_weighted_sum %d, %w, %i, %l : (tensor<10x16xf32>, tensor<8xf32>, tensor<8xi64>, tensor<4xi32>) -> tensor<4x16xf32>
  // CHECK: nn.rowwise_sparse_lengths_weighted_sum %
  %2 = nn.rowwise_sparse_lengths_weighted_sum %r, %s, %s, %w, %i, %l : (tensor<10x16xui8>, tensor<10xf32>, tensor<10xf32>, tensor<8xf32>, tensor<8xi64>, tensor<4xi32>) -> tensor<4x16xf32>
  // CHECK: nn.fused_rowwise_sparse_lengths_sum %
  %3 = nn.fused_rowwise_sparse_lengths_sum %q, %i, %l : (tensor<10x24xui8>, tensor<8xi64>, tensor<4xi32>) -> tensor<4x16xf32>
  // CHECK: nn.fused_rowwise_sparse_lengths_weighted_sum %
  %4 = nn.fused_rowwise_sparse_lengths_weighted_sum %q, %w, %i, %l : (tensor<10x24xui8>, tensor<8xf32>, tensor<8xi64>, tensor<4xi32>) -> tensor<4x16xf32>
  // CHECK: nn.embedding_bag %
  %5 = nn.embedding_bag %d, %w, %i, %l : (tensor<10x16xf32>, tensor<8xf32>, tensor<8xi64>, tensor<4xi32>) -> tensor<4x16xf32>
  // CHECK: nn.embedding_bag_byte_rowwise %
  %6 = nn.embedding_bag_byte_rowwise %q, %w, %i, %l : (tensor<10x24xui8>, tensor<8xf32>, tensor<8xi64>, tensor<4xi32>) -> tensor<4x16xf32>
  return
}

// CHECK-LABEL: func.func @convolution(
func.func @convolution(%x: tensor<1x8x8x4xf32>, %k: tensor<6x3x3x4xf32>, %b: tensor<6xf32>) {
  // CHECK: nn.conv2d %{{.*}}, %{{.*}}, %{{.*}} {pads = array<i64: 1, 1, 1, 1>, strides = array<i64: 2, 2>} : (tensor<1x8x8x4xf32>, tensor<6x3x3x4xf32>, tensor<6xf32>) -> tensor<1x4x4x6xf32>
  %0 = nn.conv2d %x, %k, %b {pads = array<i64: 1, 1, 1, 1>, strides = array<i64: 2, 2>} : (tensor<1x8x8x4xf32>, tensor<6x3x3x4xf32>, tensor<6xf32>) -> tensor<1x4x4x6xf32>
  return
}
