// A program that was not verified when it was parsed is verified after the first pass.
// RUN: not lathe-opt --mlir-very-unsafe-disable-verifier-on-parsing --canonicalize --cse %s 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not lathe-opt --mlir-very-unsafe-disable-verifier-on-parsing --symbol-dce --mlir-print-ir-after-all %s 2>&1 | FileCheck %s --check-prefixes=ERROR,DUMP
// RUN: not lathe-opt --mlir-very-unsafe-disable-verifier-on-parsing --symbol-dce --mlir-print-ir-before-all %s 2>&1 | FileCheck %s --check-prefix=BEFORE
// RUN: lathe-opt --mlir-very-unsafe-disable-verifier-on-parsing --cse --verify-each=false %s | FileCheck %s
// RUN: lathe-opt --mlir-very-unsafe-disable-verifier-on-parsing --verify-roundtrip %s | FileCheck %s

// BEFORE:      // -----// IR Dump Before SymbolDCE (symbol-dce) //----- //
// BEFORE-NEXT: "builtin.module"() ({
// BEFORE:      error: 'arith.addi' op operand #1 must be signless-integer-like, but got 'f32'
// ERROR:       error: 'arith.addi' op operand #1 must be signless-integer-like, but got 'f32'
// DUMP:        // -----// IR Dump After SymbolDCE Failed (symbol-dce) //----- //
// DUMP-NEXT:   "builtin.module"() ({
// ERROR-NOT:   error:
// CHECK:       "arith.addi"(%arg0, %arg1)
func.func @f(%a: i32, %f: f32) -> i32 {
  %0 = "arith.addi"(%a, %f) : (i32, f32) -> i32
  return %0 : i32
}
