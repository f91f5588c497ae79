// RUN: lathe-opt %s --symbol-privatize=exclude=main --allow-unregistered-dialect | FileCheck %s
// RUN: lathe-opt %s --symbol-privatize --allow-unregistered-dialect | FileCheck %s --check-prefix=ALL
// An operation that is not registered is no symbol.

// CHECK: func.func private @helper
// CHECK: func.func @main
// ALL: func.func private @helper
// ALL: func.func private @main
// ALL: "foo.op"() {sym_name = "x"} : () -> ()
func.func @helper() { return }
func.func @main() { return }
"foo.op"() {sym_name = "x"} : () -> ()
