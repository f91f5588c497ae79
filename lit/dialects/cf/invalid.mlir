// RUN: lathe-opt %s --split-input-file --verify-diagnostics

func.func @f(%a0: none) {
  // expected-error@+1 {{'cf.assert' op operand #0 must be 1-bit signless integer, but got 'none'}}
  "cf.assert"(%a0) <{msg = "oh \22no\22"}> : (none) -> ()
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'cf.assert' op requires a single operand}}
  "cf.assert"() <{msg = "oh \22no\22"}> : () -> ()
  return
}

// -----

func.func @f(%a0: i1) {
  // expected-error@+1 {{'cf.assert' op requires attribute 'msg'}}
  "cf.assert"(%a0) : (i1) -> ()
  return
}

// -----

func.func @arguments(%x: i32) {
  // expected-error@+1 {{branch has 1 operands for successor #0, but target block has 0}}
  cf.br ^a(%x : i32)
^a:
  return
}

// -----

func.func @types(%x: i32) {
  // expected-error@+1 {{type mismatch for bb argument #0 of successor #0}}
  cf.br ^a(%x : i32)
^a(%y: f32):
  return
}

// -----

func.func @condition(%c: i32) {
  // expected-error@+1 {{'cf.cond_br' op operand #0 must be 1-bit signless integer, but got 'i32'}}
  "cf.cond_br"(%c)[^a, ^a] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^a:
  return
}

// -----

func.func @assert(%c: i32) {
  // expected-error@+1 {{'cf.assert' op operand #0 must be 1-bit signless integer, but got 'i32'}}
  "cf.assert"(%c) <{msg = "m"}> : (i32) -> ()
  return
}

// -----

func.func @switch_values(%x: i32) {
  // expected-error@+1 {{'cf.switch' op number of case values (2) should match number of case destinations (1)}}
  "cf.switch"(%x)[^a, ^a] <{case_operand_segments = array<i32: 0>, case_values = dense<[1, 2]> : vector<2xi32>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^a:
  return
}

// -----

func.func @switch_type(%x: i32) {
  // expected-error@+1 {{'cf.switch' op 'flag' type ('i32') should match case value type ('i64')}}
  "cf.switch"(%x)[^a, ^a] <{case_operand_segments = array<i32: 0>, case_values = dense<1> : vector<1xi64>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^a:
  return
}

// -----

func.func @single(%c: i1) {
  // expected-error@+1 {{'cf.cond_br' op operand group starting at #0 requires 1 element, but found 0}}
  "cf.cond_br"(%c)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 0, 1, 0>}> : (i1) -> ()
^bb1:
  return
}

// -----

func.func @segments_missing(%x: i32) {
  // expected-error@+1 {{'cf.switch' op 'case_operand_segments' attribute must have one element for each of 1 cases, but got 0}}
  "cf.switch"(%x)[^a, ^a] <{case_operand_segments = array<i32>, case_values = dense<1> : vector<1xi32>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^a:
  return
}

// -----

func.func @segments_large(%x: i32) {
  // expected-error@+1 {{'cf.switch' op caseOperands count (0) does not match with the total size (1) specified in attribute 'case_operand_segments'}}
  "cf.switch"(%x)[^a, ^b] <{case_operand_segments = array<i32: 1>, case_values = dense<1> : vector<1xi32>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^a:
  return
^b(%y : i32):
  return
}

// -----

func.func @segments_negative(%x: i32) {
  // expected-error@+1 {{'cf.switch' op 'case_operand_segments' attribute cannot have negative elements}}
  "cf.switch"(%x)[^a, ^a, ^a] <{case_operand_segments = array<i32: -1, 1>, case_values = dense<[1, 2]> : vector<2xi32>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^a:
  return
}

// -----

func.func @many_values(%x: i32) {
  // expected-error@+1 {{'cf.switch' op attribute 'case_values' has too many elements: a splat that is used as a list of numbers can have at most 1048576 elements}}
  "cf.switch"(%x)[^a, ^a] <{case_operand_segments = array<i32: 0>, case_values = dense<10> : vector<2147483647xi32>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^a:
  return
}

// -----

func.func @switch_cases(%c: i128) {
  // expected-error@+1 {{cases of type 'i128' are not supported}}
  cf.switch %c : i128, [default: ^a, 1: ^a]
^a:
  return
}

// -----

func.func @switch_cases(%c: i65) {
  // expected-error@+1 {{cases of type 'i65' are not supported}}
  cf.switch %c : i65, [default: ^a, 1: ^a]
^a:
  return
}

// -----

func.func @switch_cases(%c: none) {
  // expected-error@+1 {{cases of type 'none' are not supported}}
  cf.switch %c : none, [default: ^a, 1: ^a]
^a:
  return
}

// -----

func.func @switch_cases(%c: tensor<i32>) {
  // expected-error@+1 {{cases of type 'tensor<i32>' are not supported}}
  cf.switch %c : tensor<i32>, [default: ^a, 1: ^a]
^a:
  return
}

// -----

func.func @switch_cases(%c: vector<2xi32>) {
  // expected-error@+1 {{cases of type 'vector<2xi32>' are not supported}}
  cf.switch %c : vector<2xi32>, [default: ^a, 1: ^a]
^a:
  return
}
