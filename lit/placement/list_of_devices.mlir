// RUN: lathe plan --devices='vm.0-2:memory=20KiB:launch=1e-6,fast:backend=ref' --strategy=memory %s | FileCheck %s
// RUN: lathe plan --devices=HETERO:vm,ref %s 2>&1 | FileCheck %s --check-prefix=HETERO
// RUN: lathe plan --devices HETERO:vm,ref %s 2>&1 | FileCheck %s --check-prefix=HETERO
// RUN: lathe-opt --affinity='devices=vm.0-2:memory=20KiB,ref' %s | FileCheck %s --check-prefix=PASS
// RUN: not lathe plan --devices=vm.3-0 %s 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not lathe plan --devices=vm.0-999 %s 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: not lathe plan --devices=vm:mem=1KiB %s 2>&1 | FileCheck %s --check-prefix=KEY
// RUN: not lathe plan --devices=vm:memory=much %s 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: not lathe plan --devices=vm:memory %s 2>&1 | FileCheck %s --check-prefix=PAIR
// RUN: not lathe plan --devices=vm.0-99999999999 %s 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: not lathe plan --devices=vm:links=1 %s 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: not lathe plan --devices=vm.0-1,vm.1 %s 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not lathe plan --devices=fast:backend=tpu %s 2>&1 | FileCheck %s --check-prefix=BACKEND
// RUN: not lathe-opt --affinity='devices=HETERO:vm,ref' %s 2>&1 | FileCheck %s --check-prefix=ELSEWHERE

// A list of devices can give the number of devices of a backend, and the properties of each device.
// CHECK: devices: vm.0, vm.1, vm.2, fast (in this order)
// CHECK: main_part1  @cluster_0_vm.0  0        vm.0    20 KiB  18432   2048
// CHECK: main_part2  @cluster_1_vm.1  1        vm.1    6144 B
// CHECK: vm.0 {{.*}} 20 KiB
// CHECK: vm.2 {{.*}} of 20 KiB

// HETERO: note: --devices=HETERO:vm,ref is read as --devices=vm,ref: a program is divided among all devices of a list
// HETERO: devices: vm, ref (in this order)

// PASS: cluster.devices = [#cluster.target<"vm.0", {memory = 20480 : i64}>, #cluster.target<"vm.1", {memory = 20480 : i64}>, #cluster.target<"vm.2", {memory = 20480 : i64}>, #cluster.target<"ref">]

// RANGE: error: the range of devices 'vm.3-0' must not be descending
// LARGE: error: the range of devices 'vm.0-99999999999' has a number that is larger than 2147483647
// RANGE: help: write the smaller number first, as in vm.0-3
// MANY: error: at most 64 devices can be given, but there are 1000
// KEY: error: unknown key 'mem' of a device in a list; have backend, threads, memory, compute
// SIZE: error: memory must be a size such as 64, 32KiB or 2GB, but is 'much'
// PAIR: error: 'memory' after device 'vm' must be KEY=VALUE
// PAIR: help: write each property as in vm.0-3:memory=2GiB:launch=1e-5
// FILE: error: device 'vm' can't have the key 'links' in a list
// FILE: help: describe the device in a file
// TWICE: error: device 'vm.1' is listed twice
// BACKEND: error: unknown backend 'tpu' of device 'fast'
// ELSEWHERE: error: 'vm' after device '{{.*}}' must be KEY=VALUE
func.func @main(%x: tensor<8x64xf32>, %w: tensor<64x64xf32>) -> tensor<8x64xf32> {
  %b = stablehlo.constant dense<0.5> : tensor<8x64xf32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x64xf32>) -> tensor<8x64xf32>
  %s = stablehlo.add %h, %b : tensor<8x64xf32>
  %e = stablehlo.exponential %s : tensor<8x64xf32>
  %m = stablehlo.multiply %e, %s : tensor<8x64xf32>
  return %m : tensor<8x64xf32>
}
