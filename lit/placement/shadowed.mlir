// A warning names the operations that a rule matches without effect, and the rule or attribute that takes precedence.
// RUN: lathe-opt --diag-style=rich %s --affinity='devices=vm,ref rules={pin op stablehlo.add to ref; pin op stablehlo.* to vm}' 2>&1 | FileCheck %s --check-prefix=RULE
// RUN: lathe-opt --diag-style=rich %s --affinity='devices=vm,ref rules={pin op stablehlo.negate to vm}' 2>&1 | FileCheck %s --check-prefix=ATTR
// RUN: lathe-opt %s --affinity='devices=vm,ref rules={pin op stablehlo.add and not op stablehlo.negate to vm}' 2>&1 | FileCheck %s --check-prefix=NONE

// RULE: rules:1:30: warning: the rule pins 2 operations to device 'vm', but the rule 'pin op stablehlo.add to ref' takes precedence
// RULE: shadowed.mlir:[[@LINE+11]]:8: note: %a goes to device 'ref'
// RULE: help: put this rule before the other, since the first rule that matches applies, or exclude these operations from this rule with 'and not'
// RULE: rules:1:30: warning: the rule pins 1 operation to device 'vm', but the attribute cluster.device takes precedence
// RULE: note: %c goes to device 'ref'
// RULE: help: attributes take precedence over rules
// RULE: module
// ATTR: rules:1:1: warning: the rule pins 1 operation to device 'vm', but the attribute cluster.device takes precedence
// NONE-NOT: warning
// NONE: module
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {

  %a = stablehlo.add %x, %x : tensor<4xf32>
  %b = stablehlo.add %a, %x : tensor<4xf32>
  %c = stablehlo.negate %b {cluster.device = "ref"} : tensor<4xf32>
  return %c : tensor<4xf32>
}
