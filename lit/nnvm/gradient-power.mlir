// RUN: lathe-opt %s --gradient='wrt=x' --infer-shapes | FileCheck %s

// The gradient of x⁰ is 0, also where x is 0.
// CHECK: %[[Z:.*]] = nnvm.zeros_like(%arg0)
// CHECK-NEXT: return %[[Z]]
func.func @main(%x: tensor<3xf32> {nnvm.name = "x"}) -> tensor<3xf32> {
  %0 = nnvm.__pow_scalar__(%x) {scalar = 0.0} : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
