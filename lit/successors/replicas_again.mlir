// The pass affinity accepts the copies that launches list.
// RUN: lathe-opt %s --affinity='devices=vm,ref' | FileCheck %s

// A launch has the work of one copy: 4 operations on numbers.
// RUN: not lathe-opt %s --affinity='devices=vm,ref rules={pin flops>=5 to ref}' 2>&1 | FileCheck %s --check-prefix=WORK
// WORK: error: the rule matches no operation

// CHECK: cluster.launch @f({{.*}}cluster.device = "ref"
func.func private @f(%a: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.device = "ref"} {
  %0 = stablehlo.add %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @g(%a: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.device = "ref"} {
  %0 = stablehlo.add %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = cluster.launch @f(%a) on "ref" {cluster.replicas = [@g]} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
