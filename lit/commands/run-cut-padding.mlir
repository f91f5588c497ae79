// RUN: lathe run --no-cache --backend=ref %s | FileCheck %s
// RUN: lathe run --no-cache --backend=vm %s | FileCheck %s
// RUN: lathe run --no-cache --backend=jit %s | FileCheck %s

// The padding removes all elements of the operand, so its result is a fill. The sum is written to the
// memory of its operands: the fill must run before.

// CHECK: tensor<3xi32> [14, 14, 14]
func.func @main() -> tensor<3xi32> {
  %a = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %b = stablehlo.optimization_barrier %a : tensor<3xi32>
  %c = stablehlo.constant dense<7> : tensor<i32>
  %p = stablehlo.pad %b, %c, low = [3], high = [-3], interior = [0] : (tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
  %r = stablehlo.add %p, %p : tensor<3xi32>
  return %r : tensor<3xi32>
}
