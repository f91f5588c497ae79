// RUN: lathe-opt %s --allow-unregistered-dialect --stablehlo-to-linalg --fusion --mlir-print-op-generic --split-input-file | FileCheck %s

// The gradient of a product: the operations that broadcast and multiply are fused into the sum, and
// their results are never stored.
// CHECK: affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK: affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK: affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-LABEL: sym_name = "gradient"
// CHECK: "linalg.generic"(%arg0, %arg1, %{{[0-9]+}})
// CHECK: "arith.mulf"
// CHECK-NEXT: "arith.addf"
// A returned value has only canonical NaNs.
// CHECK: "linalg.generic"
// CHECK: "arith.cmpf"
// CHECK-NOT: "linalg.generic"
// CHECK: return
func.func @gradient(%dy: tensor<64x32xf32>, %w: tensor<128x32xf32>) -> tensor<64x128xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %dy, dims = [0, 2] : (tensor<64x32xf32>) -> tensor<64x128x32xf32>
  %1 = stablehlo.reshape %w : (tensor<128x32xf32>) -> tensor<1x128x32xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2] : (tensor<1x128x32xf32>) -> tensor<64x128x32xf32>
  %3 = stablehlo.multiply %0, %2 : tensor<64x128x32xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<64x128x32xf32>, tensor<f32>) -> tensor<64x128xf32>
  return %4 : tensor<64x128xf32>
}

// -----

// An exponential of few elements, each of which many iterations read, is not fused.
// CHECK-LABEL: sym_name = "expensive"
// CHECK: "linalg.generic"
// CHECK: "math.exp"
// CHECK: "linalg.generic"
// CHECK-NOT: "math.exp"
// CHECK: "arith.mulf"
func.func @expensive(%a: tensor<8xf32>, %b: tensor<100x8xf32>) -> tensor<100x8xf32> {
  %0 = stablehlo.exponential %a : tensor<8xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<8xf32>) -> tensor<100x8xf32>
  %2 = stablehlo.multiply %1, %b : tensor<100x8xf32>
  return %2 : tensor<100x8xf32>
}

// -----

// The right operand of a product is read again for each row, so the transpose is not fused.
// The last nest makes NaNs canonical.
// CHECK-LABEL: sym_name = "transposed"
// CHECK-COUNT-3: "linalg.generic"
// CHECK-NOT: "linalg.generic"
func.func @transposed(%a: tensor<16x32xf32>, %b: tensor<64x32xf32>) -> tensor<16x64xf32> {
  %t = stablehlo.transpose %b, dims = [1, 0] : (tensor<64x32xf32>) -> tensor<32x64xf32>
  %0 = stablehlo.dot_general %a, %t, contracting_dims = [1] x [0] : (tensor<16x32xf32>, tensor<32x64xf32>) -> tensor<16x64xf32>
  return %0 : tensor<16x64xf32>
}
