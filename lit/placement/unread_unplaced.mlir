// Attributes inside an operation that no device supports give a warning that the operation is on no device.
// RUN: lathe-opt %s --affinity='devices=vm keep-unplaced' --verify-diagnostics | FileCheck %s

// CHECK: cluster.unplaced
func.func @main(%x: tensor<i32>, %t: !stablehlo.token) -> tensor<i32> {
  %r:2 = stablehlo.while(%i = %x, %u = %t) : tensor<i32>, !stablehlo.token
    cond {
      // expected-warning@+1 {{'stablehlo.constant' op has attribute cluster.device, but is placed with 'stablehlo.while', which no device supports}}
      %n = stablehlo.constant {cluster.device = "vm"} dense<10> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %j = stablehlo.add %i, %i : tensor<i32>
      stablehlo.return %j, %u : tensor<i32>, !stablehlo.token
    }
  return %r#0 : tensor<i32>
}
