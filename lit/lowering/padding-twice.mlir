// RUN: lathe run --no-cache --backend=ref %s | FileCheck %s
// RUN: lathe run --no-cache --backend=vm %s | FileCheck %s

// Both products read the padded tensor, which is not materialized. So the memory of the copied slice must not
// be used again before the second product.
// CHECK{LITERAL}: tensor<3x3xi32> [[15650, 13088, 14743], [10263, 8448, 9681], [13755, 11546, 12951]]
func.func @main(%c: tensor<4x3x2xi32>, %v: tensor<4x4xi32>, %w: tensor<4x4xi32>) -> tensor<3x3xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %s = stablehlo.slice %c [0:4, 0:3, 0:1] : (tensor<4x3x2xi32>) -> tensor<4x3x1xi32>
  %x = stablehlo.reshape %s : (tensor<4x3x1xi32>) -> tensor<4x3xi32>
  %p = stablehlo.pad %x, %zero, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<4x3xi32>, tensor<i32>) -> tensor<4x3xi32>
  %a = stablehlo.dot_general %p, %v, contracting_dims = [0] x [0] : (tensor<4x3xi32>, tensor<4x4xi32>) -> tensor<3x4xi32>
  %b = stablehlo.dot_general %p, %w, contracting_dims = [0] x [0] : (tensor<4x3xi32>, tensor<4x4xi32>) -> tensor<3x4xi32>
  %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [1] : (tensor<3x4xi32>, tensor<3x4xi32>) -> tensor<3x3xi32>
  return %r : tensor<3x3xi32>
}
