// RUN: lathe-opt %s --state-to-values | FileCheck %s
// RUN: not lathe-opt %s --nn-to-stablehlo 2>&1 | FileCheck %s --check-prefix=FIRST
// RUN: not lathe-opt %s --order-mutation --nn-to-stablehlo 2>&1 | FileCheck %s --check-prefix=FIRST
// RUN: lathe-opt %s --order-mutation --state-to-values --nn-to-stablehlo | FileCheck %s --check-prefix=VALUES
// Without state-to-values, changes of variables would be lost.
// FIRST: error: 'nnvm._assign' op reads or changes a variable, which StableHLO does not have: run state-to-values first
// VALUES: stablehlo.add
// VALUES: stablehlo.add
// VALUES-NOT: nnvm._assign
// w := w + 1, w2 := w + 1: the new values of variables are returned, for the next run.

// CHECK: func.func @main(%arg0: tensor<4xf32> {lathe.state = 1 : i64}, %arg1: tensor<4xf32> {lathe.state = 2 : i64}) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
// CHECK: %[[W:.*]] = nnvm.__add_scalar__(%arg1)
// CHECK: %[[W2:.*]] = nnvm.__add_scalar__(%[[W]])
// CHECK: return %[[W2]], %[[W2]], %[[W]]
func.func @main(%w2: tensor<4xf32>, %w: tensor<4xf32>) -> tensor<4xf32> {
  %0 = nnvm.__add_scalar__(%w) {scalar = 1.0} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = nnvm._assign(%w, %0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = nnvm.__add_scalar__(%1) {scalar = 1.0} : (tensor<4xf32>) -> tensor<4xf32>
  %3 = nnvm._assign(%w2, %2) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}
