// RUN: lathe-opt %s --stablehlo-to-linalg --fusion --pack-operands=target=avx2+l2=524288 --split-input-file | FileCheck %s

// Vectors of avx2 are shorter than a cache line, so copying a large operand saves time from 32 rows on.
// CHECK-LABEL: @rows32
// CHECK: lathe.packed = 0 : i64
// CHECK: lathe.packed = 1 : i64
func.func @rows32(%a: tensor<32x1000xf32>, %b: tensor<1000x1000xf32>) -> tensor<32x1000xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<32x1000xf32>, tensor<1000x1000xf32>) -> tensor<32x1000xf32>
  return %0 : tensor<32x1000xf32>
}

// -----

// CHECK-LABEL: @rows31
// CHECK-NOT: lathe.packed
// CHECK: return
func.func @rows31(%a: tensor<31x1000xf32>, %b: tensor<1000x1000xf32>) -> tensor<31x1000xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<31x1000xf32>, tensor<1000x1000xf32>) -> tensor<31x1000xf32>
  return %0 : tensor<31x1000xf32>
}

// -----

// The columns of two terms are 4096 bytes apart.
// CHECK-LABEL: @pages
// CHECK: lathe.packed = 0 : i64
// CHECK: lathe.packed = 1 : i64
func.func @pages(%a: tensor<16x1000xf32>, %b: tensor<1000x1024xf32>) -> tensor<16x1024xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<16x1000xf32>, tensor<1000x1024xf32>) -> tensor<16x1024xf32>
  return %0 : tensor<16x1024xf32>
}

// -----

// For 128 rows, an operand that fits into the second-level cache is copied too, unless it fits into the first-level cache.
// CHECK-LABEL: @small
// CHECK: lathe.packed = 0 : i64
// CHECK: lathe.packed = 1 : i64
func.func @small(%a: tensor<128x100xf32>, %b: tensor<100x100xf32>) -> tensor<128x100xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<128x100xf32>, tensor<100x100xf32>) -> tensor<128x100xf32>
  return %0 : tensor<128x100xf32>
}

// -----

// CHECK-LABEL: @tiny
// CHECK-NOT: lathe.packed
// CHECK: return
func.func @tiny(%a: tensor<128x64xf32>, %b: tensor<64x64xf32>) -> tensor<128x64xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<128x64xf32>, tensor<64x64xf32>) -> tensor<128x64xf32>
  return %0 : tensor<128x64xf32>
}

// -----

// CHECK-LABEL: @pages15
// CHECK-NOT: lathe.packed
// CHECK: return
func.func @pages15(%a: tensor<15x1000xf32>, %b: tensor<1000x1024xf32>) -> tensor<15x1024xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<15x1000xf32>, tensor<1000x1024xf32>) -> tensor<15x1024xf32>
  return %0 : tensor<15x1024xf32>
}

// -----

// CHECK-LABEL: @small127
// CHECK-NOT: lathe.packed
// CHECK: return
func.func @small127(%a: tensor<127x100xf32>, %b: tensor<100x100xf32>) -> tensor<127x100xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<127x100xf32>, tensor<100x100xf32>) -> tensor<127x100xf32>
  return %0 : tensor<127x100xf32>
}
