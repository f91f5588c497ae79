// RUN: lathe-opt %s --stablehlo-to-linalg | FileCheck %s

// The sign of an integer takes one minimum and one maximum.
// CHECK: ^bb0(%[[X:.*]]: i32, %{{.*}}: i32):
// CHECK-NEXT: %[[ONE:.*]] = arith.constant 1 : i32
// CHECK-NEXT: %[[MINUS:.*]] = arith.constant -1 : i32
// CHECK-NEXT: %[[LOW:.*]] = arith.minsi %[[X]], %[[ONE]] : i32
// CHECK-NEXT: %[[SIGN:.*]] = arith.maxsi %[[MINUS]], %[[LOW]] : i32
// CHECK-NEXT: linalg.yield %[[SIGN]] : i32
func.func @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %0 = stablehlo.sign %x : tensor<4xi32>
  return %0 : tensor<4xi32>
}
