// The passes that compile for a target form one named pipeline.
// RUN: lathe-opt %s --lower-to-kernels=target=c | FileCheck %s
// RUN: lathe-opt %s --lower-to-kernels='target=c entry=other' | FileCheck %s --check-prefix=OTHER
// RUN: lathe-opt %s --lower-to-kernels='target=c disable-passes=fusion' | FileCheck %s --check-prefix=APART
// RUN: lathe-opt %s --lower-to-kernels=target=c --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=LIST
// RUN: not lathe-opt %s --lower-to-kernels=target=abacus 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not lathe-opt %s --lower-to-kernels='target=c entry=othre' 2>&1 | FileCheck %s --check-prefix=ENTRY

// CHECK:     func.func @main({{.*}}) attributes {kernel.host
// CHECK-NOT: @other
// CHECK:     call @k0
// CHECK-NOT: call @k1

// OTHER:     func.func @other({{.*}}) attributes {kernel.host
// OTHER-NOT: @main

// APART: call @k0
// APART: call @k1

// LIST:      builtin.module(
// LIST-NEXT:   keep-entry{entry=},
// LIST:        stablehlo-to-linalg,
// LIST:        plan-buffers,
// LIST-NEXT:   func.func(
// LIST-NEXT:     stream-stores{target=host+tiles=0},
// LIST-NEXT:     schedule-nests{target=host+tiles=0}
// LIST-NEXT:   ),
// LIST-NEXT:   linalg-to-kernels{target=host+tiles=0}

// UNKNOWN: there is no target 'abacus'
// UNKNOWN: the targets are {{.*}}vm

// ENTRY: module has no function @othre
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %y : tensor<4xf32>
  %1 = stablehlo.multiply %0, %y : tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func @other(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.negate %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
