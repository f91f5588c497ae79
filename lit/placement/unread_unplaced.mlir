// What an operation that no device takes holds is said to be on none.
// RUN: lathe-opt %s --affinity='devices=vm keep-unplaced' --verify-diagnostics | FileCheck %s

// CHECK: cluster.unplaced
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.while(%i = %x) : tensor<i32>
    cond {
      // expected-warning@+1 {{'stablehlo.constant' op has attribute cluster.device, but goes where 'stablehlo.while' goes, which no device takes}}
      %n = stablehlo.constant {cluster.device = "vm"} dense<10> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %j = stablehlo.add %i, %i : tensor<i32>
      stablehlo.return %j : tensor<i32>
    }
  return %r : tensor<i32>
}
