// RUN: lathe-opt %s --split-input-file --verify-diagnostics

func.func @one() {
  // expected-error@+1 {{'complex.constant' op requires 'value' to be a complex constant, represented as array of two values}}
  %0 = complex.constant [0.1] : complex<f64>
  return
}

// -----

func.func @strings() {
  // expected-error@+1 {{requires attribute's elements to be float or integer attributes}}
  %0 = complex.constant ["a", 0.1] : complex<f64>
  return
}

// -----

func.func @parts() {
  // expected-error@+1 {{requires attribute's element types ('f32', 'f64') to match the element type of the op's return type ('f64')}}
  %0 = complex.constant [0.1 : f32, 0.1] : complex<f64>
  return
}

// -----

func.func @width(%a: complex<f32>) {
  // expected-error@+1 {{'complex.bitcast' op casting bitwidths do not match}}
  %0 = complex.bitcast %a : complex<f32> to i32
  return
}

// -----

func.func @no_complex(%a: f32) {
  // expected-error@+1 {{'complex.bitcast' op requires that either input or output has a complex type}}
  %0 = complex.bitcast %a : f32 to i32
  return
}

// -----

func.func @vector(%a: vector<2xf32>) {
  // expected-error@+1 {{'complex.bitcast' op operand must be int/float/complex}}
  %0 = complex.bitcast %a : vector<2xf32> to i64
  return
}

// -----

func.func @to_vector(%a: complex<f32>) {
  // expected-error@+1 {{'complex.bitcast' op result must be int/float/complex}}
  %0 = complex.bitcast %a : complex<f32> to vector<2xf32>
  return
}

// -----

func.func @abs(%a: complex<f32>) {
  // expected-error@+1 {{'complex.abs' op failed to verify that complex element type matches result type}}
  %0 = "complex.abs"(%a) : (complex<f32>) -> f64
  return
}

// -----

func.func @create(%a: f32) {
  // expected-error@+1 {{'complex.create' op failed to verify that complex element type matches real operand type}}
  %0 = "complex.create"(%a, %a) : (f32, f32) -> complex<f64>
  return
}

// -----

func.func @mixed(%a: complex<f32>, %b: complex<f64>) {
  // expected-error@+1 {{'complex.add' op requires the same type for all operands and results}}
  %0 = "complex.add"(%a, %b) : (complex<f32>, complex<f64>) -> complex<f32>
  return
}

// -----

func.func @integers(%a: complex<i32>) {
  // expected-error@+1 {{'complex.exp' op operand #0 must be complex type with floating-point elements, but got 'complex<i32>'}}
  %0 = complex.exp %a : complex<i32>
  return
}

// -----

// expected-error@+1 {{unknown attribute `value` in dialect `complex`}}
func.func private @attribute() attributes {a = #complex.value<1.0>}
