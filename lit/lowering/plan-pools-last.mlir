// RUN: lathe-opt %s --plan-pools --allow-unregistered-dialect | FileCheck %s

// Results of the last operation are not part of the plan.

// CHECK-LABEL: func.func @last
func.func @last(%a: tensor<4xf32>) {
  // CHECK: stablehlo.add {{.*}}nnvm.pool
  %0 = stablehlo.add %a, %a : tensor<4xf32>
  // CHECK-NOT: nnvm.pool
  "foo.last"() : () -> !foo.type
}
