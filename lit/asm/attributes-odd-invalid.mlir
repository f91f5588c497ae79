// RUN: lathe-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// expected-error @+1 {{expected integer or float type, got: 'tensor<2xi32>'}}
"a.op"() {x = array<tensor<2xi32>: 1>} : () -> ()

// -----

// expected-error @+1 {{integer constant out of range}}
"a.op"() {x = array<i128: 170141183460469231731687303715884105727>} : () -> ()

// -----

// expected-error @+1 {{expected string token, got 1}}
"a.op"() {x = dense<["a", 1]> : tensor<2x!a.s>} : () -> ()

// -----

// expected-error @+1 {{@ identifier expected to start with letter or '_'}}
"a.op"() {x = @1a} : () -> ()

// -----

// expected-error @+1 {{expected either integer or `:` post `to` in FileLineColRange}}
"a.op"() {x = loc("f":1:2 to "f":3:4)} : () -> ()

// -----

// expected-error @+1 {{expected integer line number in FileLineColRange}}
"a.op"() {x = loc("f":4294967296:2)} : () -> ()

// -----

// expected-error @+1 {{with index=[18446744073709551615, 0], and type='tensor<3x4xi32>'}}
"a.op"() {x = sparse<[[-1, 0]], [1]> : tensor<3x4xi32>} : () -> ()

// -----

// expected-error @+1 {{failed to verify 'elementType': VectorElementTypeInterface instance}}
"a.op"() {x = vector<4x!a.b>} : () -> ()

// -----

// expected-error @+1 {{invalid memref element type}}
"a.op"() {x = memref<4x!a.b>} : () -> ()

// -----

// expected-error @+1 {{invalid memref element type}}
"a.op"() {x = memref<*x!llvm.ptr>} : () -> ()

// -----

// expected-error @+1 {{unsupported memory space Attribute}}
"a.op"() {x = memref<4xf32, #a.space>} : () -> ()

// -----

// expected-error @+1 {{invalid dimension}}
"a.op"() {x = tensor<9223372036854775808xf32>} : () -> ()

// -----

#three = 3
// expected-error @+1 {{expected location, but found '3 : i64'}}
"a.op"() : () -> () loc(#three)

// -----

// expected-error @+1 {{'arith.addi' op requires one result}}
"arith.addi"() : () -> ()

// -----

// expected-note @+1 {{previously used here with type 'f32'}}
"a.op"(%a) : (f32) -> ()
// expected-error @+1 {{definition of SSA value '%a#0' has type 'i32'}}
%a = "a.op"() : () -> i32

// -----

// expected-error @+1 {{expected hex string blob for key 'a'}}
{-# dialect_resources: { builtin: { a: true } } #-}

// -----

%0 = memref.alloc()
  // expected-error @+1 {{custom op 'memref.alloc' 'memref.alloc' op attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  {alignment = -1 : i64} : memref<1xf32>

// -----

func.func private @g()
func.func @f() {
  func.call @g()
    // expected-error @+1 {{op attribute 'no_inline' failed to satisfy constraint: unit attribute}}
    {no_inline = 3} : () -> ()
  return
}

// -----

// expected-error @+1 {{custom op 'func.func' 'sym_visibility' is an inferred attribute and should not be specified in the explicit attribute dictionary}}
func.func @f() attributes {sym_visibility = "private"} { return }

// -----

// expected-error @+1 {{attribute 'res_attrs' failed to satisfy constraint: Array of dictionary attributes}}
"func.func"() ({}) {sym_name = "f", function_type = () -> i32, sym_visibility = "private", res_attrs = [3]} : () -> ()
