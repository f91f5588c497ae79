// RUN: not lathe-opt --diag-style=rich %s --affinity='devices=c,vm require=c rules={keep op stablehlo.* from c}' 2>&1 | FileCheck %s
// If a required device runs nothing, the help states how many operations the device refuses, and the reason for the
// first one.

// CHECK: error: device 'c' is required, but runs nothing
// CHECK: help: it refuses 3 of 3 operations, the first 'stablehlo.add': the rule 'keep op stablehlo.* from c'
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %a : tensor<4xf32>
  %1 = stablehlo.multiply %0, %0 : tensor<4xf32>
  %2 = stablehlo.negate %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}
