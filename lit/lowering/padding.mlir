// RUN: lathe-opt %s --lower-to-kernels=target=vm --kernel-verify | FileCheck %s
// RUN: lathe-opt %s --stablehlo-to-linalg --fusion --plan-buffers | FileCheck %s --check-prefix=BUFFERS

// A pooling over padded rows and columns reads the operand directly. There is no padded copy, and only one kernel.
// Windows inside the operand are read without checks. At edges, the kernel reads the nearest element, and
// replaces it by the padding value.
// CHECK-LABEL: func.func @main
// CHECK-COUNT-1: call @k0
// CHECK: func.func private @k0(%arg0: memref<576xf32>
// CHECK: %[[P:.*]] = arith.addi %c-1, %
// CHECK: arith.cmpi ult, %[[P]], %c4
// CHECK: %[[IN:.*]] = arith.andi
// CHECK: scf.if %[[IN]]
// CHECK-NOT: arith.select
// CHECK: vector.load
// CHECK: } else {
// CHECK: arith.cmpi ult
// CHECK: arith.minsi
// CHECK: arith.maxsi
// CHECK: vector.load
// CHECK: arith.select {{.*}} vector<16xf32>
// CHECK: arith.maximumf

// BUFFERS: %[[A:.*]] = memref.alloca() : memref<1x8x8x16xf32>
// BUFFERS: linalg.fill {{.*}} outs(%[[A]]
// BUFFERS: memref.subview %[[A]][0, 1, 1, 0]
func.func @main(%x: tensor<1x6x6x16xf32>) -> tensor<1x3x3x16xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %r = "stablehlo.reduce_window"(%x, %low) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) {window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 2, 1>,
      padding = dense<[[0, 0], [1, 1], [1, 1], [0, 0]]> : tensor<4x2xi64>} : (tensor<1x6x6x16xf32>, tensor<f32>) -> tensor<1x3x3x16xf32>
  return %r : tensor<1x3x3x16xf32>
}
