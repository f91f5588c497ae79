// RUN: lathe-opt %s --plan-pools --allow-unregistered-dialect --split-input-file | FileCheck %s

// Results of the last operation are not part of the plan.

// CHECK-LABEL: func.func @last
func.func @last(%a: tensor<4xf32>) {
  // CHECK: stablehlo.add {{.*}}nnvm.pool
  %0 = stablehlo.add %a, %a : tensor<4xf32>
  // CHECK-NOT: nnvm.pool
  "foo.last"() : () -> !foo.type
}

// -----

// An element of 4 bits takes one byte.

// CHECK: nnvm.pool_bytes = array<i64: 3>
func.func @nibbles(%x: tensor<3xi4>) -> tensor<3xi4> {
  %0 = nnvm.exp(%x) : (tensor<3xi4>) -> tensor<3xi4>
  return %0 : tensor<3xi4>
}
