// Each engine returns the canonical NaN for next_after.
// RUN: lathe run --backend=ref %s | FileCheck %s
// RUN: lathe run --no-cache --backend=vm %s | FileCheck %s
// CHECK: tensor<2xi64> [9221120237041090560, 9221120237041090560]
func.func @main() -> tensor<2xi64> {
  %x = stablehlo.constant dense<[1.0, 0xFFF8000000000001]> : tensor<2xf64>
  %y = stablehlo.constant dense<[0x7FF8000000000000, 1.0]> : tensor<2xf64>
  %0 = chlo.next_after %x, %y : tensor<2xf64>, tensor<2xf64> -> tensor<2xf64>
  %1 = stablehlo.bitcast_convert %0 : (tensor<2xf64>) -> tensor<2xi64>
  return %1 : tensor<2xi64>
}
