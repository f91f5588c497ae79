// RUN: not lathe-opt %s --partition 2>&1 | FileCheck %s

// The operation has no results, since it writes to a memref.
// CHECK: error: 'linalg.transpose' op has no device
func.func @transpose(%x: memref<16x32xf32>, %y: memref<32x16xf32>) {
  linalg.transpose ins(%x : memref<16x32xf32>) outs(%y : memref<32x16xf32>) permutation = [1, 0]
  return
}
