// RUN: lathe-opt %s --canonicalize | FileCheck %s

// An operation on constants is folded only if this takes little work.

// CHECK-LABEL: func.func @small_window(
// CHECK-NEXT: stablehlo.constant
// CHECK-NEXT: return
func.func @small_window() -> tensor<1x1x200x200xf32> {
  %a = stablehlo.constant dense<1.5> : tensor<1x1x200x200xf32>
  %0 = "onednn_graph.MaxPool"(%a) {data_format = "NCX", strides = array<i64: 1, 1>, kernel = array<i64: 3, 3>, pads_begin = array<i64: 1, 1>, pads_end = array<i64: 1, 1>} : (tensor<1x1x200x200xf32>) -> tensor<1x1x200x200xf32>
  return %0 : tensor<1x1x200x200xf32>
}

// The windows have 40,000 · 63² elements.
// CHECK-LABEL: func.func @large_window(
// CHECK: onednn_graph.MaxPool
func.func @large_window() -> tensor<1x1x200x200xf32> {
  %a = stablehlo.constant dense<1.5> : tensor<1x1x200x200xf32>
  %0 = "onednn_graph.MaxPool"(%a) {data_format = "NCX", strides = array<i64: 1, 1>, kernel = array<i64: 63, 63>, pads_begin = array<i64: 31, 31>, pads_end = array<i64: 31, 31>} : (tensor<1x1x200x200xf32>) -> tensor<1x1x200x200xf32>
  return %0 : tensor<1x1x200x200xf32>
}

// The product has 100 million multiplications.
// CHECK-LABEL: func.func @large_product(
// CHECK: onednn_graph.MatMul
func.func @large_product() -> tensor<500x500xf32> {
  %a = stablehlo.constant dense<1.5> : tensor<500x400xf32>
  %b = stablehlo.constant dense<1.5> : tensor<400x500xf32>
  %0 = "onednn_graph.MatMul"(%a, %b) : (tensor<500x400xf32>, tensor<400x500xf32>) -> tensor<500x500xf32>
  return %0 : tensor<500x500xf32>
}
