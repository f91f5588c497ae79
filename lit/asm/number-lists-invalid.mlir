// RUN: lathe-opt --allow-unregistered-dialect %s --split-input-file --verify-diagnostics

// expected-error@+1 {{integer constant out of range for type}}
"test.rows"() {a = dense<[1, 4294967296]> : tensor<2xi32>} : () -> ()

// -----

// expected-error@+1 {{integer constant out of range for type}}
"test.rows"() {a = dense<[1, 123456789012345678901]> : tensor<2xi64>} : () -> ()

// -----

// expected-error@+1 {{expected ']'}}
"test.rows"() {a = dense<[1, 2 3]> : tensor<3xi32>} : () -> ()

// -----

// expected-error@+1 {{expected ']'}}
"test.rows"() {a = dense<[1, 2a]> : tensor<2xi32>} : () -> ()

// -----

// expected-error@+1 {{expected integer elements, but parsed floating-point}}
"test.rows"() {a = dense<[1, 2.0]> : tensor<2xi32>} : () -> ()

// -----

// expected-error@+1 {{tensor literal is invalid; ranks are not consistent between elements}}
"test.rows"() {a = dense<[[1, 2], [3]]> : tensor<2x2xi32>} : () -> ()

// -----

// expected-error@+1 {{expected floating point literal}}
"test.rows"() {a = dense<[1.0, true]> : tensor<2xf32>} : () -> ()
