// RUN: not lathe-opt %s --affinity='devices=vm,c require=vm,c' 2>&1 | FileCheck %s --check-prefix=IDLE
// RUN: not lathe-opt %s --affinity='devices=vm require=c' 2>&1 | FileCheck %s --check-prefix=ABSENT
// RUN: lathe-opt %s --affinity='devices=vm,c require=vm,c rules={pin op stablehlo.multiply to c}' | FileCheck %s
// RUN: not lathe-opt %s --affinity='devices=vm,c no-fallback rules={keep op stablehlo.multiply from vm}' 2>&1 | FileCheck %s --check-prefix=FALLBACK
// RUN: lathe-opt %s --affinity='devices=vm,c no-fallback rules={pin op stablehlo.multiply to c}' | FileCheck %s
// RUN: not lathe-opt %s --affinity='devices=vm,c rules={pin op stablehlo.multiply to gpu}' 2>&1 | FileCheck %s --check-prefix=STRANGER
// RUN: not lathe-opt %s --affinity='devices=vm,c rules={pin op stablehlo.nix to c}' 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: not lathe-opt %s --affinity='devices=vm,c rules={pin stablehlo.add to c}' 2>&1 | FileCheck %s --check-prefix=GRAMMAR

// Row "no silent placement": a request for a placement is fulfilled, or is an error.
// IDLE: error: device 'c' is required, but runs nothing
// ABSENT: error: device 'c' is required, but the devices are 'vm'
// FALLBACK: error: 'stablehlo.multiply' op falls back to device 'c', which no-fallback forbids
// FALLBACK: device 'vm' refuses it: the rule 'keep op stablehlo.multiply from vm' keeps it away
// STRANGER: rules:1:1: error: the rule names device 'gpu', but the devices are 'vm', 'c'
// NOTHING: rules:1:1: error: the rule matches no operation
// GRAMMAR: rules:1:5: error: unexpected 'stablehlo.add'
// CHECK: stablehlo.add {{.*}}cluster.device = "vm"
// CHECK: stablehlo.multiply {{.*}}cluster.device = "c"
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %a : tensor<4xf32>
  %1 = stablehlo.multiply %0, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
