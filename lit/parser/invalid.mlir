// RUN: lathe-opt %s --split-input-file --verify-diagnostics

func.func @f() -> i32 {
  // expected-error@+1 {{use of undeclared SSA value name}}
  return %nope : i32
}

// -----

func.func @f(%a: i32, %b: f32) {  // expected-note {{prior use here}}
  // expected-error@+1 {{use of value '%b' expects different type than prior uses: 'i32' vs 'f32'}}
  %0 = arith.addi %a, %b : i32
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error@+1 {{custom op 'arith.adi' is unknown}}
  %0 = arith.adi %a, %a : i32
  return
}

// -----

// expected-error@+1 {{operation being parsed with an unregistered dialect. If this is intended, please use -allow-unregistered-dialect with the MLIR tool used}}
"x.y"() : () -> ()

// -----

func.func @f() {
  %0 = arith.constant 1 : i32  // expected-note {{previously defined here}}
  // expected-error@+1 {{redefinition of SSA value '%0'}}
  %0 = arith.constant 2 : i32
  return
}

// -----

// expected-error@+2 {{expected ')'}}
func.func @f(%a: i32 {
}

// -----

// expected-error@+1 {{undefined symbol alias id 'none'}}
func.func private @f() attributes {a = #none}

// -----

// expected-error@+1 {{integer constant out of range}}
func.func private @f() attributes {a = 256 : i8}

// -----

!a = i32
// expected-error@+1 {{redefinition of type alias id 'a'}}
!a = i64

// -----

// expected-error@+1 {{expected '->'}}
func.func private @f(tensor<2xi32>) attributes {a = () i32}

// -----

// The id of an operation has 32 bits.
// expected-error@+1 {{expected location attribute, but got#lathe.id<4294967297>}}
module {} loc(#lathe.id<4294967297>)
