// RUN: lathe-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// Errors about missing tokens, in the words of mlir-opt. Several lines of this file are
// incomplete for this reason.

// expected-error@+1 {{expected '>' in tensor type}}
"test.a"() : () -> (tensor<4xf32)

// -----

// expected-error@+1 {{invalid tensor element type}}
"test.a"() : () -> (tensor<2xtuple<i32>>)

// -----

// expected-error@+1 {{cannot apply encoding to unranked tensor}}
"test.a"() : () -> (tensor<*xf32, "x">)

// -----

// expected-error@+1 {{vector types must have positive constant sizes but got 0}}
"test.a"() : () -> (vector<0xf32>)

// -----

// expected-error@+1 {{expected ',' or '>' in memref type}}
"test.a"() : () -> (memref<2xf32 3>)

// -----

// expected-error@+1 {{expected list element}}
"test.a"() : () -> (memref<2xf32,>)

// -----

// expected-error@+1 {{multiple memory spaces specified in memref type}}
"test.a"() : () -> (memref<2xf32, 1, 2>)

// -----

// expected-error@+1 {{expected memory space to be last in memref type}}
"test.a"() : () -> (memref<2xf32, 1, affine_map<(d0) -> (d0)>>)

// -----

// expected-error@+1 {{memref layout mismatch between rank and affine map: 2 != 1}}
"test.a"() : () -> (memref<2x3xf32, affine_map<(d0) -> (d0)>>)

// -----

// expected-error@+1 {{expected '>' in tuple type}}
"test.a"() : () -> (tuple<i32, f32)

// -----

// expected-error@+1 {{integer bitwidth is limited to 16777215 bits}}
"test.a"() : () -> i16777216

// -----

// expected-error@+1 {{invalid integer width}}
"test.a"() : () -> i4294967297

// -----

// expected-error@+1 {{expected ',' or ']'}}
"test.a"() {a = [1 2]} : () -> ()

// -----

// expected-error@+1 {{expected '}' in attribute dictionary}}
"test.a"() {a = 1 b = 2} : () -> ()

// -----

// expected-error@+1 {{duplicate key 'a' in dictionary attribute}}
"test.a"() {a, a} : () -> ()

// -----

// expected-error@+1 {{expected valid attribute name}}
"test.a"() {"" = 1} : () -> ()

// -----

// expected-error@+1 {{integer constant out of range for attribute}}
"test.a"() {a = 18446744073709551615 : index} : () -> ()

// -----

// expected-error@+1 {{integer constant out of range for attribute}}
"test.a"() {a = 1 : i0} : () -> ()

// -----

// expected-error@+1 {{inferred shape of elements literal ([2]) does not match type ([3])}}
"test.a"() {a = dense<[1, 2]> : tensor<3xi32>} : () -> ()

// -----

// expected-error@+1 {{tensor literal is invalid; ranks are not consistent between elements}}
"test.a"() {a = dense<[1, [3]]> : tensor<2xi32>} : () -> ()

// -----

// expected-error@+1 {{parsed zero elements, but type ('tensor<2xi32>') expected at least 1}}
"test.a"() {a = dense<> : tensor<2xi32>} : () -> ()

// -----

// expected-error@+1 {{parsed 1 elements, but type ('complex<i8>') expected 2 elements}}
"test.a"() {a = dense<1> : tensor<4xcomplex<i8>>} : () -> ()

// -----

// expected-error@+1 {{expected unsigned integer elements, but parsed negative value}}
"test.a"() {a = dense<-1> : tensor<2xui8>} : () -> ()

// -----

// expected-error@+1 {{integer constant out of range for type}}
"test.a"() {a = dense<128> : tensor<2xi7>} : () -> ()

// -----

// expected-error@+1 {{elements hex data size is invalid for provided type: 'tensor<2xi24>'}}
"test.a"() {a = dense<"0x0102030405060708"> : tensor<2xi24>} : () -> ()

// -----

// expected-error@+1 {{expected string containing hex digits starting with `0x`}}
"test.a"() {a = dense<"0x0G"> : tensor<2xi32>} : () -> ()

// -----

// expected-error@+1 {{sparse index #1 is not contained within the value shape, with index=[1, 5], and type='tensor<3x4xi32>'}}
"test.a"() {a = sparse<[[0, 0], [1, 5]], [1, 2]> : tensor<3x4xi32>} : () -> ()

// -----

// expected-error@+1 {{expected shape ([3, 4]); inferred shape of indices literal ([1, 3]); inferred shape of values literal ([1])}}
"test.a"() {a = sparse<[[0, 0, 0]], [1]> : tensor<3x4xi32>} : () -> ()

// -----

// expected-error@+1 {{expected 'true' or 'false' values for i1 type}}
"test.a"() {a = array<i1: 1, 0>} : () -> ()

// -----

// expected-error@+1 {{`dense_resource` expected a shaped type}}
"test.a"() {a = dense_resource<x> : i32} : () -> ()

// -----

// expected-error@+1 {{referenced attribute does not match previous definition: 42 : i32}}
"test.a"() {d = distinct[0]<42 : i32>, e = distinct[0]<43 : i32>} : () -> ()

// -----

// expected-error@+1 {{expected '(' to start operand list}}
"test.a" : () -> ()

// -----

// expected-error@+1 {{reference to an undefined block}}
"test.a"()[^bb1] : () -> ()

// -----

// expected-error@+1 {{can only contain attributes with dialect-prefixed names, found: 'a'}}
module attributes {a = 1} {}

// -----

// A region without an end gives one error, not two.
func.func @open(%a: f32) {
  // expected-error@+1 {{'lhs' must be signless-integer-like, but got 'f32'}}
  %r = arith.cmpi eq, %a, %a : f32

// -----

// expected-note@+1 {{previously referenced here}}
func.func @shadow(%i: index) {
  // expected-error@+1 {{region entry argument '%i' is already in use}}
  affine.for %i = 0 to 10 {
  }
  return
}

// -----

// Errors that follow from an invalid operation are not reported. The missing end of its block is
// not reported either.
func.func @follow(%a: tensor<2xf32>) {
  // expected-error@+1 {{failed to verify that input and output have the same tensor dimensions}}
  %0 = "arith.extf"(%a) : (tensor<2xf32>) -> tensor<3xf64>
  %1 = "arith.truncf"(%0) : (tensor<3xf64>) -> tensor<4xf32>
}

// -----

// expected-error@+4 {{expected identifier key for 'resource' entry}}

{-#
  dialect_resources: {
    10
  }
#-}
