// RUN: lathe-opt %s --strip-debuginfo --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=STRIP
// RUN: lathe-opt %s --print-op-stats -o %t 2>&1 | FileCheck %s --check-prefix=STATS --match-full-lines --strict-whitespace
// RUN: lathe-opt %s --print-op-stats=json=1 -o %t 2>&1 | FileCheck %s --check-prefix=JSON
// RUN: lathe-opt %s --print-ir --print-ir=label=here -o %t 2>&1 | FileCheck %s --check-prefix=IR
// RUN: lathe-opt %s --topological-sort | FileCheck %s --check-prefix=TOPO

// STRIP:       func.func @f(%arg0: i32 loc(unknown)) -> i32 {
// STRIP-NEXT:    arith.addi %arg0, %arg0 : i32 loc(unknown)

//      STATS:Operations encountered:
// STATS-NEXT:-----------------------
// STATS-NEXT:    arith.addi   , 1
// STATS-NEXT:  builtin.module , 1
// STATS-NEXT:     func.func   , 1
// STATS-NEXT:     func.return , 1

// JSON:      {
// JSON-NEXT:   "arith.addi" : 1,
// JSON:        "func.return" : 1
// JSON-NEXT: }

// IR:      // -----// IR Dump //----- //
// IR-NEXT: module {
// IR:      // -----// IR Dump here //----- //
// IR-NEXT: module {

// TOPO: func.func @f
func.func @f(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  return %0 : i32
}
