// RUN: lathe-opt %s --affinity='devices=vm,ref rules={pin name a to ref}' | FileCheck %s
// RUN: lathe-opt %s --canonicalize --affinity='devices=vm,ref rules={pin name %%a to ref}' | FileCheck %s
// RUN: not lathe-opt %s --affinity='devices=vm,ref rules={pin name nix to ref}' 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: lathe-opt %s --affinity='devices=ref.0,ref.1 rules={keep name inner from ref.0}' | FileCheck %s --check-prefix=INNER
// RUN: not lathe-opt %s --affinity='devices=ref rules={keep name inner from ref}' 2>&1 | FileCheck %s --check-prefix=SAID

// Rules use the names of values in the text, not the printed names.
// CHECK: stablehlo.abs {{.*}}cluster.device = "vm"
// CHECK: stablehlo.negate {{.*}}cluster.device = "ref"
// NONE: rules:1:1: error: the rule matches no operation
// INNER: stablehlo.negate {{.*}}cluster.device = "ref.0"
// INNER: }) {{.*}}cluster.device = "ref.1"
// SAID: the rule 'keep name inner from ref' keeps away 'stablehlo.sine' %inner inside
func.func @main(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %b = stablehlo.abs %x : tensor<4xf32>
  %a = stablehlo.negate %b : tensor<4xf32>
  %r = "stablehlo.if"(%p) ({
    %inner = stablehlo.sine %a : tensor<4xf32>
    stablehlo.return %inner : tensor<4xf32>
  }, {
    stablehlo.return %a : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
