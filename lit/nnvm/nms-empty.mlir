// RUN: lathe run %s --backend=ref | FileCheck %s
// RUN: lathe run %s --backend=vm | FileCheck %s

// Without boxes, there is no best box.
// CHECK: tensor<1x0x6xf32> {{\[\[}}]]
func.func @main(%a: tensor<1x0x6xf32>, %n: tensor<1xi32>) -> tensor<1x0x6xf32> {
  %r = nnvm.nms(%a, %n) : (tensor<1x0x6xf32>, tensor<1xi32>) -> tensor<1x0x6xf32>
  return %r : tensor<1x0x6xf32>
}
