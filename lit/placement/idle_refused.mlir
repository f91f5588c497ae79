// RUN: not lathe-opt --diag-style=rich %s --affinity='devices=c,vm require=c rules={keep op stablehlo.* from c}' 2>&1 | FileCheck %s
// A required device that runs nothing: the help says how many operations it refuses, and why the
// first.

// CHECK: error: device 'c' is required, but runs nothing
// CHECK: help: it refuses 3 of 3 operations, the first 'stablehlo.add': the rule 'keep op stablehlo.* from c'
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %a : tensor<4xf32>
  %1 = stablehlo.multiply %0, %0 : tensor<4xf32>
  %2 = stablehlo.negate %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}
