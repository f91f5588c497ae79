// An operator whose expansion does not support the types of its operands is rejected before it runs.
// RUN: not lathe run --backend=ref %s 2>&1 | FileCheck %s
// CHECK: error: 'nnvm.round' op is unsupported by the interpreter: its expansion is invalid: 'stablehlo.round_nearest_afz' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float
func.func @main(%a: tensor<4xi64>) -> tensor<4xi64> {
  %0 = nnvm.round(%a) : (tensor<4xi64>) -> tensor<4xi64>
  return %0 : tensor<4xi64>
}
