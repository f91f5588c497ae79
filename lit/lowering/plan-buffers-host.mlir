// RUN: lathe-opt %s --plan-buffers | FileCheck %s

// An operation that runs on the host may have scalar operands.

// CHECK-LABEL: func.func @elements(
func.func @elements() {
  // CHECK: %[[C:.*]] = arith.constant 1.0
  %c = arith.constant 1.0 : f32
  // CHECK: tensor.from_elements %[[C]], %[[C]] : tensor<2xf32>
  %0 = tensor.from_elements %c, %c : tensor<2xf32>
  return
}
