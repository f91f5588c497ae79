// RUN: lathe-opt %s --affinity='devices=ref.0,ref.1 rules={pin op stablehlo.negate to ref.1}' | FileCheck %s --check-prefixes=CHECK,IF
// RUN: lathe-opt %s --affinity='devices=ref.0,ref.1 rules={keep op stablehlo.negate from ref.0}' | FileCheck %s --check-prefixes=CHECK,IF
// RUN: lathe-opt %s --affinity='devices=ref.0,ref.1 rules={pin symbol @f to ref.1}' | FileCheck %s --check-prefixes=CHECK,CALL
// RUN: lathe-opt %s --affinity='devices=ref.0,ref.1 rules={pin op stablehlo.add and bytes = 16 to ref.1}' | FileCheck %s --check-prefixes=CHECK,NONE
// RUN: not lathe-opt %s --affinity='devices=ref.0,ref.1 rules={pin op stablehlo.add and bytes = 4 to ref.1}' 2>&1 | FileCheck %s --check-prefix=WHOLE
// RUN: lathe-opt %s --affinity='devices=ref.0,ref.1 rules={pin op stablehlo.if to ref.0; pin op stablehlo.negate or op stablehlo.sine to ref.1}' | FileCheck %s --check-prefixes=CHECK,CALL
// RUN: not lathe-opt %s --affinity='devices=ref.0,ref.1 rules={pin op stablehlo.negate to ref.1; pin op stablehlo.abs to ref.0}' 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: not lathe-opt %s --affinity='devices=ref.0,ref.1 rules={keep op stablehlo.negate from ref.0; keep op stablehlo.negate from ref.1}' 2>&1 | FileCheck %s --check-prefix=AWAY
// RUN: lathe-opt %s --affinity='devices=ref.0,ref.1 rules={pin not (op stablehlo.reduce or op stablehlo.if or op func.call or symbol @f) and op stablehlo.* to ref.1}' 2>&1 | FileCheck %s --check-prefix=AROUND

// A rule that matches a nested operation applies to the operation that contains it. Sizes refer to the outer operation.
// CHECK: func.func @main
// NONE: "stablehlo.if"
// NONE: }) {{.*}}cluster.device = "ref.0"
// IF: "stablehlo.if"
// IF: }) {{.*}}cluster.device = "ref.1"
// CALL: "stablehlo.if"
// CALL: }) {{.*}}cluster.device = "ref.0"
// NONE: call @f({{.*}}) {{.*}}cluster.device = "ref.0"
// IF: call @f({{.*}}) {{.*}}cluster.device = "ref.0"
// CALL: call @f({{.*}}) {{.*}}cluster.device = "ref.1"
// NONE: stablehlo.reduce{{.*}}cluster.device = "ref.1"

// WHOLE: rules:1:1: error: the rule matches no operation

// BOTH: error: 'stablehlo.if' op is placed on one device with all operations that it contains, but these are pinned to device 'ref.1' and to device 'ref.0'
// BOTH: note: to 'ref.1' by the rule 'pin op stablehlo.negate to ref.1', which matches 'stablehlo.negate' %a inside
// BOTH: note: to 'ref.0' by the rule 'pin op stablehlo.abs to ref.0', which matches 'stablehlo.abs' %a inside

// AWAY: note: device 'ref.0' refuses it: the rule 'keep op stablehlo.negate from ref.0' keeps away 'stablehlo.negate' %a inside

// AROUND: "stablehlo.if"
// AROUND: }) {{.*}}cluster.device = "ref.0"
// AROUND: stablehlo.reduce{{.*}}cluster.device = "ref.0"
// AROUND: stablehlo.exponential{{.*}}cluster.device = "ref.1"
func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = stablehlo.sine %x : tensor<4xf32>
  return %a : tensor<4xf32>
}
func.func @main(%p: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4x4xf32>, %z: tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %r = "stablehlo.if"(%p) ({
    %a = stablehlo.negate %x : tensor<4xf32>
    stablehlo.return %a : tensor<4xf32>
  }, {
    %a = stablehlo.abs %x : tensor<4xf32>
    stablehlo.return %a : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  %s = func.call @f(%r) : (tensor<4xf32>) -> tensor<4xf32>
  %t = stablehlo.reduce(%y init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
  %u = stablehlo.exponential %t : tensor<4xf32>
  return %s, %u : tensor<4xf32>, tensor<4xf32>
}
