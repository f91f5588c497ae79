// RUN: lathe-opt %s --cluster-precision --allow-unregistered-dialect | FileCheck %s

// Operations that are invalid with the other type keep their type, and get casts.

// CHECK-LABEL: func.func @scalars
// CHECK-SAME: (%[[A:.*]]: tensor<4xf32>, %[[X:.*]]: f32) -> (tensor<4xf32>, f32)
func.func @scalars(%a: tensor<4xf32>, %x: f32) -> (tensor<4xf32>, f32) {
  // CHECK: %[[N:.*]] = nn.convert %[[A]] {{.*}}-> tensor<4xf16>
  // CHECK: %[[S:.*]] = tensor.splat %[[X]] : tensor<4xf32>
  // CHECK: %[[NS:.*]] = nn.convert %[[S]] {{.*}}-> tensor<4xf16>
  %s = tensor.splat %x : tensor<4xf32>
  // CHECK: %[[SUM:.*]] = stablehlo.add %[[N]], %[[NS]] : tensor<4xf16>
  %0 = stablehlo.add %a, %s : tensor<4xf32>
  %c = arith.constant 0 : index
  // CHECK: %[[W:.*]] = nn.convert %[[SUM]] {{.*}}-> tensor<4xf32>
  // CHECK: tensor.extract %[[W]][%{{.*}}] : tensor<4xf32>
  %1 = tensor.extract %0[%c] : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, f32
}

// A value that already has the other type, and a result with another kind of elements, are not cast.

// CHECK-LABEL: func.func @mixed
// CHECK-SAME: (%[[H:.*]]: tensor<4xf16>
func.func @mixed(%h: tensor<4xf16>) -> tensor<4xi32> {
  // CHECK: %[[K:.*]] = arith.constant dense<1.0{{.*}}> : tensor<4xf32>
  // CHECK: %[[NK:.*]] = nn.convert %[[K]] {{.*}}-> tensor<4xf16>
  %k = arith.constant dense<1.0> : tensor<4xf32>
  // CHECK: %[[WK:.*]] = nn.convert %[[NK]] {{.*}}-> tensor<4xf32>
  // CHECK: call @callee(%[[H]], %[[WK]]) : (tensor<4xf16>, tensor<4xf32>) -> tensor<4xi32>
  %0 = call @callee(%h, %k) : (tensor<4xf16>, tensor<4xf32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

func.func private @callee(tensor<4xf16>, tensor<4xf32>) -> tensor<4xi32>
