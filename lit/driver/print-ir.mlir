// RUN: lathe-opt %s -o %t.o --pass-pipeline='builtin.module(func.func(canonicalize,cse),symbol-dce)' --mlir-print-ir-before=cse --mlir-print-ir-after=symbol-dce 2>&1 | FileCheck %s
// RUN: lathe-opt %s -o %t.o --pass-pipeline='builtin.module(func.func(canonicalize,cse),symbol-dce)' --mlir-print-ir-after-all --mlir-print-ir-module-scope 2>&1 | FileCheck %s --check-prefix=MODULE
// RUN: lathe-opt %s -o %t.o --cse --dce --mlir-print-ir-after-change 2>&1 | FileCheck %s --check-prefix=CHANGE
// RUN: lathe-opt %s -o %t.o --pass-pipeline='builtin.module(func.func(cse),symbol-dce)' --mlir-print-ir-after-all --mlir-print-ir-tree-dir=%t.dir
// RUN: FileCheck %s --check-prefix=TREE --input-file=%t.dir/builtin_module_no-symbol-name/1_symbol-dce.mlir

// CHECK:      // -----// IR Dump Before CSE (cse) //----- //
// CHECK-NEXT: func.func @f
// CHECK:      // -----// IR Dump After SymbolDCE (symbol-dce) //----- //
// CHECK-NEXT: module {
// MODULE:      // -----// IR Dump After Canonicalizer (canonicalize) ('func.func' operation: @f) //----- //
// MODULE-NEXT: module {
// MODULE:      // -----// IR Dump After CSE (cse) ('func.func' operation: @f) //----- //
// MODULE:      // -----// IR Dump After SymbolDCE (symbol-dce) ('builtin.module' operation) //----- //
// CHANGE-NOT: (dce)
// CHANGE:     // -----// IR Dump After CSE (cse) //----- //
// CHANGE-NOT: (dce)
// TREE:       // -----// IR Dump After SymbolDCE (symbol-dce) //----- //
func.func @f(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  %1 = arith.addi %a, %a : i32
  %2 = arith.muli %0, %1 : i32
  return %2 : i32
}
