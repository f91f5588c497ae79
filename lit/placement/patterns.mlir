// RUN: lathe-opt %s --affinity='devices=vm,ref rules={pin op stable*neg?te to ref}' | FileCheck %s
// RUN: lathe-opt %s --affinity='devices=vm,ref rules={pin op "*.negate" and attr role to ref}' | FileCheck %s
// RUN: lathe-opt %s --affinity='devices=vm,ref rules={pin attr role = "h*d" to ref}' | FileCheck %s
// RUN: lathe-opt %s --affinity='devices=vm,ref rules={pin bytes = 16 to ref}' | FileCheck %s
// RUN: lathe-opt %s --affinity='devices=vm,ref rules={pin not flops < 4 to ref;}' | FileCheck %s
// RUN: lathe-opt %s --affinity='devices=vm,ref rules={pin type "tensor<4x*" to ref}' | FileCheck %s
// RUN: lathe-opt %s --affinity='devices=vm,ref rules={pin attr scale = 0.1 to ref}' | FileCheck %s
// RUN: lathe-opt %s --affinity='devices=vm,ref rules={pin attr count = "1*" to ref}' | FileCheck %s
// RUN: lathe-opt %s --affinity='devices=vm,ref rules={pin id 08-09 or op stablehlo.negate to ref}' | FileCheck %s
// RUN: lathe-opt %s --affinity='devices=vm,ref rules={pin op stablehlo.negate to ref #}' | FileCheck %s
// RUN: not lathe-opt %s --affinity='devices=vm,ref rules={pin op negate to ref}' 2>&1 | FileCheck %s --check-prefix=WHOLE

// Patterns match whole names; sizes are the sizes of results.
// CHECK: stablehlo.abs {{.*}}cluster.device = "vm"
// CHECK: stablehlo.negate {{.*}}cluster.device = "ref"
// WHOLE: rules:1:1: error: the rule matches no operation
func.func @main(%x: tensor<2xf32>, %y: tensor<4xf32>) -> (tensor<2xf32>, tensor<4xf32>) {
  %a = stablehlo.abs %x : tensor<2xf32>
  %b = stablehlo.negate %y {count = 12 : i64, role = "head", scale = 0.1 : f32} : tensor<4xf32>
  return %a, %b : tensor<2xf32>, tensor<4xf32>
}
