// RUN: lathe-opt %s --affinity='devices=vm.2,vm.0' | FileCheck %s --check-prefix=FIRST
// RUN: lathe-opt %s --affinity='devices=vm.2,vm.0 rules={keep op stablehlo.add from vm.2}' | FileCheck %s --check-prefix=NEXT
// RUN: not lathe-opt %s --affinity='devices=vm.2,gpu.0' 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not lathe-opt %s --affinity='devices=vm,vm' 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not lathe-opt %s --affinity 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not lathe-opt %s --affinity='devices=' 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not lathe-opt %s --affinity='devices=vm,,vm.0' 2>&1 | FileCheck %s --check-prefix=BLANK

// Row O6. The order of devices decides the placement, and ids distinguish devices of one backend. Unknown, repeated
// and missing devices are errors, even if the device is not needed.
// FIRST: cluster.devices = [#cluster.target<"vm.2">, #cluster.target<"vm.0">]
// FIRST: stablehlo.add {{.*}}cluster.device = "vm.2"
// FIRST: stablehlo.multiply {{.*}}cluster.device = "vm.2"
// NEXT: stablehlo.add {{.*}}cluster.device = "vm.0"
// NEXT: stablehlo.multiply {{.*}}cluster.device = "vm.2"
// UNKNOWN: error: unknown backend 'gpu' of device 'gpu.0'
// TWICE: error: device 'vm' is
// BLANK: error: the list of devices has an empty name
// EMPTY: error: no devices are given; name some, as in devices=vm,c, or list them in the module's attribute cluster.devices
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %a : tensor<4xf32>
  %1 = stablehlo.multiply %0, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
