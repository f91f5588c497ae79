// RUN: lathe-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// The parent of a symbol must be a symbol table. A name must not be defined twice where it is visible. This
// includes isolated regions, although they cannot use the value.

func.func @f() {
// expected-error@+1 {{'func.func' op symbol's parent must have the SymbolTable trait}}
  func.func @g() { return }
  return
}

// -----

func.func @f() {
  scf.execute_region {
// expected-error@+1 {{'memref.global' op symbol's parent must have the SymbolTable trait}}
    memref.global "private" @x : memref<4xf32>
    scf.yield
  }
  return
}

// -----

// expected-note@+1 {{previously defined here}}
func.func @f(%a: i32) {
  scf.execute_region {
// expected-error@+1 {{redefinition of SSA value '%a'}}
    %a = arith.constant 1 : i32
    scf.yield
  }
  return
}

// -----

func.func @f() {
// expected-note@+1 {{previously defined here}}
  %0 = arith.constant 1 : i32
  scf.execute_region {
// expected-error@+1 {{redefinition of SSA value '%0'}}
    %0 = arith.constant 1 : i32
    scf.yield
  }
  return
}

// -----

func.func @f() {
  scf.execute_region {
    %0 = arith.constant 1 : i32
    scf.yield
  }
  %0 = arith.constant 1 : i32
  return
}

// -----

"builtin.module"() ({
"func.func"() <{function_type = (i32) -> (), sym_name = "f"}> ({
// expected-note@+1 {{previously defined here}}
^bb0(%v: i32):
  "builtin.module"() ({
    "func.func"() <{function_type = (i32) -> (), sym_name = "f"}> ({
// expected-error@+1 {{redefinition of SSA value '%v'}}
    ^bb0(%v: i32):
      "func.return"() : () -> ()
    }) : () -> ()
  }) : () -> ()
  "func.return"() : () -> ()
}) : () -> ()
}) : () -> ()

// -----

// expected-note@+1 {{previously defined here}}
func.func @f(%v: i32) {
// expected-error@+1 {{redefinition of SSA value '%v'}}
  builtin.module { func.func @g() { %v = arith.constant 1 : i32 return } }
  return
}

// -----

func.func @f(%v: i32) {
  cf.br ^x
  ^x:
  builtin.module { func.func @g() { cf.br ^x 
  ^x: return } }
  return
}

// -----

// expected-note@+1 {{previously defined here}}
%v = arith.constant 1 : i32
// expected-error@+1 {{redefinition of SSA value '%v'}}
func.func @g() { %v = arith.constant 1 : i32 return }

// -----

func.func @g() { %v = arith.constant 1 : i32 return }
%v = arith.constant 1 : i32

// -----

// expected-note@+1 {{previously referenced here}}
%v = arith.constant 1 : i32
// expected-error@+1 {{region entry argument '%v' is already in use}}
func.func @g(%v: i32) { return }

// -----

// expected-note@+1 {{previously referenced here}}
%v = arith.constant 1 : i32
// expected-error@+1 {{region entry argument '%v' is already in use}}
module { func.func @g(%v: i32) { return } }
