// RUN: lathe-opt %s --duplicate-function-elimination | FileCheck %s

// Of functions that differ only in their names, one is kept.

// CHECK-LABEL: func.func @first(
// CHECK-NEXT: %0 = arith.subi %arg0, %arg0 : i32
// CHECK-NEXT: return %0 : i32
func.func @first(%x: i32) -> i32 {
  %0 = arith.subi %x, %x : i32
  return %0 : i32
}

// CHECK-NOT: func.func @second(
func.func @second(%y: i32) -> i32 {
  %0 = arith.subi %y, %y : i32
  return %0 : i32
}

// CHECK-LABEL: func.func @other(
// CHECK-NEXT: %0 = arith.addi %arg0, %arg0 : i32
// CHECK-NEXT: return %0 : i32
func.func @other(%y: i32) -> i32 {
  %0 = arith.addi %y, %y : i32
  return %0 : i32
}

// CHECK-LABEL: func.func @calls(
// CHECK-NEXT: %0 = call @first(%arg0) : (i32) -> i32
// CHECK-NEXT: %1 = call @other(%arg0) : (i32) -> i32
// CHECK-NEXT: return %0, %1 : i32, i32
func.func @calls(%x: i32) -> (i32, i32) {
  %0 = call @second(%x) : (i32) -> i32
  %1 = call @other(%x) : (i32) -> i32
  return %0, %1 : i32, i32
}

// References other than calls are changed too.
// CHECK-LABEL: func.func @refers(
// CHECK: constant @first : (i32) -> i32
// CHECK: called_computations = [@first]
// CHECK: name = @nested::@double
func.func @refers(%x: i32) -> i32 {
  %f = func.constant @second : (i32) -> i32
  %c = stablehlo.constant dense<0> : tensor<i32>
  %u = stablehlo.custom_call @foo(%c) {called_computations = [@second], name = @nested::@twice} : (tensor<i32>) -> tensor<i32>
  %r = func.call_indirect %f(%x) : (i32) -> i32
  return %r : i32
}

// References inside an attribute of a dialect are changed too.
// CHECK-LABEL: func.func private @declared(
// CHECK-SAME: x.target = #cluster.target<"c", {f = @first}>
func.func private @declared() attributes {x.target = #cluster.target<"c", {f = @second}>}

// Declarations of the same type can refer to different functions.
// CHECK-LABEL: func.func private @sin(
// CHECK: func.func private @cos(
func.func private @sin(f32) -> f32
func.func private @cos(f32) -> f32

// The same name in a nested module refers to another function.
// CHECK-LABEL: module @nested
// CHECK: func.func @second(
// CHECK: func.func @double(
// CHECK-NOT: func.func @twice(
// CHECK: call @second(
// CHECK: call @double(
module @nested {
  func.func @second(%x: i32) -> i32 {
    %0 = arith.muli %x, %x : i32
    return %0 : i32
  }
  func.func @double(%x: i32) -> i32 {
    %0 = arith.addi %x, %x : i32
    return %0 : i32
  }
  func.func @twice(%x: i32) -> i32 {
    %0 = arith.addi %x, %x : i32
    return %0 : i32
  }
  func.func @calls(%x: i32) -> (i32, i32) {
    %0 = func.call @second(%x) : (i32) -> i32
    %1 = func.call @twice(%x) : (i32) -> i32
    return %0, %1 : i32, i32
  }
}
