// RUN: lathe-opt %s --stablehlo-refine-shapes --split-input-file | FileCheck %s
// RUN: lathe-opt %s --stablehlo-refine-shapes --split-input-file | lathe-opt --stablehlo-refine-shapes --split-input-file
// Loops that must stay unchanged, because an iteration changes a shape.

// The loop calls a copy of the function that other calls refine.
// CHECK-LABEL: func.func @main
// CHECK: call @g(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK: %[[X:.*]] = stablehlo.convert %arg0 : (tensor<4xf32>) -> tensor<?xf32>
// CHECK: stablehlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %[[X]]) : tensor<i32>, tensor<?xf32>
// CHECK: func.call @g_0(%{{.*}}) : (tensor<?xf32>) -> tensor<?xf32>
// CHECK: call @f(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-LABEL: func.func private @g(%arg0: tensor<4xf32>) -> tensor<4xf32>
// CHECK: call @f(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-LABEL: func.func private @f(%arg0: tensor<4xf32>) -> tensor<4xf32>
// CHECK: stablehlo.dynamic_iota {{.*}} -> tensor<4xf32>
// CHECK-LABEL: func.func private @g_0(%arg0: tensor<?xf32>) -> tensor<?xf32>
// CHECK: call @f_0(%{{.*}}, %arg0) : (tensor<i32>, tensor<?xf32>) -> tensor<?xf32>
// CHECK-LABEL: func.func private @f_0(%arg0: tensor<i32>, %arg1: tensor<?xf32>) -> tensor<?xf32>
func.func @main(%a: tensor<4xf32>, %i: tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %n = stablehlo.constant dense<4> : tensor<i32>
  %s = stablehlo.constant dense<4> : tensor<1xi32>
  %x = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%a, %s) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<4xf32>, tensor<1xi32>) -> tensor<?xf32>
  %0 = call @g(%x) : (tensor<?xf32>) -> tensor<?xf32>
  %w:2 = stablehlo.while(%j = %i, %y = %x) : tensor<i32>, tensor<?xf32> cond {
    %c = stablehlo.compare LT, %j, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %q = func.call @g(%y) : (tensor<?xf32>) -> tensor<?xf32>
    %r = stablehlo.concatenate %q, %y, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    stablehlo.return %j, %r : tensor<i32>, tensor<?xf32>
  }
  %1 = call @f(%n, %x) : (tensor<i32>, tensor<?xf32>) -> tensor<?xf32>
  return %0, %1, %w#1 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}
func.func private @g(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.constant dense<4> : tensor<i32>
  %0 = call @f(%n, %x) : (tensor<i32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @f(%n: tensor<i32>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %s = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// The loop inside a refined loop reads and returns outer values, whose types are refined.
// CHECK-LABEL: func.func @main
// CHECK: stablehlo.while(%[[Y:.*]] = %arg1) : tensor<2xf32>
// CHECK-NOT: stablehlo.convert
// CHECK: } do {
// CHECK-DAG: %[[X:.*]] = stablehlo.convert %arg0 : (tensor<3xf32>) -> tensor<?xf32>
// CHECK-DAG: %[[Z:.*]] = stablehlo.convert %[[Y]] : (tensor<2xf32>) -> tensor<?xf32>
// CHECK: stablehlo.while(%{{.*}} = %[[Z]]) : tensor<?xf32>
// CHECK: func.call @f(%[[X]]) : (tensor<?xf32>) -> tensor<?xf32>
// CHECK: stablehlo.return %[[X]] : tensor<?xf32>
// CHECK: stablehlo.return %[[Y]] : tensor<2xf32>
func.func @main(%a: tensor<3xf32>, %b: tensor<2xf32>, %p: tensor<i1>) -> tensor<?xf32> {
  %s = stablehlo.constant dense<3> : tensor<1xi32>
  %t = stablehlo.constant dense<2> : tensor<1xi32>
  %x = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%a, %s) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<3xf32>, tensor<1xi32>) -> tensor<?xf32>
  %y = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%b, %t) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<2xf32>, tensor<1xi32>) -> tensor<?xf32>
  %w = stablehlo.while(%v = %y) : tensor<?xf32> cond {
    stablehlo.return %p : tensor<i1>
  } do {
    %u = stablehlo.while(%z = %v) : tensor<?xf32> cond {
      stablehlo.return %p : tensor<i1>
    } do {
      %f = func.call @f(%x) : (tensor<?xf32>) -> tensor<?xf32>
      stablehlo.custom_call @print(%f) : (tensor<?xf32>) -> ()
      stablehlo.return %x : tensor<?xf32>
    }
    stablehlo.custom_call @print(%u) : (tensor<?xf32>) -> ()
    stablehlo.return %v : tensor<?xf32>
  }
  return %w : tensor<?xf32>
}
func.func private @f(%x: tensor<?xf32>) -> tensor<?xf32>

// -----

// The initial value may have another size than the values that iterations return.
// CHECK-LABEL: func.func @main
// CHECK: stablehlo.while(%{{.*}} = %arg0) : tensor<?xf32>
// CHECK: %[[C:.*]] = stablehlo.convert %arg1 : (tensor<3xf32>) -> tensor<?xf32>
// CHECK: stablehlo.return %[[C]] : tensor<?xf32>
func.func @main(%a: tensor<?xf32>, %b: tensor<3xf32>, %p: tensor<i1>) -> tensor<?xf32> {
  %s = stablehlo.constant dense<3> : tensor<1xi32>
  %x = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%b, %s) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<3xf32>, tensor<1xi32>) -> tensor<?xf32>
  %w = stablehlo.while(%v = %a) : tensor<?xf32> cond {
    stablehlo.return %p : tensor<i1>
  } do {
    stablehlo.return %x : tensor<?xf32>
  }
  return %w : tensor<?xf32>
}

// -----

// A call of a declaration converts its argument to the type of the declaration.
// CHECK-LABEL: func.func @main
// CHECK: %[[C:.*]] = stablehlo.convert %arg0 : (tensor<3xf32>) -> tensor<?xf32>
// CHECK: call @f(%[[C]]) : (tensor<?xf32>) -> tensor<?xf32>
func.func @main(%a: tensor<3xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %s = stablehlo.constant dense<3> : tensor<1xi32>
  %x = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%a, %s) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<3xf32>, tensor<1xi32>) -> tensor<?xf32>
  %f = func.call @f(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %f, %x : tensor<?xf32>, tensor<?xf32>
}
func.func private @f(%x: tensor<?xf32>) -> tensor<?xf32>
