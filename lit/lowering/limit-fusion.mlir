// RUN: lathe-opt %s --stablehlo-to-linalg --fusion --split-input-file | FileCheck %s

// A nest has at most 400 additions of work. A sine counts as 20, and the test for NaN at the end as 2.
// CHECK-LABEL: @fits
// CHECK-COUNT-1: linalg.generic
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @fits(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.sine %x : tensor<8xf32>
  %1 = stablehlo.sine %0 : tensor<8xf32>
  %2 = stablehlo.sine %1 : tensor<8xf32>
  %3 = stablehlo.sine %2 : tensor<8xf32>
  %4 = stablehlo.sine %3 : tensor<8xf32>
  %5 = stablehlo.sine %4 : tensor<8xf32>
  %6 = stablehlo.sine %5 : tensor<8xf32>
  %7 = stablehlo.sine %6 : tensor<8xf32>
  %8 = stablehlo.sine %7 : tensor<8xf32>
  %9 = stablehlo.sine %8 : tensor<8xf32>
  %10 = stablehlo.sine %9 : tensor<8xf32>
  %11 = stablehlo.sine %10 : tensor<8xf32>
  %12 = stablehlo.sine %11 : tensor<8xf32>
  %13 = stablehlo.sine %12 : tensor<8xf32>
  %14 = stablehlo.sine %13 : tensor<8xf32>
  %15 = stablehlo.sine %14 : tensor<8xf32>
  %16 = stablehlo.sine %15 : tensor<8xf32>
  %17 = stablehlo.sine %16 : tensor<8xf32>
  %18 = stablehlo.sine %17 : tensor<8xf32>
  return %18 : tensor<8xf32>
}

// -----

// CHECK-LABEL: @divided
// CHECK-COUNT-2: linalg.generic
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @divided(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.sine %x : tensor<8xf32>
  %1 = stablehlo.sine %0 : tensor<8xf32>
  %2 = stablehlo.sine %1 : tensor<8xf32>
  %3 = stablehlo.sine %2 : tensor<8xf32>
  %4 = stablehlo.sine %3 : tensor<8xf32>
  %5 = stablehlo.sine %4 : tensor<8xf32>
  %6 = stablehlo.sine %5 : tensor<8xf32>
  %7 = stablehlo.sine %6 : tensor<8xf32>
  %8 = stablehlo.sine %7 : tensor<8xf32>
  %9 = stablehlo.sine %8 : tensor<8xf32>
  %10 = stablehlo.sine %9 : tensor<8xf32>
  %11 = stablehlo.sine %10 : tensor<8xf32>
  %12 = stablehlo.sine %11 : tensor<8xf32>
  %13 = stablehlo.sine %12 : tensor<8xf32>
  %14 = stablehlo.sine %13 : tensor<8xf32>
  %15 = stablehlo.sine %14 : tensor<8xf32>
  %16 = stablehlo.sine %15 : tensor<8xf32>
  %17 = stablehlo.sine %16 : tensor<8xf32>
  %18 = stablehlo.sine %17 : tensor<8xf32>
  %19 = stablehlo.sine %18 : tensor<8xf32>
  return %19 : tensor<8xf32>
}

// -----

// A transpose does no work, so it is fused in any case.
// CHECK-LABEL: @free
// CHECK-COUNT-2: linalg.generic
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @free(%y: tensor<4x2xf32>) -> tensor<2x4xf32> {
  %x = stablehlo.transpose %y, dims = [1, 0] : (tensor<4x2xf32>) -> tensor<2x4xf32>
  %0 = stablehlo.sine %x : tensor<2x4xf32>
  %1 = stablehlo.sine %0 : tensor<2x4xf32>
  %2 = stablehlo.sine %1 : tensor<2x4xf32>
  %3 = stablehlo.sine %2 : tensor<2x4xf32>
  %4 = stablehlo.sine %3 : tensor<2x4xf32>
  %5 = stablehlo.sine %4 : tensor<2x4xf32>
  %6 = stablehlo.sine %5 : tensor<2x4xf32>
  %7 = stablehlo.sine %6 : tensor<2x4xf32>
  %8 = stablehlo.sine %7 : tensor<2x4xf32>
  %9 = stablehlo.sine %8 : tensor<2x4xf32>
  %10 = stablehlo.sine %9 : tensor<2x4xf32>
  %11 = stablehlo.sine %10 : tensor<2x4xf32>
  %12 = stablehlo.sine %11 : tensor<2x4xf32>
  %13 = stablehlo.sine %12 : tensor<2x4xf32>
  %14 = stablehlo.sine %13 : tensor<2x4xf32>
  %15 = stablehlo.sine %14 : tensor<2x4xf32>
  %16 = stablehlo.sine %15 : tensor<2x4xf32>
  %17 = stablehlo.sine %16 : tensor<2x4xf32>
  %18 = stablehlo.sine %17 : tensor<2x4xf32>
  %19 = stablehlo.sine %18 : tensor<2x4xf32>
  return %19 : tensor<2x4xf32>
}
