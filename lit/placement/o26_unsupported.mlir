// RUN: lathe-opt %s --allow-unregistered-dialect --affinity='devices=vm keep-unplaced' | FileCheck %s --check-prefix=PLACED
// RUN: lathe-opt %s --allow-unregistered-dialect --affinity='devices=vm keep-unplaced' --partition --cluster-verify | FileCheck %s
// RUN: lathe-opt %s --allow-unregistered-dialect --affinity='devices=vm keep-unplaced' > %t.before
// RUN: lathe-opt %s --allow-unregistered-dialect --affinity='devices=vm keep-unplaced' --partition --cluster-outline --cluster-inline > %t.after
// RUN: diff %t.before %t.after
// RUN: not lathe-opt %s --allow-unregistered-dialect --affinity='devices=vm' 2>&1 | FileCheck %s --check-prefix=ERROR

// Row O26. An operation that no device supports is a separate part between two other parts.
// PLACED: "framework.wildcard"(%{{.*}}) {cluster.unplaced = "vm refuses it: {{.+}}"}
// CHECK: %[[A:.*]] = cluster.region "vm"
// CHECK: stablehlo.add
// CHECK: %[[B:.*]] = "framework.wildcard"(%[[A]]) {cluster.unplaced = "{{.*}}"}
// CHECK: %[[C:.*]] = cluster.region "vm" (%{{.*}} = %[[B]]
// CHECK: return %[[C]]
// ERROR: error: 'framework.wildcard' op is supported by no device
// ERROR: device 'vm' refuses it:
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %a : tensor<4xf32>
  %1 = "framework.wildcard"(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = stablehlo.multiply %1, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}
