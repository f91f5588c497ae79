// RUN: lathe-opt %s --split-input-file --verify-diagnostics

func.func @f(%a0: none) {
  // expected-error@+1 {{'math.absf' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "math.absf"(%a0) <{fastmath = #arith.fastmath<none>}> : (none) -> f32
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'math.absf' op result #0 must be floating-point-like, but got 'none'}}
  %r = "math.absf"(%a0) <{fastmath = #arith.fastmath<none>}> : (f32) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'math.absf' op requires a single operand}}
  %r = "math.absf"() <{fastmath = #arith.fastmath<none>}> : () -> f32
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'math.sqrt' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "math.sqrt"(%a0) <{fastmath = #arith.fastmath<none>}> : (none) -> f32
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'math.sqrt' op result #0 must be floating-point-like, but got 'none'}}
  %r = "math.sqrt"(%a0) <{fastmath = #arith.fastmath<none>}> : (f32) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'math.sqrt' op requires a single operand}}
  %r = "math.sqrt"() <{fastmath = #arith.fastmath<none>}> : () -> f32
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'math.rsqrt' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "math.rsqrt"(%a0) <{fastmath = #arith.fastmath<none>}> : (none) -> f32
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'math.rsqrt' op result #0 must be floating-point-like, but got 'none'}}
  %r = "math.rsqrt"(%a0) <{fastmath = #arith.fastmath<none>}> : (f32) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'math.rsqrt' op requires a single operand}}
  %r = "math.rsqrt"() <{fastmath = #arith.fastmath<none>}> : () -> f32
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'math.cbrt' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "math.cbrt"(%a0) <{fastmath = #arith.fastmath<none>}> : (none) -> f32
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'math.cbrt' op result #0 must be floating-point-like, but got 'none'}}
  %r = "math.cbrt"(%a0) <{fastmath = #arith.fastmath<none>}> : (f32) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'math.cbrt' op requires a single operand}}
  %r = "math.cbrt"() <{fastmath = #arith.fastmath<none>}> : () -> f32
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'math.exp' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "math.exp"(%a0) <{fastmath = #arith.fastmath<none>}> : (none) -> f32
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'math.exp' op result #0 must be floating-point-like, but got 'none'}}
  %r = "math.exp"(%a0) <{fastmath = #arith.fastmath<none>}> : (f32) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'math.exp' op requires a single operand}}
  %r = "math.exp"() <{fastmath = #arith.fastmath<none>}> : () -> f32
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'math.exp2' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "math.exp2"(%a0) <{fastmath = #arith.fastmath<none>}> : (none) -> f32
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'math.exp2' op result #0 must be floating-point-like, but got 'none'}}
  %r = "math.exp2"(%a0) <{fastmath = #arith.fastmath<none>}> : (f32) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'math.exp2' op requires a single operand}}
  %r = "math.exp2"() <{fastmath = #arith.fastmath<none>}> : () -> f32
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'math.expm1' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "math.expm1"(%a0) <{fastmath = #arith.fastmath<none>}> : (none) -> f32
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'math.expm1' op result #0 must be floating-point-like, but got 'none'}}
  %r = "math.expm1"(%a0) <{fastmath = #arith.fastmath<none>}> : (f32) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'math.expm1' op requires a single operand}}
  %r = "math.expm1"() <{fastmath = #arith.fastmath<none>}> : () -> f32
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'math.log' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "math.log"(%a0) <{fastmath = #arith.fastmath<none>}> : (none) -> f32
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'math.log' op result #0 must be floating-point-like, but got 'none'}}
  %r = "math.log"(%a0) <{fastmath = #arith.fastmath<none>}> : (f32) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'math.log' op requires a single operand}}
  %r = "math.log"() <{fastmath = #arith.fastmath<none>}> : () -> f32
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'math.log2' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "math.log2"(%a0) <{fastmath = #arith.fastmath<none>}> : (none) -> f32
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'math.log2' op result #0 must be floating-point-like, but got 'none'}}
  %r = "math.log2"(%a0) <{fastmath = #arith.fastmath<none>}> : (f32) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'math.log2' op requires a single operand}}
  %r = "math.log2"() <{fastmath = #arith.fastmath<none>}> : () -> f32
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'math.log10' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "math.log10"(%a0) <{fastmath = #arith.fastmath<none>}> : (none) -> f32
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'math.log10' op result #0 must be floating-point-like, but got 'none'}}
  %r = "math.log10"(%a0) <{fastmath = #arith.fastmath<none>}> : (f32) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'math.log10' op requires a single operand}}
  %r = "math.log10"() <{fastmath = #arith.fastmath<none>}> : () -> f32
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'math.log1p' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "math.log1p"(%a0) <{fastmath = #arith.fastmath<none>}> : (none) -> f32
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'math.log1p' op result #0 must be floating-point-like, but got 'none'}}
  %r = "math.log1p"(%a0) <{fastmath = #arith.fastmath<none>}> : (f32) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'math.log1p' op requires a single operand}}
  %r = "math.log1p"() <{fastmath = #arith.fastmath<none>}> : () -> f32
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'math.sin' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "math.sin"(%a0) <{fastmath = #arith.fastmath<none>}> : (none) -> f32
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'math.sin' op result #0 must be floating-point-like, but got 'none'}}
  %r = "math.sin"(%a0) <{fastmath = #arith.fastmath<none>}> : (f32) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'math.sin' op requires a single operand}}
  %r = "math.sin"() <{fastmath = #arith.fastmath<none>}> : () -> f32
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'math.cos' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "math.cos"(%a0) <{fastmath = #arith.fastmath<none>}> : (none) -> f32
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'math.cos' op result #0 must be floating-point-like, but got 'none'}}
  %r = "math.cos"(%a0) <{fastmath = #arith.fastmath<none>}> : (f32) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'math.cos' op requires a single operand}}
  %r = "math.cos"() <{fastmath = #arith.fastmath<none>}> : () -> f32
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'math.tan' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "math.tan"(%a0) <{fastmath = #arith.fastmath<none>}> : (none) -> f32
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'math.tan' op result #0 must be floating-point-like, but got 'none'}}
  %r = "math.tan"(%a0) <{fastmath = #arith.fastmath<none>}> : (f32) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'math.tan' op requires a single operand}}
  %r = "math.tan"() <{fastmath = #arith.fastmath<none>}> : () -> f32
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'math.asin' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "math.asin"(%a0) <{fastmath = #arith.fastmath<none>}> : (none) -> f32
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'math.asin' op result #0 must be floating-point-like, but got 'none'}}
  %r = "math.asin"(%a0) <{fastmath = #arith.fastmath<none>}> : (f32) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'math.asin' op requires a single operand}}
  %r = "math.asin"() <{fastmath = #arith.fastmath<none>}> : () -> f32
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'math.acos' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "math.acos"(%a0) <{fastmath = #arith.fastmath<none>}> : (none) -> f32
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'math.acos' op result #0 must be floating-point-like, but got 'none'}}
  %r = "math.acos"(%a0) <{fastmath = #arith.fastmath<none>}> : (f32) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'math.acos' op requires a single operand}}
  %r = "math.acos"() <{fastmath = #arith.fastmath<none>}> : () -> f32
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'math.atan' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "math.atan"(%a0) <{fastmath = #arith.fastmath<none>}> : (none) -> f32
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'math.atan' op result #0 must be floating-point-like, but got 'none'}}
  %r = "math.atan"(%a0) <{fastmath = #arith.fastmath<none>}> : (f32) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'math.atan' op requires a single operand}}
  %r = "math.atan"() <{fastmath = #arith.fastmath<none>}> : () -> f32
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'math.sinh' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "math.sinh"(%a0) <{fastmath = #arith.fastmath<none>}> : (none) -> f32
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'math.sinh' op result #0 must be floating-point-like, but got 'none'}}
  %r = "math.sinh"(%a0) <{fastmath = #arith.fastmath<none>}> : (f32) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'math.sinh' op requires a single operand}}
  %r = "math.sinh"() <{fastmath = #arith.fastmath<none>}> : () -> f32
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'math.cosh' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "math.cosh"(%a0) <{fastmath = #arith.fastmath<none>}> : (none) -> f32
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'math.cosh' op result #0 must be floating-point-like, but got 'none'}}
  %r = "math.cosh"(%a0) <{fastmath = #arith.fastmath<none>}> : (f32) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'math.cosh' op requires a single operand}}
  %r = "math.cosh"() <{fastmath = #arith.fastmath<none>}> : () -> f32
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'math.tanh' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "math.tanh"(%a0) <{fastmath = #arith.fastmath<none>}> : (none) -> f32
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'math.tanh' op result #0 must be floating-point-like, but got 'none'}}
  %r = "math.tanh"(%a0) <{fastmath = #arith.fastmath<none>}> : (f32) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'math.tanh' op requires a single operand}}
  %r = "math.tanh"() <{fastmath = #arith.fastmath<none>}> : () -> f32
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'math.asinh' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "math.asinh"(%a0) <{fastmath = #arith.fastmath<none>}> : (none) -> f32
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'math.asinh' op result #0 must be floating-point-like, but got 'none'}}
  %r = "math.asinh"(%a0) <{fastmath = #arith.fastmath<none>}> : (f32) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'math.asinh' op requires a single operand}}
  %r = "math.asinh"() <{fastmath = #arith.fastmath<none>}> : () -> f32
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'math.acosh' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "math.acosh"(%a0) <{fastmath = #arith.fastmath<none>}> : (none) -> f32
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'math.acosh' op result #0 must be floating-point-like, but got 'none'}}
  %r = "math.acosh"(%a0) <{fastmath = #arith.fastmath<none>}> : (f32) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'math.acosh' op requires a single operand}}
  %r = "math.acosh"() <{fastmath = #arith.fastmath<none>}> : () -> f32
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'math.atanh' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "math.atanh"(%a0) <{fastmath = #arith.fastmath<none>}> : (none) -> f32
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'math.atanh' op result #0 must be floating-point-like, but got 'none'}}
  %r = "math.atanh"(%a0) <{fastmath = #arith.fastmath<none>}> : (f32) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'math.atanh' op requires a single operand}}
  %r = "math.atanh"() <{fastmath = #arith.fastmath<none>}> : () -> f32
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'math.erf' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "math.erf"(%a0) <{fastmath = #arith.fastmath<none>}> : (none) -> f32
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'math.erf' op result #0 must be floating-point-like, but got 'none'}}
  %r = "math.erf"(%a0) <{fastmath = #arith.fastmath<none>}> : (f32) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'math.erf' op requires a single operand}}
  %r = "math.erf"() <{fastmath = #arith.fastmath<none>}> : () -> f32
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'math.erfc' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "math.erfc"(%a0) <{fastmath = #arith.fastmath<none>}> : (none) -> f32
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'math.erfc' op result #0 must be floating-point-like, but got 'none'}}
  %r = "math.erfc"(%a0) <{fastmath = #arith.fastmath<none>}> : (f32) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'math.erfc' op requires a single operand}}
  %r = "math.erfc"() <{fastmath = #arith.fastmath<none>}> : () -> f32
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'math.ceil' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "math.ceil"(%a0) <{fastmath = #arith.fastmath<none>}> : (none) -> f32
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'math.ceil' op result #0 must be floating-point-like, but got 'none'}}
  %r = "math.ceil"(%a0) <{fastmath = #arith.fastmath<none>}> : (f32) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'math.ceil' op requires a single operand}}
  %r = "math.ceil"() <{fastmath = #arith.fastmath<none>}> : () -> f32
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'math.floor' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "math.floor"(%a0) <{fastmath = #arith.fastmath<none>}> : (none) -> f32
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'math.floor' op result #0 must be floating-point-like, but got 'none'}}
  %r = "math.floor"(%a0) <{fastmath = #arith.fastmath<none>}> : (f32) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'math.floor' op requires a single operand}}
  %r = "math.floor"() <{fastmath = #arith.fastmath<none>}> : () -> f32
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'math.round' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "math.round"(%a0) <{fastmath = #arith.fastmath<none>}> : (none) -> f32
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'math.round' op result #0 must be floating-point-like, but got 'none'}}
  %r = "math.round"(%a0) <{fastmath = #arith.fastmath<none>}> : (f32) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'math.round' op requires a single operand}}
  %r = "math.round"() <{fastmath = #arith.fastmath<none>}> : () -> f32
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'math.roundeven' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "math.roundeven"(%a0) <{fastmath = #arith.fastmath<none>}> : (none) -> f32
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'math.roundeven' op result #0 must be floating-point-like, but got 'none'}}
  %r = "math.roundeven"(%a0) <{fastmath = #arith.fastmath<none>}> : (f32) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'math.roundeven' op requires a single operand}}
  %r = "math.roundeven"() <{fastmath = #arith.fastmath<none>}> : () -> f32
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'math.trunc' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "math.trunc"(%a0) <{fastmath = #arith.fastmath<none>}> : (none) -> f32
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'math.trunc' op result #0 must be floating-point-like, but got 'none'}}
  %r = "math.trunc"(%a0) <{fastmath = #arith.fastmath<none>}> : (f32) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'math.trunc' op requires a single operand}}
  %r = "math.trunc"() <{fastmath = #arith.fastmath<none>}> : () -> f32
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'math.absi' op operand #0 must be signless-integer-like, but got 'none'}}
  %r = "math.absi"(%a0) : (none) -> i32
  return
}

// -----

func.func @f(%a0: i32) {
  // expected-error@+1 {{'math.absi' op result #0 must be signless-integer-like, but got 'none'}}
  %r = "math.absi"(%a0) : (i32) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'math.absi' op requires a single operand}}
  %r = "math.absi"() : () -> i32
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'math.ctlz' op operand #0 must be signless-integer-like, but got 'none'}}
  %r = "math.ctlz"(%a0) : (none) -> i32
  return
}

// -----

func.func @f(%a0: i32) {
  // expected-error@+1 {{'math.ctlz' op result #0 must be signless-integer-like, but got 'none'}}
  %r = "math.ctlz"(%a0) : (i32) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'math.ctlz' op requires a single operand}}
  %r = "math.ctlz"() : () -> i32
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'math.cttz' op operand #0 must be signless-integer-like, but got 'none'}}
  %r = "math.cttz"(%a0) : (none) -> i32
  return
}

// -----

func.func @f(%a0: i32) {
  // expected-error@+1 {{'math.cttz' op result #0 must be signless-integer-like, but got 'none'}}
  %r = "math.cttz"(%a0) : (i32) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'math.cttz' op requires a single operand}}
  %r = "math.cttz"() : () -> i32
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'math.ctpop' op operand #0 must be signless-integer-like, but got 'none'}}
  %r = "math.ctpop"(%a0) : (none) -> i32
  return
}

// -----

func.func @f(%a0: i32) {
  // expected-error@+1 {{'math.ctpop' op result #0 must be signless-integer-like, but got 'none'}}
  %r = "math.ctpop"(%a0) : (i32) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'math.ctpop' op requires a single operand}}
  %r = "math.ctpop"() : () -> i32
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'math.isfinite' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "math.isfinite"(%a0) <{fastmath = #arith.fastmath<none>}> : (none) -> tensor<?xi1>
  return
}

// -----

func.func @f(%a0: tensor<?xf16>) {
  // expected-error@+1 {{'math.isfinite' op result #0 must be bool-like, but got 'none'}}
  %r = "math.isfinite"(%a0) <{fastmath = #arith.fastmath<none>}> : (tensor<?xf16>) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'math.isfinite' op requires a single operand}}
  %r = "math.isfinite"() <{fastmath = #arith.fastmath<none>}> : () -> tensor<?xi1>
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'math.isinf' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "math.isinf"(%a0) <{fastmath = #arith.fastmath<none>}> : (none) -> tensor<?xi1>
  return
}

// -----

func.func @f(%a0: tensor<?xf16>) {
  // expected-error@+1 {{'math.isinf' op result #0 must be bool-like, but got 'none'}}
  %r = "math.isinf"(%a0) <{fastmath = #arith.fastmath<none>}> : (tensor<?xf16>) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'math.isinf' op requires a single operand}}
  %r = "math.isinf"() <{fastmath = #arith.fastmath<none>}> : () -> tensor<?xi1>
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'math.isnan' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "math.isnan"(%a0) <{fastmath = #arith.fastmath<none>}> : (none) -> tensor<?xi1>
  return
}

// -----

func.func @f(%a0: tensor<?xf16>) {
  // expected-error@+1 {{'math.isnan' op result #0 must be bool-like, but got 'none'}}
  %r = "math.isnan"(%a0) <{fastmath = #arith.fastmath<none>}> : (tensor<?xf16>) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'math.isnan' op requires a single operand}}
  %r = "math.isnan"() <{fastmath = #arith.fastmath<none>}> : () -> tensor<?xi1>
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'math.isnormal' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "math.isnormal"(%a0) <{fastmath = #arith.fastmath<none>}> : (none) -> tensor<?xi1>
  return
}

// -----

func.func @f(%a0: tensor<?xf16>) {
  // expected-error@+1 {{'math.isnormal' op result #0 must be bool-like, but got 'none'}}
  %r = "math.isnormal"(%a0) <{fastmath = #arith.fastmath<none>}> : (tensor<?xf16>) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'math.isnormal' op requires a single operand}}
  %r = "math.isnormal"() <{fastmath = #arith.fastmath<none>}> : () -> tensor<?xi1>
  return
}

// -----

func.func @f(%a0: none, %a1: f32) {
  // expected-error@+1 {{'math.atan2' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "math.atan2"(%a0, %a1) <{fastmath = #arith.fastmath<fast>}> : (none, f32) -> f32
  return
}

// -----

func.func @f(%a0: f32, %a1: f32) {
  // expected-error@+1 {{'math.atan2' op result #0 must be floating-point-like, but got 'none'}}
  %r = "math.atan2"(%a0, %a1) <{fastmath = #arith.fastmath<fast>}> : (f32, f32) -> none
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'math.atan2' op expected 2 operands, but found 1}}
  %r = "math.atan2"(%a0) <{fastmath = #arith.fastmath<fast>}> : (f32) -> f32
  return
}

// -----

func.func @f(%a0: none, %a1: f32) {
  // expected-error@+1 {{'math.copysign' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "math.copysign"(%a0, %a1) <{fastmath = #arith.fastmath<fast>}> : (none, f32) -> f32
  return
}

// -----

func.func @f(%a0: f32, %a1: f32) {
  // expected-error@+1 {{'math.copysign' op result #0 must be floating-point-like, but got 'none'}}
  %r = "math.copysign"(%a0, %a1) <{fastmath = #arith.fastmath<fast>}> : (f32, f32) -> none
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'math.copysign' op expected 2 operands, but found 1}}
  %r = "math.copysign"(%a0) <{fastmath = #arith.fastmath<fast>}> : (f32) -> f32
  return
}

// -----

func.func @f(%a0: none, %a1: f32) {
  // expected-error@+1 {{'math.powf' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "math.powf"(%a0, %a1) <{fastmath = #arith.fastmath<fast>}> : (none, f32) -> f32
  return
}

// -----

func.func @f(%a0: f32, %a1: f32) {
  // expected-error@+1 {{'math.powf' op result #0 must be floating-point-like, but got 'none'}}
  %r = "math.powf"(%a0, %a1) <{fastmath = #arith.fastmath<fast>}> : (f32, f32) -> none
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'math.powf' op expected 2 operands, but found 1}}
  %r = "math.powf"(%a0) <{fastmath = #arith.fastmath<fast>}> : (f32) -> f32
  return
}

// -----

func.func @f(%a0: none, %a1: i32) {
  // expected-error@+1 {{'math.ipowi' op operand #0 must be signless-integer-like, but got 'none'}}
  %r = "math.ipowi"(%a0, %a1) : (none, i32) -> i32
  return
}

// -----

func.func @f(%a0: i32, %a1: i32) {
  // expected-error@+1 {{'math.ipowi' op result #0 must be signless-integer-like, but got 'none'}}
  %r = "math.ipowi"(%a0, %a1) : (i32, i32) -> none
  return
}

// -----

func.func @f(%a0: i32) {
  // expected-error@+1 {{'math.ipowi' op expected 2 operands, but found 1}}
  %r = "math.ipowi"(%a0) : (i32) -> i32
  return
}

// -----

func.func @f(%a0: none, %a1: i32) {
  // expected-error@+1 {{'math.fpowi' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "math.fpowi"(%a0, %a1) <{fastmath = #arith.fastmath<none>}> : (none, i32) -> f32
  return
}

// -----

func.func @f(%a0: f32, %a1: none) {
  // expected-error@+1 {{'math.fpowi' op operand #1 must be signless-integer-like, but got 'none'}}
  %r = "math.fpowi"(%a0, %a1) <{fastmath = #arith.fastmath<none>}> : (f32, none) -> f32
  return
}

// -----

func.func @f(%a0: f32, %a1: i32) {
  // expected-error@+1 {{'math.fpowi' op result #0 must be floating-point-like, but got 'none'}}
  %r = "math.fpowi"(%a0, %a1) <{fastmath = #arith.fastmath<none>}> : (f32, i32) -> none
  return
}

// -----

func.func @f(%a0: none, %a1: f32, %a2: f32) {
  // expected-error@+1 {{'math.fma' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "math.fma"(%a0, %a1, %a2) <{fastmath = #arith.fastmath<none>}> : (none, f32, f32) -> f32
  return
}

// -----

func.func @f(%a0: f32, %a1: f32, %a2: f32) {
  // expected-error@+1 {{'math.fma' op result #0 must be floating-point-like, but got 'none'}}
  %r = "math.fma"(%a0, %a1, %a2) <{fastmath = #arith.fastmath<none>}> : (f32, f32, f32) -> none
  return
}

// -----

func.func @f(%a0: f32, %a1: f32) {
  // expected-error@+1 {{'math.fma' op expected 3 operands, but found 2}}
  %r = "math.fma"(%a0, %a1) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
  return
}

// -----

func.func @f(%a0: none, %a1: f32, %a2: f32) {
  // expected-error@+1 {{'math.clampf' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "math.clampf"(%a0, %a1, %a2) <{fastmath = #arith.fastmath<ninf>}> : (none, f32, f32) -> f32
  return
}

// -----

func.func @f(%a0: f32, %a1: f32, %a2: f32) {
  // expected-error@+1 {{'math.clampf' op result #0 must be floating-point-like, but got 'none'}}
  %r = "math.clampf"(%a0, %a1, %a2) <{fastmath = #arith.fastmath<ninf>}> : (f32, f32, f32) -> none
  return
}

// -----

func.func @f(%a0: f32, %a1: f32) {
  // expected-error@+1 {{'math.clampf' op expected 3 operands, but found 2}}
  %r = "math.clampf"(%a0, %a1) <{fastmath = #arith.fastmath<ninf>}> : (f32, f32) -> f32
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'math.sincos' op operand #0 must be floating-point-like, but got 'none'}}
  %r:2 = "math.sincos"(%a0) <{fastmath = #arith.fastmath<none>}> : (none) -> (f32, f32)
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'math.sincos' op result #0 must be floating-point-like, but got 'none'}}
  %r:2 = "math.sincos"(%a0) <{fastmath = #arith.fastmath<none>}> : (f32) -> (none, f32)
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'math.sincos' op requires a single operand}}
  %r:2 = "math.sincos"() <{fastmath = #arith.fastmath<none>}> : () -> (f32, f32)
  return
}
