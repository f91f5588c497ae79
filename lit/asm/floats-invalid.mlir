// RUN: lathe-opt %s --split-input-file --verify-diagnostics

// Integers in places that require floats.

// expected-error@+2 {{unexpected decimal integer literal for a floating point value}}
// expected-note@+1 {{add a trailing dot to make the literal a float}}
func.func @f() { %0 = arith.constant 1 : f32 return }

// -----

// expected-error@+2 {{unexpected decimal integer literal for a floating point value}}
// expected-note@+1 {{add a trailing dot to make the literal a float}}
func.func @f() { %0 = arith.constant dense<[1, 2]> : tensor<2xf32> return }

// -----

// expected-error@+2 {{unexpected decimal integer literal for a floating point value}}
// expected-note@+1 {{add a trailing dot to make the literal a float}}
func.func @f() { %0 = arith.constant array<f32: 1, 2> return }

// -----

// expected-error@+2 {{unexpected decimal integer literal for a floating point value}}
// expected-note@+1 {{add a trailing dot to make the literal a float}}
func.func @f() attributes {a = array<f32: 1, 2.0>} { return }

// -----

// expected-error@+2 {{unexpected decimal integer literal for a floating point value}}
// expected-note@+1 {{add a trailing dot to make the literal a float}}
func.func @f() attributes {a = sparse<[[0]], 1> : tensor<1xf32>} { return }

// -----

// expected-error@+2 {{unexpected decimal integer literal for a floating point value}}
// expected-note@+1 {{add a trailing dot to make the literal a float}}
func.func @f() attributes {a = dense<(1,2)> : tensor<1xcomplex<f32>>} { return }
