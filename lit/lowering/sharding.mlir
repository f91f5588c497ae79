// RUN: lathe-opt %s --lower-to-kernels=target=vm | FileCheck %s

// On one device a sharding changes nothing.

// CHECK: call @k0
// CHECK-NOT: sdy.sharding_constraint
// CHECK-NOT: sdy.reshard
// CHECK: func.func private @k0
sdy.mesh @mesh = <["x"=2]>

func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"x"}]> : tensor<8xf32>
  %1 = stablehlo.tanh %0 : tensor<8xf32>
  %2 = sdy.reshard %1 <@mesh, [{}]> : tensor<8xf32>
  return %2 : tensor<8xf32>
}
