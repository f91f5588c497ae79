// RUN: lathe run --no-cache --backend=ref %s | FileCheck %s
// RUN: lathe run --no-cache --backend=vm %s | FileCheck %s
// RUN: lathe run --no-cache --backend=jit %s | FileCheck %s

// The padding removes all elements of the operand, so the result is a fill. The sum overwrites the memory
// of its operands, so the fill must run before the sum.

// CHECK: tensor<3xi32> [14, 14, 14]
func.func @main() -> tensor<3xi32> {
  %a = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %b = stablehlo.optimization_barrier %a : tensor<3xi32>
  %c = stablehlo.constant dense<7> : tensor<i32>
  %p = stablehlo.pad %b, %c, low = [3], high = [-3], interior = [0] : (tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
  %r = stablehlo.add %p, %p : tensor<3xi32>
  return %r : tensor<3xi32>
}
