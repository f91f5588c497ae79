// RUN: not lathe plan --devices=vm %s 2>&1 | FileCheck --match-full-lines %s

// Line feeds in the name of a file and in an attribute do not start a line that looks like a diagnostic.
// CHECK: a\x0ab:1:1: error: forged\x0ac:3:4: error: 'stablehlo.add' op is pinned to device 'gpu
// CHECK-NEXT:   | b:1:1: error: forged', but the devices are 'vm'
// CHECK-NEXT:   help: add 'gpu
// CHECK-NEXT:         | b:1:1: error: forged' to the list of devices, or change the operation's attribute cluster.device
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %x {cluster.device = "gpu\0Ab:1:1: error: forged"} : tensor<4xf32> loc("a\0Ab:1:1: error: forged\0Ac":3:4)
  return %0 : tensor<4xf32>
}
