// RUN: lathe plan --devices=vm.0:memory=4800,vm.1 --fit %s | FileCheck %s --check-prefix=FIT
// RUN: lathe plan --devices=vm.0:memory=4800,vm.1 --fit-transfer %s | FileCheck %s
// RUN: lathe-opt --affinity='devices=vm.0:memory=4800,vm.1 candidates' --partition=fit-transfer %s | FileCheck %s --check-prefix=PASS
// RUN: not lathe plan --devices=vm.0,vm.1 --fit-transfer %s 2>&1 | FileCheck %s --check-prefix=NOMEMORY
// RUN: not lathe plan --devices=vm.0:memory=3000,vm.1:memory=3000 --fit-transfer %s 2>&1 | FileCheck %s --check-prefix=FULL
// RUN: not lathe plan --devices=vm.0:memory=4800,vm.1 --fit-transfer --strategy=user %s 2>&1 | FileCheck %s --check-prefix=STRATEGY

// vm.0 holds the constant of 3800 bytes. Its share is 4800 / 1.2 = 4000. With --fit, vm.0 gets all operations that
// fit, and the broadcast value is copied. With --fit-transfer, the operations of vm.0 end at the slice, in the range
// from 3800 to 4200 bytes.
// FIT: @cluster_0_vm.0 {{.*}} add slice broadcast_in_dim negate
// FIT: copies between devices: 1, 3200 bytes
// CHECK: @cluster_0_vm.0 {{.*}} add slice{{$}}
// CHECK: @cluster_1_vm.1 {{.*}} broadcast_in_dim negate add
// CHECK: copies between devices: 1, 16 bytes
// PASS: cluster.region "vm.0"
// PASS-COUNT-2: stablehlo.
// PASS: cluster.region "vm.1"
// PASS-COUNT-4: stablehlo.
// NOMEMORY: error: --fit-transfer has no effect: the memory of no device is known
// FULL: error: {{.*}}does not fit: {{.*}} needs 3800 bytes of constants, but vm.0 has 3000 left, vm.1 has 3000 left
// STRATEGY: error: --fit-transfer has no effect: strategy user does not read it
func.func @main(%x: tensor<950xf32>) -> tensor<4x200xf32> {
  %c1 = stablehlo.constant dense<1.0> : tensor<950xf32>
  %a = stablehlo.add %x, %c1 : tensor<950xf32>
  %s = stablehlo.slice %a [0:4] : (tensor<950xf32>) -> tensor<4xf32>
  %b = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<4xf32>) -> tensor<4x200xf32>
  %n = stablehlo.negate %b : tensor<4x200xf32>
  %c2 = stablehlo.constant dense<2.0> : tensor<4x200xf32>
  %m = stablehlo.add %n, %c2 : tensor<4x200xf32>
  return %m : tensor<4x200xf32>
}
