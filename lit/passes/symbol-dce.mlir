// RUN: lathe-opt %s --symbol-dce --allow-unregistered-dialect --split-input-file | FileCheck %s
// RUN: not lathe-opt %s --split-input-file --allow-unregistered-dialect --pass-pipeline='builtin.module(func.func(symbol-dce))' 2>&1 | FileCheck %s --check-prefix=ERR

// ERR: 'func.func' op  was scheduled to run under SymbolDCE, but does not define a symbol table

// CHECK-NOT:   @dead
// CHECK:       func.func private @used
// CHECK-NOT:   @ping
// CHECK:       func.func @public
func.func private @dead() { return }
func.func private @used() { return }
func.func private @ping() {
  call @pong() : () -> ()
  return
}
func.func private @pong() {
  call @ping() : () -> ()
  return
}
func.func @public() {
  call @used() : () -> ()
  return
}

// -----

// A symbol in a private module is not visible outside of the module. A reference keeps the symbol that it names.
// CHECK:       module @m
// CHECK-NEXT:    func.func nested @kept
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-NOT:   @lost
module @m attributes {sym_visibility = "private"} {
  func.func nested @kept() { return }
  func.func nested @lost() { return }
}
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
  %f = func.constant @g : () -> ()
  func.return
}) {uses = @m::@kept} : () -> ()
func.func private @g() { return }

// -----

// A reference in a nested module does not keep a symbol outside of the module. If a part of a
// reference is unknown, it keeps nothing.
// CHECK-NOT:   func.func private @outside
// CHECK:       module @inner
// CHECK-NEXT:    func.func @here()
// CHECK:       func.func @root()
// CHECK-NOT:   module @other
func.func private @outside() { return }
module @inner {
  func.func @here() attributes {uses = @outside} { return }
}
func.func @root() attributes {uses = @other::@unknown} { return }
module @other attributes {sym_visibility = "private"} {
  func.func @part() { return }
}

// -----

// Operations that are not registered are no symbols.
// CHECK-LABEL: func.func @unregistered
// CHECK-NEXT:    "foo.op"() {sym_name = "x", sym_visibility = "private"}
// CHECK:       "foo.op"() {sym_name = "y", sym_visibility = "private", uses = @referenced}
// CHECK:       func.func private @referenced
func.func @unregistered() {
  "foo.op"() {sym_name = "x", sym_visibility = "private"} : () -> ()
  return
}
"foo.op"() {sym_name = "y", sym_visibility = "private", uses = @referenced} : () -> ()
func.func private @referenced() { return }
