// RUN: lathe run --no-cache --backend=ref %s | FileCheck %s
// RUN: lathe-opt %s --chlo-legalize-to-stablehlo -o %t.mlir
// RUN: lathe run --no-cache --backend=ref %t.mlir | FileCheck %s

// f8E4M3FNUZ has no minus zero: the step from the largest negative number leads to 0, and not to
// the bits of minus zero, which are NaN in this type.

// CHECK: tensor<3xi8> [0, 0, -127]
// CHECK: tensor<3xi8> [-128, 1, -127]
func.func @main() -> (tensor<3xi8>, tensor<3xi8>) {
  %x = stablehlo.constant dense<[0x81, 0x81, 0x82]> : tensor<3xf8E4M3FNUZ>
  %y = stablehlo.constant dense<[0.0, 1.0, 1.0]> : tensor<3xf8E4M3FNUZ>
  %0 = chlo.next_after %x, %y : tensor<3xf8E4M3FNUZ>, tensor<3xf8E4M3FNUZ> -> tensor<3xf8E4M3FNUZ>
  %1 = stablehlo.bitcast_convert %0 : (tensor<3xf8E4M3FNUZ>) -> tensor<3xi8>
  %p = stablehlo.constant dense<[0x81, 0.0, -0.0]> : tensor<3xf8E5M2>
  %q = stablehlo.constant dense<[1.0, 1.0, -1.0]> : tensor<3xf8E5M2>
  %2 = chlo.next_after %p, %q : tensor<3xf8E5M2>, tensor<3xf8E5M2> -> tensor<3xf8E5M2>
  %3 = stablehlo.bitcast_convert %2 : (tensor<3xf8E5M2>) -> tensor<3xi8>
  return %1, %3 : tensor<3xi8>, tensor<3xi8>
}
