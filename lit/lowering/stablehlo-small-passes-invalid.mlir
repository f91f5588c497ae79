// RUN: lathe-opt %s --split-input-file --stablehlo-check-shape-assertions --stablehlo-legalize-deprecated-ops --verify-diagnostics

func.func @assertions(%x: tensor<i1>) {
  %no = stablehlo.constant dense<false> : tensor<i1>
  %yes = stablehlo.constant dense<true> : tensor<i1>
  %n = stablehlo.constant dense<7> : tensor<i32>
  // expected-error@+1 {{dimension is 7, or 7}}
  stablehlo.custom_call @shape_assertion(%no, %n) {error_message = "dimension is {0}, or {0,5}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  stablehlo.custom_call @shape_assertion(%yes, %n) {error_message = "holds", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  // expected-error@+1 {{expects static assert_what (operand #0)}}
  stablehlo.custom_call @shape_assertion(%x) {error_message = "", has_side_effect = true} : (tensor<i1>) -> ()
  // expected-error@+1 {{expects an error_message attribute}}
  stablehlo.custom_call @shape_assertion(%no) {has_side_effect = true} : (tensor<i1>) -> ()
  // expected-error@+1 {{expects error_message to contain format specifiers with error_message_input index less than 1. Found specifier {1}}}
  stablehlo.custom_call @shape_assertion(%yes, %n) {error_message = "{1}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  // expected-error@+1 {{expects assert_what (operand #0) to be a constant of type tensor<i1>}}
  stablehlo.custom_call @shape_assertion(%n) {error_message = "", has_side_effect = true} : (tensor<i32>) -> ()
  // expected-error@+1 {{mark is not a supported attribute}}
  stablehlo.custom_call @shape_assertion(%yes) {error_message = "", has_side_effect = true, mark} : (tensor<i1>) -> ()
  return
}

// -----

func.func @map(%x: tensor<16xf32>) -> tensor<16xf32> {
  // expected-error@+1 {{failed to legalize operation 'stablehlo.map' that was explicitly marked illegal}}
  %0 = "stablehlo.map"(%x) ({
  ^bb0(%a: tensor<f32>):
    %1 = stablehlo.abs %a : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<16xf32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}
