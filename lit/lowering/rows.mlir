// RUN: lathe-opt %s --lower-to-kernels=target=vm --kernel-verify --split-input-file | FileCheck %s

// A softmax is one kernel: all steps process a row while it is in the cache.
// CHECK-LABEL: func.func @softmax
// CHECK: call @k0
// CHECK-NOT: call
// CHECK: func.func private @k0
// CHECK-SAME: kernel.grid = 64
// CHECK: arith.maximumf
// CHECK: arith.divf
// CHECK-NOT: func.func
func.func @softmax(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %i = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %m = stablehlo.reduce(%x init: %i) applies stablehlo.maximum across dimensions = [1] : (tensor<64x128xf32>, tensor<f32>) -> tensor<64xf32>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<64xf32>) -> tensor<64x128xf32>
  %d = stablehlo.subtract %x, %mb : tensor<64x128xf32>
  %e = stablehlo.exponential %d : tensor<64x128xf32>
  %s = stablehlo.reduce(%e init: %z) applies stablehlo.add across dimensions = [1] : (tensor<64x128xf32>, tensor<f32>) -> tensor<64xf32>
  %sb = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<64xf32>) -> tensor<64x128xf32>
  %r = stablehlo.divide %e, %sb : tensor<64x128xf32>
  return %r : tensor<64x128xf32>
}

// -----

// Rows with several dimensions, and an operand that is the same for some rows.
// CHECK-LABEL: func.func @heads
// CHECK: call @k0
// CHECK-NOT: call
// CHECK: func.func private @k0
// CHECK-SAME: kernel.grid = 96
// CHECK: arith.remui
func.func @heads(%x: tensor<4x24x128xf32>, %mask: tensor<24x128xf32>) -> tensor<4x24x128xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [2] : (tensor<4x24x128xf32>, tensor<f32>) -> tensor<4x24xf32>
  %sb = stablehlo.broadcast_in_dim %s, dims = [0, 1] : (tensor<4x24xf32>) -> tensor<4x24x128xf32>
  %d = stablehlo.subtract %x, %sb : tensor<4x24x128xf32>
  %mb = stablehlo.broadcast_in_dim %mask, dims = [1, 2] : (tensor<24x128xf32>) -> tensor<4x24x128xf32>
  %r = stablehlo.multiply %d, %mb : tensor<4x24x128xf32>
  return %r : tensor<4x24x128xf32>
}

// -----

// A row that reads the sums of all rows is in a separate kernel.
// CHECK-LABEL: func.func @columns
// CHECK: call @k0
// CHECK: call @k1
func.func @columns(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>
  %sb = stablehlo.broadcast_in_dim %s, dims = [1] : (tensor<64xf32>) -> tensor<64x64xf32>
  %r = stablehlo.subtract %x, %sb : tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

// -----

// A few rows are too few for a grid.
// CHECK-LABEL: func.func @few
// CHECK: call @k0
// CHECK: call @k1
func.func @few(%x: tensor<4x1024xf32>) -> tensor<4x1024xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x1024xf32>, tensor<f32>) -> tensor<4xf32>
  %sb = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<4xf32>) -> tensor<4x1024xf32>
  %r = stablehlo.subtract %x, %sb : tensor<4x1024xf32>
  return %r : tensor<4x1024xf32>
}
