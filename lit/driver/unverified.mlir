// RUN: lathe-opt --mlir-very-unsafe-disable-verifier-on-parsing %s | FileCheck %s
// RUN: not lathe-opt --mlir-print-ir-before=nothing %s 2>&1 | FileCheck --check-prefix=PASS %s

// An operation that is not valid is printed in generic form, because printers of custom
// forms require valid operations.
// CHECK: "arith.addi"(%arg0)
// PASS: for the --mlir-print-ir-before option: Cannot find option named 'nothing'!
func.func @f(%a: i32) {
  %0 = "arith.addi"(%a) : (i32) -> i32
  return
}
