// RUN: lathe-opt --allow-unregistered-dialect %s | FileCheck %s
// RUN: not lathe-opt --diag-style=mlir --split-input-file %S/default-dialect-invalid.txt 2>&1 | FileCheck %s --check-prefix=ERR

// Names omit the dialect prefix that the parent operation declares as default. Other operations declare no default.
// CHECK-LABEL: func.func @f
// CHECK-NEXT:    builtin.unrealized_conversion_cast
// CHECK-NEXT:    scf.if
// CHECK-NEXT:      builtin.unrealized_conversion_cast
// CHECK-NEXT:      func.call @g
// CHECK-NEXT:      builtin.module {
// CHECK-NEXT:        func.func @k() {
// CHECK-NEXT:          return
// CHECK:         "t.x"() ({
// CHECK-NEXT:      builtin.module {
// CHECK:         return
func.func @f(%c: i1, %i: i32) {
  %0 = builtin.unrealized_conversion_cast %i : i32 to i64
  scf.if %c {
    %1 = builtin.unrealized_conversion_cast %i : i32 to i64
    func.call @g() : () -> ()
    builtin.module { func.func @k() { return } }
  }
  "t.x"() ({
    builtin.module { }
  }) : () -> ()
  return
}
func.func private @g()

// CHECK:      module {
// CHECK-NEXT: }
module { }

// ERR: error: custom op 'func' is unknown (tried 'builtin.func' as well)
// ERR: error: Dialect `' not found for custom op 'call'  (tried '.call' as well)
// ERR: error: custom op 'module' is unknown (tried 'func.module' as well)
// ERR: error: custom op 'return' is unknown (tried 'builtin.return' as well)
