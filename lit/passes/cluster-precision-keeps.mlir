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

// Variables, values with an encoding, and operands of unregistered terminators that are not tensors
// are not cast. Neither are the operands of operations that name a function.

// CHECK-LABEL: func.func @variables
func.func @variables(%v: tensor<3xf32>, %w: tensor<3xf32>) -> tensor<3xf32> {
  // CHECK: %[[W:.*]] = nn.convert %arg1 {{.*}}-> tensor<3xf16>
  // CHECK: %[[WW:.*]] = nn.convert %[[W]] {{.*}}-> tensor<3xf32>
  // CHECK: nnvm._assign(%arg0, %[[WW]]) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %0 = nnvm._assign(%v, %w) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  // CHECK: nnvm.read(%arg0) : (tensor<3xf32>) -> tensor<3xf32>
  %1 = nnvm.read(%v) : (tensor<3xf32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// CHECK-LABEL: func.func @encoded
func.func @encoded(%a: tensor<4xf32, "enc">) -> tensor<4xi1, "enc"> {
  // CHECK-NEXT: math.isnan %arg0 : tensor<4xf32, "enc">
  %0 = math.isnan %a : tensor<4xf32, "enc">
  return %0 : tensor<4xi1, "enc">
}

// CHECK-LABEL: func.func @other
func.func @other(%a: i32) -> i32 {
  // CHECK-NEXT: %[[V:.*]] = "test.value"() : () -> none
  // CHECK-NEXT: "test.end"(%[[V]]) : (none) -> ()
  %0 = "test.value"() : () -> none
  "test.end"(%0) : (none) -> ()
}

// CHECK-LABEL: func.func @composite
func.func @composite(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: stablehlo.composite "my.gelu" %{{.*}} {decomposition = @gelu} : (tensor<4xf32>) -> tensor<4xf32>
  %0 = stablehlo.composite "my.gelu" %x {decomposition = @gelu} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func private @gelu(tensor<4xf32>) -> tensor<4xf32>

// The function that a custom call names may compute in f32 only.

// CHECK-LABEL: func.func @custom
func.func @custom(%a: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: stablehlo.custom_call @foo(%{{.*}}) : (tensor<4xf32>) -> tensor<4xf32>
  %0 = stablehlo.custom_call @foo(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
