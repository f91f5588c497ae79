// RUN: lathe-opt %s --stablehlo-check-shape-assertions --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @holds
// CHECK-NOT: shape_assertion
// CHECK: return
func.func @holds() {
  %yes = stablehlo.constant dense<true> : tensor<i1>
  stablehlo.custom_call @shape_assertion(%yes) {error_message = "not this", has_side_effect = true} : (tensor<i1>) -> ()
  return
}

// -----

func.func @fails(%p: tensor<i1>, %n: tensor<i64>) {
  %no = stablehlo.constant dense<false> : tensor<i1>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i64>
  // expected-error @+1 {{4 is not 3, {x}}}
  stablehlo.custom_call @shape_assertion(%no, %three, %four) {error_message = "{1} is not {0:d}, {x}", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i64>) -> ()
  // expected-error @+1 {{expects static assert_what (operand #0)}}
  stablehlo.custom_call @shape_assertion(%p) {error_message = "", has_side_effect = true} : (tensor<i1>) -> ()
  // expected-error @+1 {{expects static error_message_input (operand #1)}}
  stablehlo.custom_call @shape_assertion(%no, %n) {error_message = "", has_side_effect = true} : (tensor<i1>, tensor<i64>) -> ()
  // expected-error @+1 {{expects an error_message attribute}}
  stablehlo.custom_call @shape_assertion(%no) {has_side_effect = true} : (tensor<i1>) -> ()
  // expected-error @+1 {{expects 1 <= size(operands) <= 33}}
  stablehlo.custom_call @shape_assertion() {error_message = ""} : () -> ()
  // expected-error @+1 {{other is not a supported attribute}}
  stablehlo.custom_call @shape_assertion(%no) {error_message = "", other} : (tensor<i1>) -> ()
  // expected-error @+1 {{expects error_message to contain format specifiers with error_message_input index less than 1. Found specifier {1}}}
  stablehlo.custom_call @shape_assertion(%no, %three) {error_message = "{1}"} : (tensor<i1>, tensor<i32>) -> ()
  // expected-error @+1 {{expects assert_what (operand #0) to be a constant of type tensor<i1>}}
  stablehlo.custom_call @shape_assertion(%three) {error_message = ""} : (tensor<i32>) -> ()
  // expected-error @+1 {{expects error_message_input (operand #1) to be a constant of type tensor<i32> or tensor<i64>}}
  stablehlo.custom_call @shape_assertion(%no, %no) {error_message = ""} : (tensor<i1>, tensor<i1>) -> ()
  return
}
