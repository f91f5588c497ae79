// RUN: lathe-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// The integer -0 is out of range.
// expected-error@+1 {{integer constant out of range for attribute}}
"t.a"() {a = -0} : () -> ()

// -----

// expected-error@+1 {{integer constant out of range for type}}
"t.a"() {a = dense<[1, -0]> : tensor<2xi32>} : () -> ()

// -----

// expected-error@+1 {{integer constant out of range}}
"t.a"() {a = array<i8: -0>} : () -> ()

// -----

// expected-error@+1 {{element type bitwidth must be a multiple of 8}}
"t.a"() {a = array<f6E3M2FN: 1.0>} : () -> ()

// -----

// The first error in the text is reported first, even if the operands are also wrong.
func.func @order(%a: i32) {
  // expected-error@+1 {{expected '->' in function type}}
  "t.a"(%a) : (i64) i32
  return
}

// -----

func.func @types(%a: i32) -> i32 {
  // expected-error@+1 {{expected non-function type}}
  return %a : : i32
}

// -----

// expected-error@+1 {{expected non-function type}}
func.func private @dims(tensor<4x1.5xf32>)

// -----

// expected-error@+1 {{vector types must have positive constant sizes but got 4, 0, 2}}
func.func private @sizes(vector<4x[0]x2xf32>)

// -----

// expected-error@+1 {{result number not allowed in argument list}}
func.func @argument(%a #1: i32) { return }

// -----

// An arrow is a part of the name before it.
// expected-error@+1 {{expected ':'}}
func.func @arrow(%a-> i32) { return }

// -----

func.func @lists(%t: tensor<4xf32>) {
  // expected-error@+2 {{custom op 'tensor.extract_slice' expected integer value}}
  // expected-error@+1 {{custom op 'tensor.extract_slice' expected SSA value or integer}}
  %a = tensor.extract_slice %t[x] [2] [1] : tensor<4xf32> to tensor<2xf32>
  return
}

// -----

func.func @flags(%a: f32) {
  // expected-error@+2 {{custom op 'arith.addf' expected ::mlir::arith::FastMathFlags to be one of}}
  // expected-error@+1 {{failed to parse Arith_FastMathAttr parameter 'value'}}
  %0 = arith.addf %a, %a fastmath<nnan, "fats"> : f32
  return
}

// -----

func.func @predicate(%a: f32) {
  // expected-error@+1 {{custom op 'arith.cmpf' invalid predicate attribute specification: "eq"}}
  %0 = arith.cmpf "eq", %a, %a : f32
  return
}

// -----

func.func @class(%a: f32) {
  // expected-error@+1 {{custom op 'complex.create' invalid kind of type specified: expected builtin.complex, but found 'f32'}}
  %0 = complex.create %a, %a : f32
  return
}

// -----

// expected-error@+1 {{expected ',' or '}'}}
{-# dialect_resources: { builtin: { a: "0x0400000001" } b: {} } #-}
