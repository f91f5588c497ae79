// Elements of 128 bits are printed in the same form as other elements.
// RUN: lathe run %s --interpret --args='[dense<[1.0, -0.5]> : tensor<2xf80>, dense<2.0> : tensor<1xf128>]' | FileCheck %s

// CHECK: tensor<2xf80> {
// CHECK-NEXT{LITERAL}: [1.000000e+00, -5.000000e-01]
// CHECK: tensor<1xf128> {
// CHECK-NEXT{LITERAL}: [2.000000e+00]
func.func @main(%x: tensor<2xf80>, %y: tensor<1xf128>) -> (tensor<2xf80>, tensor<1xf128>) {
  return %x, %y : tensor<2xf80>, tensor<1xf128>
}
