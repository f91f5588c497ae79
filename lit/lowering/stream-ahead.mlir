// RUN: lathe-opt %s --split-input-file --stablehlo-to-linalg --fusion --form-tiles --plan-buffers --linalg-to-kernels=target=avx2+l3=65536 --kernel-verify | FileCheck %s

// The sum has a single operand, which is larger than the last cache. So the kernel prefetches two pages ahead.
// CHECK-LABEL: func.func private @k0
// CHECK-DAG: %[[AHEAD:.*]] = arith.constant 2048 : index
// CHECK: vector.load %arg0[%[[AT:.*]]]
// CHECK: %[[NEXT:.*]] = arith.addi %[[AT]], %[[AHEAD]]
// CHECK: memref.prefetch %arg0[%[[NEXT]]], read
func.func @large(%x: tensor<16x1032xf32>) -> tensor<16xf32> {
  %i = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.add across dimensions = [1] : (tensor<16x1032xf32>, tensor<f32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}

// -----

// CHECK-LABEL: func.func @in_cache
// CHECK-NOT: memref.prefetch
func.func @in_cache(%x: tensor<16x1024xf32>) -> tensor<16xf32> {
  %i = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.add across dimensions = [1] : (tensor<16x1024xf32>, tensor<f32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}

// -----

// With two operands, the kernel reads two streams.
// CHECK-LABEL: func.func @two
// CHECK-NOT: memref.prefetch
func.func @two(%x: tensor<16x2048xf32>, %y: tensor<16x2048xf32>) -> tensor<16xf32> {
  %i = stablehlo.constant dense<0.0> : tensor<f32>
  %p = stablehlo.subtract %x, %y : tensor<16x2048xf32>
  %0 = stablehlo.reduce(%p init: %i) applies stablehlo.add across dimensions = [1] : (tensor<16x2048xf32>, tensor<f32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}
